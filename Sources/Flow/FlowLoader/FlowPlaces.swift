package import Diagnostics

/// Where the parts of a flow file that was made of a document stand in it.
package struct FlowPlaces: Sendable {
  /// A piece of the flow file.
  package struct Entry: Sendable, Hashable {
    /// The first scalar of the piece.
    package let start: UInt32
    /// The place in the document.
    package let place: Span
    /// Whether its text is not that of the document, so that no part of the place is meant.
    package let isWhole: Bool
    /// Where it is written, if that is another file beside the document.
    package let written: Written?

    /// A place in another file.
    package struct Written: Sendable, Hashable {
      package let path: String
      package let span: Span

      package init(path: String, span: Span) { (self.path, self.span) = (path, span) }
    }

    /// A piece from this scalar on, up to that of the next entry.
    package init(
      start: UInt32, place: Span, isWhole: Bool = false, written: Written? = nil
    ) {
      (self.start, self.place, self.isWhole, self.written) = (start, place, isWhole, written)
    }
  }

  /// The pieces, in their order.
  package let entries: [Entry]
  private let made: [Unicode.Scalar]
  private let document: Document

  /// A document as scalars and lines, made once for all of its flows.
  package struct Document: Sendable {
    let scalars: [Unicode.Scalar]
    /// The first scalars of the lines.
    let lines: [UInt32]

    /// The text of a document.
    package init(_ file: SourceFile) {
      let body =
        file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? file.bytes.dropFirst(3) : file.bytes[...]
      scalars = Array(String(decoding: body, as: UTF8.self).unicodeScalars)
      var lines: [UInt32] = [0]
      for (place, scalar) in scalars.enumerated()
      where scalar == "\n"
        || scalar == "\r" && (place + 1 >= scalars.count || scalars[place + 1] != "\n")
      {
        lines.append(UInt32(truncatingIfNeeded: place + 1))
      }
      self.lines = lines
    }
  }

  /// The places of the pieces of a flow file.
  package init(_ entries: [Entry], made: String, in document: Document) {
    (self.entries, self.document) = (entries, document)
    self.made = Array(made.unicodeScalars)
  }

  /// The number of the line, from 1.
  func line(of place: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: upperBound(document.lines) { $0 <= place })
  }

  /// The place of a part of the flow file: its text where the piece has it, or else the place of
  /// the whole piece. A text that the file does not have stays without a place.
  func place(of span: Span) -> Span {
    guard span.end > 0, let entry = entry(of: span) else { return .top }
    return narrowed(span, entry)
  }

  /// A diagnostic about the flow file as one about the document.
  func moved(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    let entry = entry(of: diagnostic.span)
    diagnostic.span = entry.map { narrowed(diagnostic.span, $0) } ?? .top
    if let written = entry?.written {
      (diagnostic.path, diagnostic.span) = (written.path, written.span)
    }
    return diagnostic
  }

  private func entry(of span: Span) -> Entry? {
    let after = upperBound(entries) { $0.start <= span.start }
    return after > 0 ? entries[after - 1] : nil
  }

  private func narrowed(_ span: Span, _ entry: Entry) -> Span {
    let whole = Int(entry.place.start)..<Int(entry.place.end)
    guard entry.written == nil, !entry.isWhole, span.start < span.end, Int(span.end) <= made.count,
      whole.upperBound <= document.scalars.count
    else { return entry.place }
    var words = made[Int(span.start)..<Int(span.end)]
    if words.count > 2, let first = words.first, first == words.last, first == "'" || first == "\""
    {
      words = words.dropFirst().dropLast()
    }
    // Of `goto UC9` the document has the name.
    let name = words.suffix { $0 != " " }
    for words in [words, name] where !words.isEmpty {
      if let found = only(words, in: whole) { return found }
    }
    return entry.place
  }

  /// How long a piece may be in which texts are looked for: a cell of a table may have thousands of
  /// steps, each of which would search all of it.
  private static let mostScalars = 16_384

  /// The place of a text that is only once in a range of the document.
  private func only(_ words: ArraySlice<Unicode.Scalar>, in range: Range<Int>) -> Span? {
    var found: Int?
    guard range.count >= words.count, range.count <= FlowPlaces.mostScalars else { return nil }
    for start in range.lowerBound...(range.upperBound - words.count)
    where document.scalars[start] == words.first
      && document.scalars[start..<start + words.count].elementsEqual(words)
    {
      guard found == nil else { return nil }
      found = start
    }
    return found.map {
      Span(
        start: UInt32(truncatingIfNeeded: $0),
        end: UInt32(truncatingIfNeeded: $0 + words.count))
    }
  }

  /// The number of entries at the beginning for which something holds.
  private func upperBound<E>(_ entries: [E], while holds: (E) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Collection where Self: BidirectionalCollection {
  /// The elements at the end for which something holds.
  fileprivate func suffix(while holds: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, holds(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
