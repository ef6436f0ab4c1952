internal import Diagnostics

// The items, rows, headings and paragraphs of a page of HTML.
extension WrittenBlocks {
  /// What a page consists of.
  struct Page {
    var blocks: [Block] = []
    /// For each letter, whether it is no text of the page.
    var skipped: [Bool] = []
    /// The element of each line of the text that is read.
    var lines: [Range<Int>?] = []
  }

  private static let names: Set<String> = [
    "li", "tr", "p", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "div", "section", "article",
    "blockquote", "caption", "w:p", "w:tr", "text:p", "text:h", "text:list-item",
    "table:table-row",
  ]

  /// A block with its letters that are read.
  private struct Element {
    var block: Block
    let whole: Range<Int>
    var text: [Unicode.Scalar] = []
  }

  static func page(of document: DocumentChange) -> Page {
    let written = document.written
    let tags = PageTags(document.file.bytes).tags
    var page = Page()
    page.skipped = Array(repeating: false, count: written.scalars.count)
    var last = 0
    for tag in tags where !tag.isEnd && HTMLDocument.skippedNames.contains(tag.name) {
      guard let end = tag.end, tag.range.lowerBound >= last else { continue }
      last = end
      for letter in written.letters(in: tag.range.lowerBound..<end) { page.skipped[letter] = true }
    }
    var elements = elements(tags, written, page.skipped)
    page.lines = lines(of: document.read, &elements, isOffice: written.format.isOffice)
    page.blocks = elements.map(\.block)
    return page
  }

  private static func elements(
    _ tags: [PageTags.Tag], _ written: WrittenText, _ skipped: [Bool]
  ) -> [Element] {
    func isSkipped(_ letter: Int) -> Bool { letter < skipped.count && skipped[letter] }
    let starts = tags.compactMap { tag -> (tag: PageTags.Tag, letter: Int)? in
      // The paragraphs of a cell belong to its row.
      guard !tag.isEnd, names.contains(tag.name), !tag.isInRow else { return nil }
      let letter = written.letters(in: tag.range).lowerBound
      return isSkipped(letter) ? nil : (tag, letter)
    }
    var elements: [Element] = []
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1].letter : written.scalars.count
      let range = start.letter..<max(start.letter, next)
      let text = range.filter {
        WrittenText.isLetter(written.scalars[$0]) && !isSkipped($0)
      }.map { written.scalars[$0] }
      let whole = start.tag.end.map {
        written.letters(in: start.tag.range.lowerBound..<$0)
      }
      let isItem = ["li", "text:list-item"].contains(start.tag.name)
      let block = Block(
        letters: range, isNumbered: isItem && start.tag.parent == "ol",
        isRow: PageTags.rows.contains(start.tag.name))
      // The first paragraph of an item is the item.
      if let last = elements.last, last.text.isEmpty, last.whole.contains(start.letter) {
        elements[elements.count - 1].block = Block(
          letters: last.block.letters.lowerBound..<range.upperBound,
          isNumbered: last.block.isNumbered)
        elements[elements.count - 1].text = text
        continue
      }
      if text.isEmpty, !isItem { continue }
      elements.append(Element(block: block, whole: whole ?? range, text: text))
    }
    return elements.filter { !$0.text.isEmpty }
  }

  /// How many letters the label of a list has with which a line begins: `12.`, `b)`.
  private static func label(of line: ArraySlice<Unicode.Scalar>) -> Int {
    let word = line.drop(while: WrittenText.isSpace).prefix { !WrittenText.isSpace($0) }
    guard let last = word.last, last == "." || last == ")" else { return 0 }
    return word.count(where: WrittenText.isLetter)
  }

  /// The elements of lines, by the letters that both have, in their order.
  ///
  /// - Parameter isOffice: whether any paragraph may have its number from a list.
  private static func lines(
    of read: WrittenText, _ elements: inout [Element], isOffice: Bool
  ) -> [Range<Int>?] {
    var lines: [Range<Int>?] = []
    var next = 0
    var left: ArraySlice<Unicode.Scalar> = []
    for line in read.scalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.filter(WrittenText.isLetter)
      guard !text.isEmpty else {
        lines.append(nil)
        continue
      }
      // What comes after a break of a line.
      if next > 0, left.starts(with: text) {
        left = left.dropFirst(text.count)
        lines.append(elements[next - 1].whole)
        continue
      }
      // A list that numbers itself has no digits where the line has some.
      let digits = isOffice ? label(of: line) : text.prefix { ("0"..."9").contains($0) }.count
      func count(_ element: Element) -> Int? {
        let isNumbered = element.block.isNumbered || isOffice && !element.block.isRow
        let labels = 0...(isNumbered ? min(digits, text.count - 1) : 0)
        return labels.first { element.text.starts(with: text.dropFirst($0)) }
          .map { text.count - $0 }
      }
      let found = elements.indices.dropFirst(next).prefix(16).first { count(elements[$0]) != nil }
      guard let found, let length = count(elements[found]) else {
        lines.append(nil)
        continue
      }
      if length < text.count { elements[found].block.isNumbered = true }
      left = elements[found].text.dropFirst(length)
      next = found + 1
      lines.append(elements[found].whole)
    }
    return lines
  }
}
