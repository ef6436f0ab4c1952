/// Which rows may be taken.
extension Machine {
  // Inlined, since a runner asks for these at every step and a call would copy the machine.

  /// Whether all conditions from this index hold.
  @inline(__always)
  package func holds(_ start: Int32) -> Bool {
    guard start != 0 else { return true }
    var place = Int(start)
    while true {
      let condition = program.tables.conditions[place]
      guard condition.holds(facts[Int(condition.fact)]) else { return false }
      if condition.isLast { return true }
      place += 1
    }
  }

  /// Whether the conditions of a row hold, after its outcome was counted.
  public func allows(_ row: Int) -> Bool { allows(row, at: head) }

  @inline(__always)
  package func allows(_ row: Int, at head: Cell) -> Bool {
    let outcomes = program.tables.outcomes
    var place = Int(head.target)
    while true {
      if Int(outcomes[place].row) == row { return holds(outcomes[place].conditions) }
      if outcomes[place].isLast { return true }
      place += 1
    }
  }

  /// The position of the row to take for an outcome now. Nil if the step has none.
  public func row(for outcome: Outcome) -> Int? {
    row(for: outcome, whatever: false)
  }

  /// Whether the step has a row for an outcome, whatever the facts are.
  func handles(_ outcome: Outcome) -> Bool { row(for: outcome, whatever: true) != nil }

  @inline(__always)
  private func row(for outcome: Outcome, whatever isAny: Bool) -> Int? {
    let outcomes = program.tables.outcomes
    var place = Int(head.target)
    while true {
      let row = outcomes[place]
      if row.symbol == outcome.symbol, isAny || holds(row.conditions) { return Int(row.row) }
      if row.isLast { return nil }
      place += 1
    }
  }

  /// The same by the name of the outcome. A step has few rows with short names, so comparing them
  /// is faster than hashing.
  @inline(__always)
  package func row(answering name: String) -> Int? {
    var place = Int(head.target)
    var symbol = Int32.min
    while true {
      let row = program.tables.outcomes[place]
      if symbol < 0, row.symbol >= 0, program.tables.symbols[Int(row.symbol)] == name {
        symbol = row.symbol
      }
      if row.symbol == symbol, row.conditions == 0 || holds(row.conditions) {
        return Int(row.row)
      }
      if row.isLast { return nil }
      place += 1
    }
  }
}
