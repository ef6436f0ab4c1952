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
    "blockquote", "caption",
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
    let elements = elements(tags, written, page.skipped)
    page.blocks = elements.map(\.block)
    page.lines = lines(of: document.read, elements)
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
      let isItem = start.tag.name == "li"
      let block = Block(
        letters: range, isNumbered: isItem && start.tag.parent == "ol",
        isRow: start.tag.name == "tr")
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

  /// The elements of lines, by the letters that both have, in their order.
  private static func lines(of read: WrittenText, _ elements: [Element]) -> [Range<Int>?] {
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
      let digits = text.prefix { ("0"..."9").contains($0) }.count
      func count(_ element: Element) -> Int? {
        let labels = 0...(element.block.isNumbered ? min(digits, text.count - 1) : 0)
        return labels.first { element.text.starts(with: text.dropFirst($0)) }
          .map { text.count - $0 }
      }
      let found = elements.indices.dropFirst(next).prefix(16).first { count(elements[$0]) != nil }
      guard let found else {
        lines.append(nil)
        continue
      }
      left = elements[found].text.dropFirst(count(elements[found]) ?? 0)
      next = found + 1
      lines.append(elements[found].whole)
    }
    return lines
  }
}
