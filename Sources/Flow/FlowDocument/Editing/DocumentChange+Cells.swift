internal import Diagnostics
internal import FlowEdit

// Alternatives that stand several in a cell: `| Exceptions | 3a. No card: ... 3b. ... |`
extension DocumentChange {
  private static let paragraphs: Set<String> = ["w:p", "text:p", "p", "li", "div"]

  /// Whether letters are a row of a table.
  func isRow(_ block: Range<Int>) -> Bool {
    let start = written.bytes(of: block).lowerBound
    return tags.contains { $0.range.lowerBound == start && PageTags.rows.contains($0.name) }
  }

  /// The element in which an alternative begins: its paragraph in a cell of several, or the block.
  /// Nil if it is a row whose other cell does not name the alternative.
  func element(of found: ExtensionDraft, in blocks: WrittenBlocks) -> Range<Int>? {
    guard let block = blocks.block(of: found.span, self) else { return nil }
    guard isRow(block) else { return block }
    let labels = written.places(of: Array(found.label.unicodeScalars), in: block)
    for label in labels.compactMap(\.first) {
      guard let paragraph = paragraph(around: label, in: block) else { continue }
      let lead = written.string(paragraph.lowerBound..<max(paragraph.lowerBound, label))
      if !lead.ranges(of: found.id).isEmpty { return paragraph }
    }
    guard let label = labels.first?.first else { return block }
    let lead = written.string(block.lowerBound..<label)
    return lead.contains(where: \.isNumber) ? block : nil
  }

  /// The paragraph of a cell in which a letter stands.
  private func paragraph(around letter: Int, in block: Range<Int>) -> Range<Int>? {
    let (place, row) = (written.places[letter].lowerBound, written.bytes(of: block))
    let found = tags.last { tag in
      DocumentChange.paragraphs.contains(tag.name) && !tag.isEnd
        && row.contains(tag.range.lowerBound) && tag.range.lowerBound <= place
        && place < tag.end ?? 0
    }
    guard let found, let end = found.end else { return nil }
    return written.letters(in: found.range.lowerBound..<end)
  }

  /// Where the last line of an alternative is said to lead, in a paragraph or an item of its own
  /// below it. Nil if it is not.
  func noteBlock(of found: ExtensionDraft) -> Range<Int>? {
    guard let line = found.lines.last, let note = line.note?.split(separator: "; ").last,
      TargetPhrase(String(note), prefix: "UC")?.target == line.next
    else { return nil }
    let words = String(note)
    let places = written.places(of: Array(words.unicodeScalars), in: written.scalars.indices)
    guard let letter = ordered(places, words, line.span).first?.last else { return nil }
    return written.format.isOffice || written.format == .html
      ? paragraph(around: letter, in: written.scalars.indices) : block(around: letter)
  }

  /// The paragraphs of the lines of an alternative in a cell.
  func paragraphs(
    of found: ExtensionDraft, after first: Range<Int>, in blocks: WrittenBlocks
  ) -> [Range<Int>?] {
    guard let row = blocks.block(of: found.span, self), isRow(row), row != first else {
      return found.lines.map { blocks.block(of: $0.span, self) }
    }
    var (place, all) = (first.lowerBound, [Range<Int>?]())
    for line in found.lines {
      let note = line.note?.split(separator: "; ").last.map(String.init)
      for said in [line.said, note].compactMap(\.self) {
        let plain = said.hasSuffix(".") ? String(said.dropLast()) : said
        let words = written.places(of: Array(plain.unicodeScalars), in: place..<row.upperBound)
        guard let start = words.first?.first, let next = paragraph(around: start, in: row) else {
          continue
        }
        (place, all) = (max(place, next.lowerBound), all + [next])
      }
    }
    return all
  }

  // MARK: Markdown

  /// The ways to add an alternative to a cell of Markdown that has several. Nil if the alternative
  /// it is like does not stand in such a cell.
  func alternativesInCell(
    _ added: Added, like found: ExtensionDraft, _ label: [Int], isBefore: Bool
  ) -> [[TextEdit]]? {
    guard written.format.isMarkdown, let first = label.first, let last = label.last else {
      return nil
    }
    let line = written.lineStart(first)..<written.lineEnd(first)
    guard written.string(line).trimmed.first == "|" else { return nil }
    func isEdge(_ letter: Int) -> Bool {
      written.scalars[letter] == "|" || written.scalars[letter] == WrittenText.wall
    }
    func end(from letter: Int) -> Int {
      (letter..<line.upperBound).first(where: isEdge) ?? line.upperBound
    }
    let start = ((line.lowerBound..<first).last(where: isEdge) ?? line.lowerBound) + 1
    let lead = raw(start..<first)
    guard let id = lead.ranges(of: found.id).last else {
      let head = written.string(line.lowerBound..<first)
      return head.contains(where: \.isNumber) ? nil : []
    }
    let head = lead.replacingCharacters(in: id, with: added.id).trimmed
    let isTight = lead.last?.isWhitespace != true
    // After the last of its entries.
    var stop = end(from: last)
    for line in found.lines {
      let said = [line.said, line.note].compactMap(\.self).flatMap(SaidTargets.sentences)
      for words in said {
        let plain = words.hasSuffix(".") ? String(words.dropLast()) : words
        let places = written.places(
          of: Array(plain.unicodeScalars), in: last..<written.lineEnd(last))
        if let place = places.first?.last { stop = max(stop, end(from: place)) }
      }
    }
    return spellings(added.label).flatMap { label in
      spellings(added.words).map { words in
        let entry = "\(head)\(isTight ? "" : " ")\(label): \(words)."
        guard !isBefore else {
          let place = written.bytes(of: start..<start)
          return [TextEdit(place, " \(entry)<br>")]
        }
        var letter = stop
        while letter > last, WrittenText.isSpace(written.scalars[letter - 1]) { letter -= 1 }
        let place = written.bytes(of: (letter - 1)..<letter).upperBound
        return [TextEdit(place..<place, "<br>\(entry)")]
      }
    }
  }
}
