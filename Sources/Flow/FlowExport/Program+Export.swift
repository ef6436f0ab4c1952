package import FlowModel
package import FlowRuntime

extension Program {
  /// What a step does, as the machine runs it. Nil for a step of another catalogue.
  package func exported(_ step: Step) -> ExportPlace? {
    guard let block = block(of: step) else { return nil }
    let head = head(of: block)
    let rare = tables.rareFields[Int(head.number)]
    let rows = step.rows(reading).enumerated().map { position, row in
      exported(row, cell: tables.cells[Int(block) + position], position, of: head)
    }
    return ExportPlace(
      step: step, rows: rows,
      unless: head.flags & Block.hasUnless == 0 ? [] : guards(at: rare.unless),
      callee: head.flags & Block.isCall == 0 ? nil : callee(rare.callee, of: step),
      passes: head.flags & Block.passes != 0)
  }

  private func exported(_ row: Row, cell: Cell, _ position: Int, of head: Cell) -> ExportRow {
    var conditions: Int32 = 0
    var place = Int(head.target)
    while true {
      let outcome = tables.outcomes[place]
      if outcome.row == position { conditions = outcome.conditions }
      if outcome.isLast { break }
      place += 1
    }
    return ExportRow(
      row: row, outcome: row.expectedOutcome, guards: guards(at: conditions),
      changes: changes(at: cell.changes), way: way(cell), after: row.after)
  }

  private func callee(_ start: Int32, of step: Step) -> ExportPlace.Callee {
    if start >= 0 { return .step(self.step(at: start)) }
    if start == BlockRareFields.missing { return .missing(step.callee(reading) ?? "") }
    return .outline(catalogue.flows[Int(-1 - start)].id)
  }

  private func way(_ cell: Cell) -> ExportWay {
    switch cell.operation {
    case .step, .screen, .screenUnless, .section:
      .step(step(at: cell.target))
    case .stay: .stay
    case .goto: .goto(step(at: cell.target))
    case .error: .error(step(at: cell.target))
    case .outline: .outline(catalogue.flows[Int(cell.target)].id)
    case .back: .back
    case .resume: .resume
    case .result: .result(tables.symbols[Int(cell.target)])
    case .missing: .missing(row(cell.target).target(reading)?.description ?? "")
    case .end: .end
    }
  }

  /// The conditions from an index on, for the facts as they are before the row counts.
  private func guards(at start: Int32) -> [ExportGuard] {
    guard start != 0 else { return [] }
    var guards: [ExportGuard] = []
    var place = Int(start)
    while true {
      let condition = tables.conditions[place]
      let values = facts[Int(condition.fact)].values.indices.filter {
        condition.holds(UInt8(truncatingIfNeeded: $0))
      }
      guards.append(ExportGuard(fact: Int(condition.fact), values: values))
      if condition.isLast { return guards }
      place += 1
    }
  }

  private func changes(at start: Int32) -> [ExportChange] {
    guard start != 0 else { return [] }
    var changes: [ExportChange] = []
    var place = Int(start)
    while true {
      let change = tables.changes[place]
      changes.append(
        ExportChange(fact: Int(change.fact), value: Int(change.value), counts: change.counts))
      if change.isLast { return changes }
      place += 1
    }
  }
}
