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
      unless: guards(tables.unless(of: head)),
      callee: head.flags & Block.isCall == 0 ? nil : callee(rare.callee, of: step),
      passes: head.flags & Block.passes != 0)
  }

  private func exported(_ row: Row, cell: Cell, _ position: Int, of head: Cell) -> ExportRow {
    ExportRow(
      row: row, outcome: row.expectedOutcome,
      guards: guards(tables.conditions(ofRow: position, of: head)),
      changes: tables.changes(at: cell.changes).map {
        ExportChange(fact: Int($0.fact), value: Int($0.value), counts: $0.counts)
      },
      way: way(cell), after: row.after)
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

  /// Conditions, for the facts as they are before the row counts.
  private func guards(_ conditions: ArraySlice<ProgramCondition>) -> [ExportGuard] {
    conditions.map { condition in
      ExportGuard(
        fact: Int(condition.fact),
        values: facts[Int(condition.fact)].values.indices.filter {
          condition.holds(UInt8(truncatingIfNeeded: $0))
        })
    }
  }
}
