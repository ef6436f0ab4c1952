internal import FlowModel

extension Check {
  static let systemLoop = Check(
    "system-loop", "steps of the system that go round without anybody acting"
  ) { context, findings in
    // A row that leads back to a step on the current path of the walk closes a loop.
    var seen = StepSet(of: context.flow)
    var open = StepSet(of: context.flow)
    let graph = context.graph
    let isSilent = context.traits.steps.map { $0.contains(.silent) }
    for first in isSilent.indices
    where isSilent[first] && context.reached.contains(first) && seen.insert(first) {
      var way = [(step: first, edge: Int(graph.starts[first]))]
      open.insert(first)
      while let (step, edge) = way.last {
        guard edge < graph.starts[step + 1] else {
          open.remove(step)
          way.removeLast()
          continue
        }
        way[way.count - 1].edge = edge + 1
        let index = Int(graph.rows[edge])
        // Most rows are not silent, which their traits tell.
        guard context.traits.rows[index].contains(.silent) else { continue }
        let row = context.flow.rowOfSteps(at: index)
        guard let next = next(row, context), isSilent[next],
          !context.traits.steps[step].contains(.call)
            || graph.isSilent(row, context.catalogue.silentResults)
        else { continue }
        if open.contains(next) {
          findings.add(
            at: .row(row), span: context.targetSpan(row),
            """
            row `\(row.reference)` leads back to `\(context.flow.step(at: next).id)`, and nobody \
            acts on the way
            """,
            help: "let the user try again, count the tries, or wait with `after`",
            isUnsure: saysTooLittle(way.drop { $0.step != next }.map(\.step), context))
        } else if seen.insert(next) {
          open.insert(next)
          way.append((next, Int(graph.starts[next])))
        }
      }
    }
    for row in context.catalogue.circling.isEmpty ? [] : context.rows {
      guard let next = context.catalogue.circling[row],
        context.graph.successor(of: row) == .flow(next)
      else { continue }
      findings.add(
        at: .row(row), span: context.targetSpan(row),
        "row `\(row.reference)` leads to `\(next.qualified)`, from where runs come back, and "
          + "nobody acts on the way",
        help: "let the user try again, count the tries, or wait with `after`")
    }
  }

  /// Whether steps of a scenario are sentences only, in which somebody may act or time may pass.
  private static func saysTooLittle(_ steps: [Int], _ context: CheckContext) -> Bool {
    guard case .scenario = context.flow.form else { return false }
    return steps.allSatisfy { !context.traits.steps[$0].contains(.action) }
  }

  /// The index of the step of the flow that a row leads to, also by a `goto` to its own flow, or
  /// through an error flow that returns without anybody acting.
  private static func next(_ row: Row, _ context: CheckContext) -> Int? {
    let next = context.graph.next(ofRow: row.index)
    if next >= 0 { return next }
    if context.graph.targetKind(of: row) == .error,
      case .error(let first) = context.graph.successor(of: row)
    {
      let isSilent = !context.catalogue.silentResults(of: first.flow).isEmpty
      return isSilent ? context.graph.step(ofRow: row.index) : nil
    }
    return context.graph.nextInFlow(row)?.index
  }
}
