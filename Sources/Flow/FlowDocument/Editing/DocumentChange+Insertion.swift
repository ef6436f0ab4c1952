internal import Diagnostics
package import FlowEdit
internal import FlowModel

// A step between others of a document, and the numbers of those that follow.
extension DocumentChange {
  /// The lines that belong to a step, row or line: up to the next one.
  private struct Region {
    let reference: String
    let letters: Range<Int>
  }

  /// A word with a number: `3`, `1.3a`, `3a1`.
  private struct Number {
    let text: String
    let letters: Range<Int>
  }

  /// What the flow says with a step before another one, and the ways to write it.
  ///
  /// - Parameter own: the id of the step and the list that it is added to, if no step gets another
  ///   number.
  func insertion(
    of step: EditValue, before id: String, as own: (id: String, owner: EditPlace)? = nil
  ) throws(EditRefusal) -> (wanted: Wanted, ways: [[TextEdit]]) {
    guard hasPlaces, [.markdown, .plain, .csv].contains(written.format) else {
      throw EditRefusal(
        "a step is put between others in Markdown, plain text and CSV only; write it into the "
          + "document, \(line(of: .insert(step, before: id)))")
    }
    let list = draft.sections.map(\.steps) + [draft.steps]
    guard let steps = list.first(where: { $0.contains { $0.id == id } }),
      let index = steps.firstIndex(where: { $0.id == id })
    else { throw EditRefusal("a step is put before another one of its section") }
    let new = try InsertedStep(step, before: id, isList: draft.isScenario)
    let file = SourceFile(path: "flow.yaml", bytes: values.bytes)
    var (names, after): ([String: String], [UInt8]?) = ([:], nil)
    if let own {
      let entry = EditOperation.add(
        .item(new.value), to: "steps", of: own.owner, before: .step(id))
      after = try file.changed(by: [entry]).after
    } else {
      let flows = EditableFlows(flows: [file])
      names = try flows.renumbered(from: id, in: file.path)
      let edit = try flows.edit(inserting: new.value, before: id, in: file.path)
      after = edit.files.first { $0.path == file.path }?.after
    }
    guard let after,
      let root = try YAMLText(SourceFile(path: file.path, bytes: after)).value(of: .file)
    else { throw EditRefusal("the flow would say nothing") }
    let numbers = renumbered(names, from: id)
    let ways = insertedLines(new, own?.id ?? id, steps, at: index, names).map { line in
      // The new line stands before the one whose number changes.
      ([line] + numbers).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
    return (.insertion(FlowValues(root), names), ways)
  }

  /// The numbers that steps get by an operation, by the old ones.
  package func renumbered(by operation: EditOperation) throws(EditRefusal) -> [String: String] {
    guard case .insert(_, let id) = operation else { return [:] }
    let file = SourceFile(path: "flow.yaml", bytes: values.bytes)
    return try EditableFlows(flows: [file]).renumbered(from: id, in: file.path)
  }

  // MARK: The new lines

  /// The ways to write the lines of a new step, like those of the steps beside it.
  private func insertedLines(
    _ new: InsertedStep, _ id: String, _ steps: [StepDraft], at index: Int,
    _ names: [String: String]
  ) -> [TextEdit] {
    func start(_ step: StepDraft) -> Int { written.lineStart(letters(of: step.span).lowerBound) }
    // Items with empty lines between them, as headings have.
    let near = index > 0 ? index : index + 1
    let isApart = steps.indices.contains(near) && isBlank(before: start(steps[near]))
    func next(_ target: String?) -> String? { target.map { names[$0] ?? $0 } }
    let order = [index, index - 1] + steps.indices.filter { abs($0 - index) > 1 }
    let rows = new.rows.isEmpty ? [] : draft.sections.flatMap(\.steps).flatMap(\.rows)
    let place = written.bytes(of: start(steps[index])..<start(steps[index]))
    return order.filter(steps.indices.contains).prefix(6).flatMap { other -> [TextEdit] in
      let step = steps[other]
      func like(_ was: String, _ words: String) -> [String] {
        copies(
          of: was, step.id, step.span, as: id, words: words, from: step.next, to: next(new.next)
        ).map(\.text)
      }
      var texts = like(step.said ?? step.sentence, new.activity.sentence(new.label))
      // In other languages, who does it is said in other words.
      if texts.isEmpty, step.activity == new.activity { texts = like(step.subject, new.label) }
      for row in new.rows {
        let lines = rows.filter { $0.kind == row.kind }.prefix(2).flatMap { other in
          copies(
            of: other.label, other.id, other.span, as: id + row.letter,
            words: row.label, from: other.next, to: next(row.next))
        }
        texts = texts.flatMap { text in lines.prefix(3).map { text + lineBreak + $0.text } }
      }
      return texts.prefix(8).map {
        TextEdit(place, $0 + lineBreak + (isApart ? lineBreak : ""))
      }
    }
  }

  // MARK: The numbers of those that follow

  /// The numbers of steps, rows and extensions that get others, and the numbers that name them.
  ///
  /// - Parameter id: the step before which the new one stands. What led to it leads to the new one.
  private func renumbered(_ names: [String: String], from id: String) -> [TextEdit] {
    let regions = regions()
    let owned = Set(regions.map { written.lineStart($0.letters.lowerBound) })
    let first = letters(of: draft.span).lowerBound
    var edits: [TextEdit] = []
    var line = written.lineStart(first)
    let end = letters(of: Span(start: draft.span.start, end: UInt32(truncatingIfNeeded: draft.end)))
      .upperBound
    while line < end {
      let range = line..<written.lineEnd(line)
      let region = regions.last { $0.letters.contains(line) }
      let target = region.flatMap { values.value(of: place(of: $0.reference))?["next"]?.text }
      edits += renumbered(
        range, names, isOwn: owned.contains(line), target: target, isKept: target == id)
      let next = written.nextLine(line)
      guard next > line else { break }
      line = next
    }
    return edits
  }

  private func place(of reference: String) -> EditPlace {
    values.value(of: .step(reference)) != nil ? .step(reference) : .row(reference)
  }

  private func regions() -> [Region] {
    let starts = draft.bindable.map { row in
      (row.reference, written.lineStart(letters(of: row.span).lowerBound))
    }.sorted { $0.1 < $1.1 }
    return starts.enumerated().map { index, start in
      let next = starts[(index + 1)...].first { $0.1 > start.1 }?.1 ?? written.scalars.count
      return Region(reference: start.0, letters: start.1..<max(start.1, next))
    }
  }

  /// The numbers of a line that get others: that with which it begins, a cell, and those after a
  /// word for a step.
  ///
  /// - Parameters:
  ///   - isOwn: whether a step, row or extension begins on the line.
  ///   - target: where its row leads.
  ///   - isKept: whether that is the new step, which has the number of the old one.
  private func renumbered(
    _ line: Range<Int>, _ names: [String: String], isOwn: Bool, target: String?, isKept: Bool
  ) -> [TextEdit] {
    let numbers = numbers(in: line)
    var found: [Number] = []
    var isNamed = false
    var before = line.lowerBound
    for (index, number) in numbers.enumerated() {
      let gap = written.string(before..<number.letters.lowerBound)
      before = number.letters.upperBound
      let words = PlainWords.words(gap)
      let isLead = index == 0 && isOwn && words.allSatisfy(TurnWords.steps.contains)
      let isStep = words.last.map(TurnWords.steps.contains) ?? false
      // `steps 3-5`, `steps 3, 4 and 5`
      let goesOn = isNamed && words.count < 2 && (words.first?.count ?? 0) < 5
      isNamed = isLead || isStep || goesOn
      let isTarget = number.text == target && index == numbers.count - 1
      if isNamed || isCell(number.letters, in: line) || isTarget { found.append(number) }
    }
    // Not the number of the line itself.
    let isFirst = isOwn && found.last?.letters == numbers.first?.letters
    if isKept, !isFirst, found.last?.text == target { found.removeLast() }
    return found.compactMap { number in
      DocumentChange.renamed(number.text, names).map {
        TextEdit(written.bytes(of: number.letters), $0)
      }
    }
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
  private func isCell(_ word: Range<Int>, in line: Range<Int>) -> Bool {
    let marks = Set(" *_`".unicodeScalars)
    let before = written.scalars[line.lowerBound..<word.lowerBound].last { !marks.contains($0) }
    let after = written.scalars[word.upperBound..<line.upperBound].first { !marks.contains($0) }
    return before == "|" && (after == "|" || after == nil)
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
