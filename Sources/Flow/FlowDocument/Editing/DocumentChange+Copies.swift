internal import Diagnostics
internal import FlowEdit
internal import FlowModel

// Lines that are written like other ones.
extension DocumentChange {
  /// Copies as lines that are added after others.
  ///
  /// - Parameter blocks: the elements, if tags stand around the words.
  func placed(
    _ copies: [(text: String, line: Range<Int>)], after last: Span, in blocks: WrittenBlocks?
  ) -> [[TextEdit]] {
    if let blocks {
      guard let block = blocks.block(of: last, self) else { return [] }
      let (end, gap) = (
        written.bytes(of: block).upperBound, blocks.gap(before: block.lowerBound, self)
      )
      return copies.map { [TextEdit(end..<end, "\(gap)\($0.text)")] }
    }
    let end =
      hasPlaces
      ? letters(of: last).upperBound : WrittenBlocks(self)?.block(of: last, self)?.upperBound
    return copies.map { inserted([$0.text], at: end.map(written.nextLine), after: $0.line) }
  }

  /// The ways to copy a line with another id, other words and another target, with the line that
  /// is copied.
  ///
  /// - Parameter block: where the line stands, if that is known.
  func copies(
    of was: String, _ id: String, _ span: Span, as new: String, words: String,
    from target: String? = nil, to next: String? = nil, in block: Range<Int>? = nil
  ) -> [(text: String, line: Range<Int>)] {
    var plain = was
    if plain.hasSuffix(".") { plain.removeLast() }
    let found = written.places(of: Array(plain.unicodeScalars), in: block ?? lines(of: span) ?? all)
    return ordered(found, plain, span).prefix(3).flatMap { letters -> [(String, Range<Int>)] in
      guard let first = letters.first, let end = letters.last.map({ $0 + 1 }) else { return [] }
      let line = block ?? self.block(around: first)
      guard end <= line.upperBound, !isInMergedTable(written.bytes(of: line)) else { return [] }
      let head = head(line.lowerBound..<first, id, as: new)
      let old = raw(first..<end)
      var tails = tails(end..<line.upperBound, from: target, to: next)
      // What ends within the words may begin before them.
      let tags = tags(within: letters)
      if !tags.isEmpty { tails += tails.map { tags + $0 } }
      return tails.flatMap { tail in
        spellings(words).compactMap { words in
          copy(head, words, tail, instead: old, of: raw(line)).map { ($0, line) }
        }
      }
    }
  }

  /// A copy as its format has it. Nil if its words do not fit.
  private func copy(
    _ head: String, _ words: String, _ tail: String, instead old: String, of line: String
  ) -> String? {
    switch written.format {
    case .html, .word, .openDocument:
      let element = PageTags.withoutIDs(head + words + tail)
      return PageTags.isPlain(element) ? element : nil
    case .structured:
      guard let rest = DocumentChange.aligned(tail, by: words.count - old.count) else { return nil }
      return DocumentChange.underlined((head + words + rest).withoutSpaces, like: line)
    case .asciiDoc: return (head + words + tail).withoutSpaces
    case .markdown, .plain, .feature, .csv: return head + words + tail
    }
  }

  /// What stands before the words of a copied line, with another id.
  func head(_ letters: Range<Int>, _ id: String, as new: String) -> String {
    guard written.format.isMarkup else {
      let head = raw(letters)
      guard let place = head.ranges(of: id).last else { return head }
      guard written.format == .structured else {
        return head.replacingCharacters(in: place, with: new)
      }
      let rest = String(head[place.upperBound...])
      return head[..<place.lowerBound] + new
        + (DocumentChange.aligned(rest, by: new.count - id.count) ?? rest)
    }
    // Not what stands in a tag. Tags that are no letters stand before the next one.
    let start = written.bytes(of: letters.lowerBound..<letters.lowerBound).lowerBound
    let end = written.bytes(of: letters.upperBound..<letters.upperBound).lowerBound
    func text(_ range: Range<Int>) -> String {
      String(decoding: file.bytes[range], as: UTF8.self)
    }
    guard let own = written.places(of: Array(id.unicodeScalars), in: letters).last,
      let first = own.first, let last = own.last
    else { return text(start..<end) }
    let place = written.bytes(of: first..<(last + 1))
    return text(start..<place.lowerBound) + new + tags(within: own) + text(place.upperBound..<end)
  }

  /// What may follow the words of a copied line.
  private func tails(
    _ letters: Range<Int>, from target: String?, to next: String?
  ) -> [String] {
    var bytes = written.bytes(of: letters)
    if written.format.isMarkup, letters.lowerBound > 0 {
      let start = written.places[letters.lowerBound - 1].upperBound
      bytes = start..<max(start, bytes.upperBound)
    }
    // A line ends with what is no letter, as the end of a link.
    let end =
      written.format.isMarkup
      ? bytes.upperBound
      : written.bytes(of: letters.upperBound..<letters.upperBound).lowerBound
    let tail = String(
      decoding: file.bytes[bytes.lowerBound..<max(bytes.upperBound, end)], as: UTF8.self)
    var all = rows(tail, at: bytes.lowerBound, from: target, to: next)
    if let target, written.format.isOffice {
      // The words for it may be in pieces.
      all += cell(target).flatMap { was -> [String] in
        guard let own = written.places(of: Array(was.unicodeScalars), in: letters).last,
          let first = own.first, let last = own.last
        else { return [] }
        let place = written.bytes(of: first..<(last + 1))
        func text(_ range: Range<Int>) -> String {
          String(decoding: file.bytes[range], as: UTF8.self)
        }
        let rest = tags(within: own) + text(place.upperBound..<bytes.upperBound)
        return (next.map { words(for: $0, short: true) } ?? [""]).flatMap(spellings).map {
          text(bytes.lowerBound..<place.lowerBound) + $0 + rest
        }
      }
    }
    return written.format == .html ? all + all.compactMap(PageTags.withoutDetails) : all
  }

  /// What follows the words of a line without some of it, or without the link that it is.
  ///
  /// - Parameter start: the byte where it begins.
  private func without(_ words: Range<String.Index>, in tail: String, from start: Int) -> String {
    let first = start + tail.utf8.distance(from: tail.startIndex, to: words.lowerBound)
    let bytes = first..<(first + tail[words].utf8.count)
    let end = start + tail.utf8.count
    var gone = bytes
    if let link = wholeLink(around: bytes), start <= link.lowerBound, link.upperBound <= end {
      gone = link
    }
    func text(_ range: Range<Int>) -> String {
      String(decoding: file.bytes[range], as: UTF8.self)
    }
    let count = written.format == .structured ? text(gone).count : 0
    return text(start..<gone.lowerBound) + String(repeating: " ", count: count)
      + text(gone.upperBound..<end)
  }

  private func rows(
    _ tail: String, at start: Int, from target: String?, to next: String?
  ) -> [String] {
    guard let target, let next else {
      // A step that says no target, beside one that does, and without its details.
      var tails = [tail]
      if let target {
        tails =
          cell(target).flatMap { was in
            // The address of a link may have it, too.
            tail.ranges(of: was).suffix(2).reversed().map { without($0, in: tail, from: start) }
          } + tails
      }
      if let next {
        tails = tails.flatMap { tail in
          let cells = tail.ranges(of: "| |").last.map { range in
            words(for: next, short: true).map {
              tail.replacingCharacters(in: range, with: "| \($0) |")
            }
          }
          return cells
            ?? words(for: next, short: false).map {
              ". \($0.prefix(1).uppercased() + $0.dropFirst())" + (tail.hasPrefix(".") ? "" : ".")
                + tail
            }
        }
      }
      return tails
        + tails.compactMap { tail in
          guard let open = tail.firstIndex(of: "<"), let bar = tail[open...].firstIndex(of: "|")
          else { return nil }
          return tail[..<open] + " " + tail[bar...]
        }
    }
    return cell(target).flatMap { was in
      tail.ranges(of: was).last.map { range in
        words(for: next, short: true).map { tail.replacingCharacters(in: range, with: $0) }
      } ?? []
    }
  }
}

extension String {
  /// The text without the spaces after it.
  fileprivate var withoutSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
