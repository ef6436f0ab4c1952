internal import Diagnostics
internal import FlowEdit

// The numbers of the steps that follow one that is put between others.
extension DocumentChange {
  /// The parts that belong to a step, row or line: up to the next one.
  private struct Region {
    let reference: String
    let letters: Range<Int>
    /// The extension, if it is one of its lines.
    let owner: String?
  }

  /// A word with a number: `3`, `1.3a`, `3a1`.
  private struct Number {
    let text: String
    let letters: Range<Int>
  }

  /// The numbers of steps, rows and extensions that get others, and the numbers that name them.
  ///
  /// - Parameter id: the step before which the new one stands. What led to it leads to the new one.
  func renumbered(
    _ names: [String: String], from id: String, in blocks: WrittenBlocks
  ) -> [TextEdit] {
    let regions = regions(blocks)
    let owned = Set(regions.map(\.letters.lowerBound))
    let lines = blocks.letters(of: draft, self)
    return blocks.blocks.flatMap { block -> [TextEdit] in
      let start = block.letters.lowerBound
      guard lines.contains(start) else { return [] }
      let region = regions.last { $0.letters.contains(start) }
      let target = region.flatMap { values.value(of: place(of: $0.reference))?["next"]?.text }
      return renumbered(
        block, of: blocks, names, of: owned.contains(start) ? region : nil, target: target,
        isKept: target == id)
    }
  }

  private func place(of reference: String) -> EditPlace {
    values.value(of: .step(reference)) != nil ? .step(reference) : .row(reference)
  }

  private func regions(_ blocks: WrittenBlocks) -> [Region] {
    var owners: [String: String] = [:]
    // What leads to the alternative of another step stands in the same line.
    var copies: Set<String> = []
    for found in draft.extensions {
      let lines = found.lines.map { "\(found.id).\($0.id)" }
      for line in lines { owners[line] = found.id }
      if found.copied != nil { copies.formUnion(lines + [found.id]) }
    }
    let starts = draft.bindable.filter { !copies.contains($0.reference) }.compactMap { row in
      blocks.block(of: row.span, self).map { (row.reference, $0.lowerBound) }
    }.sorted { $0.1 < $1.1 }
    return starts.enumerated().map { index, start in
      let next = starts[(index + 1)...].first { $0.1 > start.1 }?.1 ?? written.scalars.count
      return Region(
        reference: start.0, letters: start.1..<max(start.1, next), owner: owners[start.0])
    }
  }

  /// The numbers of a line that get others: that with which it begins, a cell, and those after a
  /// word for a step.
  ///
  /// - Parameters:
  ///   - own: the step, row or extension that begins there.
  ///   - target: where its row leads.
  ///   - isKept: whether that is the new step, which has the number of the old one.
  private func renumbered(
    _ block: WrittenBlocks.Block, of blocks: WrittenBlocks, _ names: [String: String],
    of own: Region?, target: String?, isKept: Bool
  ) -> [TextEdit] {
    let line = block.letters
    let numbers = numbers(in: line).filter { blocks.isText($0.letters) }
    var found: [Number] = []
    var (isNamed, isFirst) = (false, false)
    var before = line.lowerBound
    for (index, number) in numbers.enumerated() {
      let gap = written.string(before..<number.letters.lowerBound)
      before = number.letters.upperBound
      let words = PlainWords.words(gap)
      let isAlone = isCell(number.letters, in: block)
      let isOwn = index == 0 && own != nil
      if isOwn, words.isEmpty, block.isNumbered || own.map({ isOfLine(number, $0) }) ?? false {
        continue
      }
      let isLead = isOwn && !block.isNumbered && words.allSatisfy(TurnWords.steps.contains)
      let isStep = words.last.map(TurnWords.steps.contains) ?? false
      // `steps 3-5`, `steps 3, 4 and 5`
      let goesOn = isNamed && words.count < 2 && (words.first?.count ?? 0) < 5
      isNamed = isLead || isStep || goesOn
      let isTarget = number.text == target && index == numbers.count - 1
      guard isNamed || isAlone || isTarget || isOfAlternative(number.text) else { continue }
      // Not the number of the line itself.
      isFirst = isLead || isOwn && isAlone
      found.append(number)
    }
    if isKept, !isFirst, found.last?.text == target { found.removeLast() }
    return found.flatMap { number -> [TextEdit] in
      guard let new = DocumentChange.renamed(number.text, names) else { return [] }
      let edit = TextEdit(written.bytes(of: number.letters), new)
      let isWider = new.count != number.letters.count
      return [edit] + (isWider ? aligned(after: number.letters, new) : [])
    }
  }

  /// Whether a word is the id of an alternative, or of one of its lines: `3a`, `3a1`. It may stand
  /// among others in a cell.
  private func isOfAlternative(_ word: String) -> Bool {
    word.contains(where: \.isLetter)
      && draft.extensions.contains { found in
        word.hasPrefix(found.id) && word.dropFirst(found.id.count).allSatisfy(\.isNumber)
      }
  }

  /// Whether a number is that of a line within its extension: `1` below `3a`, and not `3a1`.
  private func isOfLine(_ number: Number, _ own: Region) -> Bool {
    own.owner.map { owner in
      !written.scalars[number.letters.lowerBound...].starts(with: owner.unicodeScalars)
    } ?? false
  }

  /// The words of a line that begin with a digit.
  private func numbers(in line: Range<Int>) -> [Number] {
    var found: [Number] = []
    var place = line.lowerBound
    func isPart(_ scalar: Unicode.Scalar) -> Bool { WrittenText.isLetter(scalar) || scalar == "." }
    while place < line.upperBound {
      guard isPart(written.scalars[place]) else {
        place += 1
        continue
      }
      var end = place
      while end < line.upperBound, isPart(written.scalars[end]) { end += 1 }
      let next = end
      while end > place, written.scalars[end - 1] == "." { end -= 1 }
      if end > place, ("0"..."9").contains(written.scalars[place]) {
        found.append(Number(text: written.string(place..<end), letters: place..<end))
      }
      place = next
    }
    return found
  }

  /// Whether a word is all that stands in a cell.
  private func isCell(_ word: Range<Int>, in block: WrittenBlocks.Block) -> Bool {
    let line = block.letters
    let marks = Set((block.isRow ? " \t\r\n" : " *_`").unicodeScalars)
    let bar = block.isRow ? WrittenText.wall : "|"
    let before = written.scalars[line.lowerBound..<word.lowerBound].last { !marks.contains($0) }
    let after = written.scalars[word.upperBound..<line.upperBound].first { !marks.contains($0) }
    return before == bar && (after == bar || after == nil)
  }

  /// The id of a step, of one of its rows or of an extension of it, with the number that the step
  /// gets. Nil if it keeps its number.
  static func renamed(_ id: String, _ names: [String: String]) -> String? {
    let number = id.prefix { $0.isNumber || $0 == "." }
    var head = number
    while head.last == "." { head.removeLast() }
    return names[String(head)].map { $0 + id.dropFirst(head.count) }
  }
}
