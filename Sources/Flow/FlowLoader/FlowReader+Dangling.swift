internal import Diagnostics
internal import FlowModel

/// A target that is neither a step nor a section of the flow, and the row that leads there.
struct DanglingTarget {
  let target: TargetRecord
  let row: RowRecord
}

// Targets that do not exist, and what must have been meant. The number says little: people renumber
// steps. The likelier ones are a step that nothing leads to, and one whose title has words of the
// row.
extension FlowReader {
  /// Reports the targets that do not exist. All others are known by now.
  mutating func reportDangling() {
    guard !dangling.isEmpty, !hidesSteps else { return }
    let places = TargetPlaces(self)
    for missing in dangling {
      let known = reader.diagnostics.count
      let name = reader.string(missing.target.name)
      reader.report(
        .unknownTarget, at: missing.target.span, "step `\(name)` does not exist",
        help: help(for: name, of: missing.row, places))
      reader.danglingCount += reader.diagnostics.count - known
    }
  }

  private mutating func help(
    for name: String, of row: RowRecord, _ places: borrowing TargetPlaces
  ) -> String {
    let kinds = Target.Kind.worded
    let isNumber = name.utf8.first.map { (48...57).contains($0) } ?? false
    var question: String?
    if !suggestions.isOver {
      // A word is a mistyped word. Of steps, the number is the last that says something.
      let words = kinds.filter { !$0.isNamed }.map(\.traits.word)
      question = isNumber ? places.question(for: name, of: text(of: row), &suggestions) : nil
      question =
        question ?? suggestions.question(for: name, in: places.ids(near: name) + words)
    }
    let prefix = Array(name.utf8.prefix { $0 != UInt8(ascii: ".") })
    if let number = sectionIndex.find(0..<prefix.count, in: prefix, known: reader.pool),
      let last = tables.sections[Int(number)].steps.range.last
    {
      let section = String(decoding: prefix, as: UTF8.self)
      let ends = "section \(section) ends at \(reader.string(tables.steps[last].id))"
      return question.map { "\(ends); \($0)" } ?? ends
    }
    let forms = kinds.map {
      $0.traits.word + ($0.isNamed ? $0.destination == .flow ? " ID" : " NAME" : "")
    }
    return question
      ?? "a target is a step, a section, `\(forms.dropLast().joined(separator: "`, `"))` "
      + "or `\(forms.last ?? "")`"
  }

  /// What a row says: its own words, or those of its step.
  private func text(of row: RowRecord) -> String {
    if row.label.isPresent { return reader.string(row.label) }
    let isInRange = tables.steps.indices.contains(Int(row.step))
    return isInRange ? reader.string(tables.steps[Int(row.step)].subject) : ""
  }

  /// Whether some row leads to each step, other than to stay there, by the steps' indices. A run
  /// begins at the first.
  var isLedTo: [Bool] {
    var isLedTo = tables.steps.indices.map { $0 == 0 }
    let own = reader.pool[tables.header.id.range]
    func note(_ target: TargetRecord?) {
      guard let target else { return }
      var step = target.step
      if target.kind.destination == .flow, target.place.isPresent,
        reader.pool[target.name.range].elementsEqual(own)
      {
        step = stepIndex.find(target.place.range, in: reader.pool, known: reader.pool) ?? -1
      }
      if isLedTo.indices.contains(Int(step)) { isLedTo[Int(step)] = true }
    }
    for row in tables.rows {
      note(row.next)
      note(meant(row))
    }
    return isLedTo
  }
}
