internal import Diagnostics
package import FlowEdit
internal import FlowModel

// A step between others of a document, and the numbers of those that follow.
extension DocumentChange {
  /// What the flow says with a step before another one, and the ways to write it.
  ///
  /// - Parameter own: the id of the step and the list that it is added to, if no step gets another
  ///   number.
  func insertion(
    of step: EditValue, before id: String, as own: (id: String, owner: EditPlace)? = nil
  ) throws(EditRefusal) -> (wanted: Wanted, ways: [[TextEdit]]) {
    guard let blocks = WrittenBlocks(self) else {
      throw EditRefusal(
        "a step is not put between others of \(written.format.name); write it into the document, "
          + line(of: .insert(step, before: id)))
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
    if let step = steps[index...].first(where: { saysNumber($0, blocks) }) {
      throw EditRefusal(
        "the item of step `\(step.id)` says its number itself; put the step in and change the "
          + "numbers in the document, \(line(of: .insert(.mapping([]), before: id)))")
    }
    let numbers = renumbered(names, from: id, in: blocks)
    let lines = insertedLines(new, own?.id ?? id, steps, at: index, names, in: blocks)
    let onLine = insertedOnLine(
      new, own?.id ?? id, steps, at: index, names, besides: numbers, in: blocks)
    let ways =
      (onLine ?? [])
      + lines.map { line in
        // The new line stands before the one whose number changes.
        ([line] + numbers).sorted { $0.range.lowerBound < $1.range.lowerBound }
      }
    return (.insertion(FlowValues(withCopies(root, for: id, names)), names), ways)
  }

  /// The numbers that steps get by an operation, by the old ones.
  package func renumbered(by operation: EditOperation) throws(EditRefusal) -> [String: String] {
    guard case .insert(_, let id) = operation else { return [:] }
    let file = SourceFile(path: "flow.yaml", bytes: values.bytes)
    return try EditableFlows(flows: [file]).renumbered(from: id, in: file.path)
  }

  /// Whether the element of a step has a number besides that which its list gives it.
  private func saysNumber(_ step: StepDraft, _ blocks: WrittenBlocks) -> Bool {
    written.format == .html
      && blocks.block(of: step.span, self).map { PageTags.isNumbered(raw($0)) } ?? false
  }

  /// What a flow says in which the new step has the alternatives that belong to those around it, as
  /// `2-4a` does to `3`.
  private func withCopies(
    _ root: EditValue, for id: String, _ names: [String: String]
  ) -> EditValue {
    guard let number = Int(id), case .mapping(var pairs) = root,
      let place = pairs.firstIndex(where: { $0.key == "extensions" }),
      case .list(var all) = pairs[place].value
    else { return root }
    for found in draft.extensions where found.copied == nil {
      guard let steps = found.steps, steps.lowerBound > 0, steps.lowerBound < number,
        number <= steps.upperBound, let line = found.lines.first,
        let own = Renaming.renamed(range: found.id, names)
      else { continue }
      func text(_ pairs: (String, String)...) -> [EditValue.Pair] {
        pairs.map { EditValue.Pair($0.0, .text($0.1)) }
      }
      let copy = text(("line", "1"), ("outside", "As in \(own)"), ("next", "\(own).\(line.id)"))
      let new = text(("extension", "\(own) (\(id))"), ("case", found.label), ("at", id))
      let last = all.lastIndex { other in
        other["extension"]?.text == own
          || other["extension"]?.text?.hasPrefix("\(own) (") ?? false
            && other["at"]?.text.flatMap { Int($0) } ?? 0 < number
      }
      all.insert(
        .mapping(new + [.init("lines", .list([.mapping(copy)]))]),
        at: last.map { $0 + 1 } ?? all.count)
    }
    pairs[place] = EditValue.Pair("extensions", .list(all))
    return .mapping(pairs)
  }

  // MARK: The new lines

  /// The ways to write the lines of a new step, like those of the steps beside it.
  private func insertedLines(
    _ new: InsertedStep, _ id: String, _ steps: [StepDraft], at index: Int,
    _ names: [String: String], in blocks: WrittenBlocks
  ) -> [TextEdit] {
    func block(_ step: StepDraft) -> Range<Int>? { blocks.block(of: step.span, self) }
    func place(before step: StepDraft) -> Int? { block(step).map(blocks.place) }
    guard let start = place(before: steps[index]) else { return [] }
    // Items with empty lines between them, as headings have, or with none on a line.
    let near = index > 0 ? index : index + 1
    let other = steps.indices.contains(near) ? place(before: steps[near]) : nil
    let isPage = written.format.isMarkup
    let gap = other == nil && !isPage ? lineBreak : blocks.gap(before: other ?? start, self)
    let between = isPage ? gap : lineBreak
    func next(_ target: String?) -> String? { target.map { names[$0] ?? $0 } }
    let all =
      ([index, index - 1, index + 1] + steps.indices.filter { abs($0 - index) > 1 })
      .filter(steps.indices.contains)
    // Those in which the same one does something, first.
    let order =
      all.filter { steps[$0].activity == new.activity }
      + all.filter { steps[$0].activity != new.activity }
    let rows = new.rows.isEmpty ? [] : draft.sections.flatMap(\.steps).flatMap(\.rows)
    let bytes = written.bytes(of: start..<start)
    return order.prefix(6).flatMap { other -> [TextEdit] in
      let step = steps[other]
      func like(_ was: String, _ words: String) -> [String] {
        copies(
          of: was, step.id, step.span, as: id, words: words, from: step.next, to: next(new.next),
          in: block(step)
        ).map(\.text)
      }
      // Who does it is said in the words of the document.
      var texts = step.activity == new.activity ? like(step.subject, new.label) : []
      texts += like(step.said ?? step.sentence, new.activity.sentence(new.label))
      for row in new.rows {
        let lines = rows.filter { $0.kind == row.kind }.prefix(2).flatMap { other in
          copies(
            of: other.label, other.id, other.span, as: id + row.letter,
            words: row.label, from: other.next, to: next(row.next),
            in: blocks.block(of: other.span, self))
        }
        texts = texts.flatMap { text in lines.prefix(3).map { text + between + $0.text } }
      }
      return texts.prefix(8).map {
        TextEdit(bytes, $0 + gap)
      }
    }
  }
}
