internal import Diagnostics
internal import FlowCheck
internal import FlowEdit
internal import FlowLoader
internal import FlowModel

// Rows that are missing.
extension FixProposals {
  private var step: Step? {
    switch finding.part {
    case .step(let step): step
    case .row(let row): row.step
    case nil, .flow, .section: nil
    }
  }

  /// Adds a row to the step, under the next letter. Nil if the step has no rows.
  private func adding(_ row: EditValue, to step: Step) -> (id: String, operation: EditOperation)? {
    guard case .mapping(let pairs)? = value(.step(step.id))?["rows"] else { return nil }
    let letters = pairs.map(\.key).filter { $0.count == 1 }.compactMap(\.utf8.first)
    guard let last = letters.max(), last < UInt8(ascii: "z"), last >= UInt8(ascii: "a") else {
      return nil
    }
    let letter = String(UnicodeScalar(last + 1))
    return (
      step.id + letter, .add(.pair(letter, row), to: "rows", of: .step(step.id), before: nil)
    )
  }

  private func adding(_ title: String, _ row: EditValue, to step: Step) -> [Fix] {
    guard let (id, operation) = adding(row, to: step) else { return [] }
    return change("add row `\(id)` \(title)", operation)
  }

  /// The row for a combination of facts that none covers, like the last row of the outcome.
  var cases: [Fix] {
    guard let step else { return [] }
    let graph = CatalogueGraph(flows.result.readable, as: .written)
    guard let own = graph.graphs.first(where: { $0.flow.path == path }),
      let here = own.flow.step(step.id)
    else { return [] }
    return MissingCase.all(at: here, in: own).prefix(1).flatMap { missing -> [Fix] in
      guard case .mapping(let pairs)? = value(.row(missing.like.reference)) else { return [] }
      let kept: Set<String> = ["case", "result", "event", "error", "on", "next", "meant"]
      var row = pairs.filter { kept.contains($0.key) }
      let target = row.first { $0.key == "next" } ?? row.first { $0.key == "meant" }
      row.removeAll { $0.key == "next" || $0.key == "meant" }
      let conditions = missing.conditions.map { fact, values in
        EditValue.Pair(
          fact, values.count == 1 ? .text(values[0]) : .list(values.map { .text($0) }))
      }
      row.append(EditValue.Pair("if", .mapping(conditions)))
      row.append(EditValue.Pair("next", target?.value ?? "end"))
      return adding("for it", .mapping(row), to: step)
    }
  }

  /// A row for an answer or a result that no row is for.
  var answers: [Fix] {
    guard let step, names.count > 1 else { return [] }
    let name = names[1]
    let head: EditValue =
      rule == "result-unhandled"
      ? ["result": .text(name)] : ["case": .text(name), "on": .text(name)]
    guard case .mapping(let pairs) = head else { return [] }
    return ["back", "end", "stay"].flatMap { target in
      adding(
        "for `\(name)`", .mapping(pairs + [EditValue.Pair("next", .text(target))]), to: step)
    }
  }

  /// A button without a row, or a row without a button.
  var buttons: [Fix] {
    guard let step, let name = names.first else { return [] }
    if rule == "row-without-button" {
      guard names.count > 1, case .list(let items)? = value(.step(step.id))?["buttons"] else {
        return []
      }
      return change(
        "add the button `\(names[1])`",
        .set(.step(step.id), key: "buttons", .list(items + [.text(names[1])])))
    }
    if finding.diagnostic.message.contains("is spelled differently"), names.count > 1 {
      guard let text = value(.row(names[1]))?["user"]?.text,
        let range = FixProposals.range(of: name, in: text)
      else { return [] }
      return change(
        "write `\(name)` in row `\(names[1])`",
        .set(.row(names[1]), key: "user", .text(text.replacingCharacters(in: range, with: name))))
    }
    return adding(
      "for `\(name)`", ["user": .text("selects \(name)"), "next": "stay"], to: step)
  }

  /// Where a text occurs in another one, whatever the case of its letters.
  private static func range(of name: String, in text: String) -> Range<String.Index>? {
    let (all, wanted) = (Array(text.lowercased()), Array(name.lowercased()))
    guard all.count == text.count, wanted.count <= all.count else { return nil }
    for start in 0...(all.count - wanted.count)
    where all[start..<start + wanted.count].elementsEqual(wanted) {
      let first = text.index(text.startIndex, offsetBy: start)
      return first..<text.index(first, offsetBy: wanted.count)
    }
    return nil
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
