internal import Diagnostics

/// The parts of a document in which a step, a row or a line of its flow may stand: its lines, or
/// the items, rows and paragraphs of a page. All are places of letters.
struct WrittenBlocks {
  /// A part.
  struct Block {
    let letters: Range<Int>
    /// Whether a list gives it its number, which is not written then.
    var isNumbered = false
    /// Whether it is a row of a page, whose cells stand between tags.
    var isRow = false
  }

  /// Those that are text of the document, in its order.
  let blocks: [Block]
  /// What each line of the text that is read is made of. Nil if that is the document itself.
  private let lines: [Range<Int>?]?
  /// Where each line of that text begins.
  private let starts: [Int]
  /// For each letter of a page, whether it is no text of it. Empty for other formats.
  private let skipped: [Bool]
  private let written: WrittenText

  /// The parts of a document. Nil if its text does not say where it stands.
  init?(_ document: DocumentChange) {
    written = document.written
    switch written.format {
    case .markdown, .plain, .csv:
      guard document.hasPlaces else { return nil }
      (lines, starts, skipped) = (nil, [], [])
      let literal = WrittenBlocks.literal(document)
      blocks = WrittenBlocks.lines(of: written).compactMap { line in
        literal.contains(line.lowerBound) ? nil : Block(letters: line)
      }
    case .asciiDoc, .structured:
      guard let origins = DocumentText.origins(of: document.file, written.format) else {
        return nil
      }
      let all = WrittenBlocks.lines(of: written)
      // Lines that end in another way are not counted alike.
      guard all.count == written.scalars.count(where: { $0 == "\n" }) + 1 else { return nil }
      let text = document.text.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      (starts, skipped) = (WrittenBlocks.starts(of: text), [])
      var used: Set<Int> = []
      lines = origins.enumerated().map { index, origin in
        guard !origin.isEmpty, origin.upperBound <= all.count, index < text.count,
          !text[index].isEmpty, !text[index].elementsEqual(LiteralBlocks.comment.utf8)
        else { return nil }
        used.formUnion(origin)
        return all[origin.lowerBound].lowerBound..<all[origin.upperBound - 1].upperBound
      }
      blocks = used.sorted().map { [written] line in
        Block(
          letters: all[line], isNumbered: WrittenBlocks.isNumbered(all[line], written))
      }
    case .html, .word, .openDocument:
      let page = WrittenBlocks.page(of: document)
      (blocks, skipped, lines) = (page.blocks, page.skipped, page.lines)
      starts = WrittenBlocks.starts(
        of: document.text.bytes.split(separator: 0x0A, omittingEmptySubsequences: false))
    case .feature: return nil
    }
  }

  /// The lines, without what ends them.
  private static func lines(of written: WrittenText) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while true {
      let end = written.lineEnd(start)
      lines.append(start..<end)
      let next = written.nextLine(end)
      guard next > end else { return lines }
      start = next
    }
  }

  /// Where the lines begin that are comments and code in Markdown.
  private static func literal(_ document: DocumentChange) -> Set<Int> {
    let written = document.written
    guard written.format.isMarkdown else { return [] }
    let mark = document.file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
    let text = Array(
      String(decoding: document.file.bytes, as: UTF8.self).unicodeScalars.dropFirst(mark))
    let plain = LiteralBlocks.Markdown(text, indents: written.format == .markdown)
    let lines = plain.lines.filter { line in
      plain.scalars[line].allSatisfy(WrittenText.isSpace)
        && !text[line].allSatisfy(WrittenText.isSpace)
    }
    return Set(
      lines.map { line in
        let start = written.byte(ofScalar: line.lowerBound + mark)
        return written.letters(in: start..<start).lowerBound
      })
  }

  /// Where lines begin, as places are counted.
  private static func starts(of lines: [ArraySlice<UInt8>]) -> [Int] {
    var starts: [Int] = []
    // The mark of the byte order does not count.
    var place = lines.first?.starts(with: [0xEF, 0xBB, 0xBF]) ?? false ? -1 : 0
    for line in lines {
      starts.append(place)
      place += line.count { $0 & 0xC0 != 0x80 } + 1
    }
    return starts
  }

  /// Whether a line is an item that has no number of its own: `. The user pays`, `#. The user pays`
  private static func isNumbered(_ line: Range<Int>, _ written: WrittenText) -> Bool {
    let text = written.string(line).trimmed
    return written.format == .asciiDoc
      ? text.first == "." && text.drop { $0 == "." }.first == " " : text.hasPrefix("#. ")
  }

  // MARK: Where the flow stands

  /// What a place of the text that is read is made of. Nil if it is not known.
  func block(of span: Span, _ document: DocumentChange) -> Range<Int>? {
    guard let lines else { return document.lines(of: span) }
    let found = (line(at: span.start)...line(at: max(span.start, span.end))).compactMap { index in
      lines.indices.contains(index) ? lines[index] : nil
    }
    guard let first = found.first, let end = found.map(\.upperBound).max() else { return nil }
    return first.lowerBound..<end
  }

  /// Where a new part is put before another one: also before what names a title that follows it,
  /// as `[[charge]]` and `.. _charge:` do.
  func place(before block: Range<Int>) -> Int {
    func line(_ start: Int) -> String {
      written.string(start..<written.lineEnd(start)).trimmed
    }
    let (first, next) = (line(block.lowerBound), written.nextLine(block.lowerBound))
    let isTitle =
      switch written.format {
      case .asciiDoc: first.first == "="
      case .structured:
        next < block.upperBound
          && (DocumentChange.isRule(first) || DocumentChange.isRule(line(next)))
      case .markdown, .plain, .html, .feature, .csv, .word, .openDocument: false
      }
    guard isTitle else { return block.lowerBound }
    var (place, start) = (block.lowerBound, block.lowerBound)
    while start > 0 {
      start = written.lineStart(max(0, start - 1))
      let text = line(start)
      if written.format == .asciiDoc
        ? text.hasPrefix("[") && text.hasSuffix("]")
        : text.hasPrefix(".. _")
      {
        place = start
      } else if !text.isEmpty || written.format == .asciiDoc {
        break
      }
    }
    return place
  }

  /// The letters of the use case.
  func letters(of draft: FlowDraft, _ document: DocumentChange) -> Range<Int> {
    let end = UInt32(truncatingIfNeeded: draft.end)
    guard let lines else {
      let letters = document.letters(of: Span(start: draft.span.start, end: end))
      return written.lineStart(letters.lowerBound)..<letters.upperBound
    }
    func first(from line: Int) -> Int {
      lines.dropFirst(line).lazy.compactMap(\.self).first?.lowerBound ?? written.scalars.count
    }
    let start = first(from: line(at: draft.span.start))
    return start..<max(start, first(from: end > 0 ? line(at: end - 1) + 1 : 0))
  }

  /// Whether letters are text of the document.
  func isText(_ letters: Range<Int>) -> Bool {
    skipped.isEmpty || !letters.contains { skipped[$0] }
  }

  /// What stands between a step and the one before it: the ends of lines, or the spaces of a page.
  func gap(before start: Int, _ document: DocumentChange) -> String {
    guard written.format.isMarkup else {
      let end = document.lineBreak
      return end + (document.isBlank(before: start) ? end : "")
    }
    let place = written.bytes(of: start..<start).lowerBound
    let spaces = document.file.bytes[..<place].reversed().prefix {
      [0x20, 0x09, 0x0A, 0x0D].contains($0)
    }
    return String(decoding: spaces.reversed(), as: UTF8.self)
  }

  private func line(at place: UInt32) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= Int(place) { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
