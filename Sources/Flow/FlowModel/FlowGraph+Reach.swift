// Which steps of a flow lead to which others.
extension FlowGraph {
  /// The steps that can be reached from some steps, including these.
  ///
  /// - Parameter through: whether a row may be taken; nil means any row.
  public func reachable(
    from first: some Sequence<Step>, through: ((Row) -> Bool)? = nil
  ) -> StepSet {
    var reached = StepSet(of: flow)
    reach(first, &reached, through: through)
    return reached
  }

  /// Adds the steps that can be reached from `first` to `reached`. Steps already in `reached` are
  /// not followed.
  public func reach(
    _ first: some Sequence<Step>, _ reached: inout StepSet, through: ((Row) -> Bool)? = nil
  ) {
    var waiting: [Int] = []
    waiting.reserveCapacity(8)
    for step in first where reached.insert(step.index) { waiting.append(step.index) }
    while let step = waiting.popLast() {
      for edge in range(of: step) where targets[edge] >= 0 {
        if let through, !through(Row(tables: tables, index: Int(rows[edge]))) { continue }
        if reached.insert(Int(targets[edge])) { waiting.append(Int(targets[edge])) }
      }
    }
  }

  /// The steps from which one of these steps can be reached, including these.
  public func leading(to goals: some Sequence<Step>) -> StepSet {
    var before = [[Int]](repeating: [], count: tables.all.steps.count)
    for step in tables.all.steps.indices {
      for edge in range(of: step) where targets[edge] >= 0 {
        before[Int(targets[edge])].append(step)
      }
    }
    var leading = StepSet(of: flow)
    var waiting: [Int] = []
    for step in goals where leading.insert(step.index) { waiting.append(step.index) }
    while let step = waiting.popLast() {
      for from in before[step] where leading.insert(from) { waiting.append(from) }
    }
    return leading
  }

  /// The first row, by steps, that leaves the flow on a path beginning with `row`. Nil if there is
  /// none.
  ///
  /// - Parameter through: whether a row may be taken; also asked for `row`.
  public func firstExit(from row: Row, through: @escaping (Row) -> Bool) -> Row? {
    guard through(row) else { return nil }
    return firstExit(from: row, stoppingAt: nil, unless: through)
  }

  /// The first row, by steps, that leaves the flow on a path beginning with `row`. Nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - ends: the steps at which paths end, as a rule. Nil for all steps.
  ///   - isExempt: whether a row of these steps may be taken even so; not asked for `row`.
  package func firstExit(
    from row: Row, stoppingAt ends: StepSet?, unless isExempt: (Row) -> Bool
  ) -> Row? {
    guard let first = next(row) else { return row }
    func mayTake(_ edge: Int, at step: Int) -> Bool {
      guard ends?.contains(step) ?? true else { return true }
      return rows[edge] == row.index || isExempt(Row(tables: tables, index: Int(rows[edge])))
    }
    var reached = StepSet(of: flow)
    reached.insert(first.index)
    var waiting = [first.index]
    while let step = waiting.popLast() {
      for edge in range(of: step) where targets[edge] >= 0 && mayTake(edge, at: step) {
        if reached.insert(Int(targets[edge])) { waiting.append(Int(targets[edge])) }
      }
    }
    for step in tables.all.steps.indices where reached.contains(step) {
      for edge in range(of: step) where targets[edge] < 0 && mayTake(edge, at: step) {
        return Row(tables: tables, index: Int(rows[edge]))
      }
    }
    return nil
  }
}
