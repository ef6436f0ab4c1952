internal import FlowEdit
internal import FlowModel
internal import FlowReports

// What is shown about something that is named, as the printed table has it.
extension Workspace {
  /// The text about something that is named. Nil if there is nothing to say.
  mutating func text(about subject: Mention.Subject) -> String? {
    let catalogue = catalogue()
    switch subject {
    case .flow(let id):
      guard let flow = catalogue.flow(id: id) else { return nil }
      let first = flow.firstStep.map { Workspace.lines(of: $0, in: catalogue) } ?? []
      let about = (flow.outline ?? flow.summary).map { [$0] } ?? []
      return (["\(flow.id) \(flow.title) (\(flow.kind.rawValue))"] + about + first)
        .joined(separator: "\n")
    case .section(let flow, let id):
      guard let flow = catalogue.flow(id: flow),
        let section = flow.sections.first(where: { $0.id == id })
      else { return nil }
      let steps = section.steps.map { "  \($0.id)  \($0.text(in: catalogue))" }
      return (["\(flow.id):\(id)  \(section.title)"] + steps).joined(separator: "\n")
    case .step(let flow, let id):
      guard let step = catalogue.flow(id: flow)?.step(id) else { return nil }
      return Workspace.lines(of: step, in: catalogue).joined(separator: "\n")
    case .row(let flow, let reference):
      guard let row = catalogue.flow(id: flow)?.row(reference) else { return nil }
      let head = "\(row.step.qualified)  \(row.step.text(in: catalogue))"
      return ([head] + Workspace.lines(of: row)).joined(separator: "\n")
    case .name(let flow, let name):
      guard let flow = catalogue.flow(id: flow) else { return nil }
      if let step = flow.namedStep(name) {
        return text(about: .step(flow: flow.id, id: step.id))
      }
      let row = flow.rows.first { $0.name == name }
      return row.flatMap { text(about: .row(flow: flow.id, reference: $0.reference)) }
    case .result(let flow, let name):
      let callers = CatalogueGraph(catalogue, as: .written)
      guard let flow = catalogue.flow(id: flow) else { return nil }
      let rows = callers.callers(of: flow).flatMap { $0.rows(.written) }
        .filter { $0.outcome == name }
      return
        (["the result `\(name)` of \(flow.id) \(flow.title)"]
        + rows.map { "  \($0.qualified)  \($0.text) -> \($0.next?.description ?? "")" })
        .joined(separator: "\n")
    case .fact(let name):
      guard let fact = catalogue.flows.lazy.flatMap(\.facts).first(where: { $0.name == name }),
        let first = fact.values.first, let last = fact.values.last
      else { return nil }
      return fact.isCounter
        ? "the counter `\(name)`: \(first) to \(last)"
        : "the fact `\(name)`: \(fact.values.joined(separator: ", ")); at first \(first)"
    case .action(let name):
      let steps = catalogue.flows.flatMap(\.steps).filter { $0.action == name }
      let outcomes = Workspace.outcomes(of: name, in: catalogue)
      return
        (["the action `\(name)` answers: \(outcomes.joined(separator: ", "))"]
        + steps.map { "  \($0.qualified)  \($0.text(in: catalogue))" }).joined(separator: "\n")
    }
  }

  /// A step and its rows.
  private static func lines(of step: Step, in catalogue: Catalogue) -> [String] {
    let name = step.name.map { "  [\($0)]" } ?? ""
    let head = "\(step.qualified)  \(step.text(in: catalogue))\(name)"
    if step.hasOwnRow, let row = step.rows(.meant).first { return [head + arrow(row)] }
    return [head] + step.rows(.meant).filter { !$0.isAnywhere }.flatMap { lines(of: $0) }
  }

  /// A row as the printed table has it, with what was meant.
  private static func lines(of row: Row) -> [String] {
    let needs = row.conditions.isEmpty ? "" : "  (\(row.needs))"
    let name = row.name.map { "  [\($0)]" } ?? ""
    var lines = ["  \(row.reference)  \(row.text)\(arrow(row))\(needs)\(name)"]
    if let meant = row.meant {
      lines.append("      meant: \(meant)" + (row.why.map { ", \($0)" } ?? ""))
    }
    return lines
  }

  private static func arrow(_ row: Row) -> String { row.next.map { " -> \($0)" } ?? "" }

  /// The outcomes of an action for which some row is taken, sorted.
  static func outcomes(of action: String, in catalogue: Catalogue) -> [String] {
    let rows = catalogue.flows.flatMap(\.steps).filter { $0.action == action }
      .flatMap { $0.rows(.meant) }
    return Set(rows.filter { !$0.isAnywhere }.compactMap(\.expectedOutcome)).sorted()
  }
}
