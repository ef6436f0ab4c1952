internal import Diagnostics
internal import FlowEdit

// Elements of pages and of documents of Word that are added and taken out as a whole.
extension DocumentChange {
  private static let lists: Set<String> = ["ol", "ul", "text:list"]

  private func text(_ bytes: Range<Int>) -> String {
    String(decoding: file.bytes[bytes], as: UTF8.self)
  }

  // MARK: Taken out

  /// The elements in which some lines stand, as they are taken out. Nil if they are not known, or
  /// if one has more than words.
  func removedElements(of spans: [Span]) -> [TextEdit]? {
    guard let blocks = WrittenBlocks(self) else { return nil }
    var ranges: [Range<Int>] = []
    for span in spans {
      guard let block = blocks.block(of: span, self), !hasMore(raw(block)),
        !isInMergedTable(written.bytes(of: block))
      else { return nil }
      ranges.append(withSpaces(written.bytes(of: block)))
    }
    guard emptied(by: ranges, ["w:sdtcontent", "w:tc", "table:table-cell"]).isEmpty else {
      return nil
    }
    let lists = emptied(by: ranges, DocumentChange.lists).map(withSpaces)
    return DocumentChange.joined(ranges + lists).map { TextEdit($0, "") }
  }

  /// An element with the spaces before it.
  private func withSpaces(_ bytes: Range<Int>) -> Range<Int> {
    let spaces = file.bytes[..<bytes.lowerBound].reversed().prefix(while: DocumentChange.isSpace)
    return bytes.lowerBound - spaces.count..<bytes.upperBound
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// The elements with these names in which nothing is left.
  private func emptied(by ranges: [Range<Int>], _ names: Set<String>) -> [Range<Int>] {
    tags.compactMap { tag in
      guard names.contains(tag.name), !tag.isEnd, let end = tag.end,
        let last = file.bytes[..<end].lastIndex(of: UInt8(ascii: "<")),
        tag.range.upperBound < last
      else { return nil }
      let inner = ranges.filter { tag.range.upperBound <= $0.lowerBound && $0.upperBound <= last }
      guard !inner.isEmpty else { return nil }
      var place = tag.range.upperBound
      var rest: [UInt8] = []
      for range in DocumentChange.joined(inner) {
        rest += file.bytes[place..<range.lowerBound]
        place = range.upperBound
      }
      rest += file.bytes[place..<last]
      return rest.allSatisfy(DocumentChange.isSpace)
        ? tag.range.lowerBound..<end : nil
    }
  }

  /// Ranges in their order, those that overlap as one.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Whether an element has something that would be lost with its words: a picture, a comment, a
  /// bookmark, the settings of a page.
  private func hasMore(_ element: String) -> Bool {
    func count(_ text: String) -> Int { element.ranges(of: text).count }
    // Word has a bookmark of its own where somebody wrote last.
    if count("<w:bookmarkStart") > count("w:name=\"_GoBack\"") { return true }
    let marks =
      switch written.format {
      case .word: ["<w:comment", "<w:footnoteReference", "<w:endnoteReference"]
      case .openDocument: ["<text:bookmark"]
      default: [" id="]
      }
    return marks.contains { count($0) > 0 } || !PageTags.isPlain(element)
  }

  /// Whether an element stands in a table in which cells are merged over rows: one row less or more
  /// would tear them apart.
  func isInMergedTable(_ bytes: Range<Int>) -> Bool {
    tags.contains { tag in
      guard ["w:tbl", "table:table", "table"].contains(tag.name), !tag.isEnd, let end = tag.end,
        tag.range.lowerBound <= bytes.lowerBound, bytes.upperBound <= end
      else { return false }
      let table = file.bytes[tag.range.lowerBound..<end]
      func has(_ text: String) -> Bool { table.firstRange(of: Array(text.utf8)) != nil }
      return switch written.format {
      case .word: has("<w:vMerge")
      case .openDocument: has("number-rows-spanned=\"") && !has("number-rows-spanned=\"1\"")
      default: has("rowspan=")
      }
    }
  }

  // MARK: Added

  /// The ways to add an alternative in a paragraph or item like that of another one: its words
  /// after those of its case.
  func alternativeElements(
    _ added: Added, like found: ExtensionDraft, beside other: ExtensionDraft, isBefore: Bool,
    in blocks: WrittenBlocks
  ) -> [[TextEdit]] {
    guard let block = element(of: found, in: blocks),
      element(of: other, in: blocks).map(isRow) == isRow(block),
      !isRow(block) || !isInMergedTable(written.bytes(of: block)),
      let place = place(beside: other, isBefore: isBefore, blocks)
    else { return [] }
    let labels = written.places(of: Array(found.label.unicodeScalars), in: block)
    guard let first = labels.first?.first, var end = labels.first?.last.map({ $0 + 1 }) else {
      return []
    }
    let start = head(block.lowerBound..<first, found.id, as: added.id)
    let stop = written.bytes(of: block).upperBound
    func after(_ letter: Int) -> Int { written.places[letter - 1].upperBound }
    var tails: [(middle: String, tail: String)] = []
    // All that is said about the case stands behind it.
    let said = found.lines.compactMap(\.said)
    if let opening = said.first, let closing = said.last {
      func words(_ said: String, from letter: Int) -> [Int] {
        let plain = said.hasSuffix(".") ? String(said.dropLast()) : said
        return written.places(of: Array(plain.unicodeScalars), in: letter..<block.upperBound)
          .first ?? []
      }
      if let next = words(opening, from: end).first, let last = words(closing, from: next).last {
        let middle = after(end)..<written.places[next].lowerBound
        tails.append((text(middle), text(after(last + 1)..<stop)))
      }
    }
    let hasColon = end < block.upperBound && written.scalars[end] == ":"
    if hasColon { end += 1 }
    tails.append((": ", "." + text(after(end)..<stop)))
    let tags = tags(within: labels.first ?? [])
    if !tags.isEmpty { tails += tails.map { (tags + $0.middle, $0.tail) } }
    return spellings(added.label).flatMap { label in
      spellings(added.words).flatMap { words in
        tails.compactMap { middle, tail in
          let element = PageTags.withoutIDs(start + label + middle + words + tail)
          guard PageTags.isPlain(element) else { return nil }
          return [
            TextEdit(place.at..<place.at, isBefore ? element + place.gap : place.gap + element)
          ]
        }
      }
    }
  }

  /// Where an alternative is added: after the last element of another one, and the list in which it
  /// is; or before its first.
  private func place(
    beside found: ExtensionDraft, isBefore: Bool, _ blocks: WrittenBlocks
  ) -> (at: Int, gap: String)? {
    guard let block = element(of: found, in: blocks) else { return nil }
    let gap = blocks.gap(before: block.lowerBound, self)
    let start = written.bytes(of: block).lowerBound
    if isBefore { return (start, gap) }
    let parts =
      isRow(block)
      ? ([found.span] + found.lines.map(\.span)).map { blocks.block(of: $0, self) }
      : [block] + paragraphs(of: found, after: block, in: blocks)
    let note = isRow(block) ? nil : noteBlock(of: found)
    let ends = (parts + [note]).compactMap { part in
      part.map { written.bytes(of: $0).upperBound }
    }
    guard var end = ends.max() else { return nil }
    for tag in tags {
      guard DocumentChange.lists.contains(tag.name), let last = tag.end,
        written.bytes(of: block).upperBound <= tag.range.lowerBound, tag.range.lowerBound < end,
        end < last
      else { continue }
      end = last
    }
    return (end, gap)
  }
}
