// Rows of a flow by their numbers, and those that are looked for.
extension FlowGraph {
  /// The kind of the target of the row at an index. Nil if the row does not exist in the reading.
  package func targetKind(ofRow row: Int) -> Target.Kind? { ends[row].kind }

  /// The index of the step that the row at an index leads to; -1 if it leads to none of this flow.
  package func next(ofRow row: Int) -> Int { Int(ends[row].next) }

  /// The index of the step that the row at an index belongs to.
  package func step(ofRow row: Int) -> Int { Int(ends[row].home) }

  /// The rows of a set of steps, ordered by step.
  package func rows(of steps: StepSet) -> [Row] {
    var found: [Row] = []
    found.reserveCapacity(rows.count)
    for step in tables.all.steps.indices where steps.contains(step) {
      for edge in range(of: step) { found.append(Row(tables: tables, index: Int(rows[edge]))) }
    }
    return found
  }

  /// The rows of a set of steps for whose index something holds, ordered by step.
  package func rows(of steps: StepSet, where isWanted: (Int) -> Bool) -> [Row] {
    var found: [Row] = []
    for step in tables.all.steps.indices where steps.contains(step) {
      for edge in range(of: step) where isWanted(Int(rows[edge])) {
        found.append(Row(tables: tables, index: Int(rows[edge])))
      }
    }
    return found
  }

  /// The rows of a set of steps with a kind of target that leads out of the flow, ordered by step.
  package func rows(of steps: StepSet, leading kind: Target.Kind) -> [Row] {
    var found: [Row] = []
    for step in tables.all.steps.indices where steps.contains(step) {
      for edge in range(of: step)
      where targets[edge] < 0 && ends[Int(rows[edge])].kind == kind {
        found.append(Row(tables: tables, index: Int(rows[edge])))
      }
    }
    return found
  }

  /// The rows that leave the flow, ordered by step.
  package var leavings: [Row] {
    var leavings: [Row] = []
    for edge in rows.indices where targets[edge] < 0 {
      leavings.append(Row(tables: tables, index: Int(rows[edge])))
    }
    return leavings
  }

  /// The rows that leave the flow with a kind of target, ordered by step.
  package func leavings(to kind: Target.Kind) -> [Row] {
    var leavings: [Row] = []
    for edge in rows.indices where targets[edge] < 0 && ends[Int(rows[edge])].kind == kind {
      leavings.append(Row(tables: tables, index: Int(rows[edge])))
    }
    return leavings
  }

  /// Whether several rows of the step at an index may be taken for the same outcome. True also for
  /// a step with so many rows that comparing all would take long.
  package func mayRepeatOutcome(ofStep step: Int) -> Bool {
    let edges = range(of: step)
    guard edges.count > 1 else { return false }
    guard edges.count <= 16 else { return true }
    // A step's own row has an outcome without a name, and extensions beside it.
    if edges.contains(where: { tables.all.rows[Int(rows[$0])].kind == .own }) { return true }
    for later in edges.dropFirst() {
      guard let outcome = outcome(ofRow: Int(rows[later])) else { continue }
      for earlier in edges.lowerBound..<later {
        guard let other = self.outcome(ofRow: Int(rows[earlier])) else { continue }
        if tables.isSame(outcome, as: other, of: tables) { return true }
      }
    }
    return false
  }

  /// The text of the outcome for which the row at an index is taken. Nil also for a step's own row.
  private func outcome(ofRow row: Int) -> PooledText? {
    let record = tables.all.rows[row]
    if record.outcome.isPresent { return record.outcome }
    return record.kind == .result || record.kind == .error ? record.label : nil
  }
}
