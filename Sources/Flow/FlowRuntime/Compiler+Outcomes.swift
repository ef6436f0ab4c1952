internal import FlowModel

// Symbols, outcomes and changes of facts.
extension Compiler {
  mutating func symbol(_ range: Range<Int>, in pool: [UInt8]) -> Int32 {
    let new = Int32(program.symbols.count)
    let number = program.symbolIndex.number(of: range, in: pool)
    if number == new { program.symbols.append(String(decoding: pool[range], as: UTF8.self)) }
    return number
  }

  /// The outcome for which a row is taken, like ``Row/expectedOutcome``. Nil if there is none.
  mutating func outcome(
    of row: RowRecord, at step: StepRecord, _ tables: FlowTables
  ) -> Int32? {
    if row.outcome.isPresent { return symbol(row.outcome.range, in: tables.all.pool) }
    if row.kind == .result || row.kind == .error {
      return symbol(row.label.range, in: tables.all.pool)
    }
    guard row.kind == .own, step.action.isPresent || step.activity == .call else { return nil }
    let done = Array("done".utf8)
    return symbol(0..<done.count, in: done)
  }

  /// Adds a row to the outcome rows of its step. They are in document order, and the first one
  /// whose conditions hold is taken.
  mutating func addOutcome(
    _ outcome: Int32?, of row: RowRecord, at position: Int, of step: StepRecord,
    _ tables: FlowTables
  ) {
    guard outcome != nil || !row.conditions.isEmpty else { return }
    let conditions =
      row.conditions.isEmpty
      ? 0 : add(row.conditions, tables, counting: step.counts, outcome: outcome)
    program.outcomes.append(
      OutcomeRow(
        symbol: outcome ?? OutcomeRow.person, row: Int32(position), conditions: conditions,
        isLast: false))
  }

  mutating func add(
    _ slice: TableRange, _ tables: FlowTables, counting counts: TableRange, outcome: Int32?
  ) -> Int32 {
    let start = Int32(program.conditions.count)
    for index in slice.range {
      let condition = tables.all.conditions[index]
      let fact = factNumbers[Int(condition.fact)]
      program.conditions.append(
        ProgramCondition(
          mask: condition.mask, fact: fact, last: last(of: fact),
          counts: isCounted(condition.fact, counts, outcome, tables),
          isLast: index == slice.range.upperBound - 1))
    }
    return start
  }

  /// Whether a fact is incremented by that outcome.
  func isCounted(
    _ fact: Int32, _ counts: TableRange, _ outcome: Int32?, _ tables: FlowTables
  ) -> Bool {
    counts.range.contains {
      tables.all.changes[$0].fact == fact && self.counts(tables.all.changes[$0], outcome, tables)
    }
  }

  func counts(_ change: ChangeRecord, _ outcome: Int32?, _ tables: FlowTables) -> Bool {
    outcome != nil
      && program.symbolIndex.find(change.outcome.range, in: tables.all.pool) == outcome
  }

  func last(of fact: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: program.facts[Int(fact)].values.count - 1)
  }

  /// The changes of facts when a row is taken: first those that its step counts, then its own.
  mutating func changes(
    of row: RowRecord, at step: StepRecord, on outcome: Int32?, _ tables: FlowTables
  ) -> Int32 {
    guard !step.counts.isEmpty || !row.changes.isEmpty else { return 0 }
    let start = program.changes.count
    for index in step.counts.range where counts(tables.all.changes[index], outcome, tables) {
      add(tables.all.changes[index])
    }
    for index in row.changes.range { add(tables.all.changes[index]) }
    guard program.changes.count > start else { return 0 }
    program.changes[program.changes.count - 1].isLast = true
    return Int32(start)
  }

  mutating func add(_ change: ChangeRecord) {
    let fact = factNumbers[Int(change.fact)]
    let value =
      change.kind == .count
      ? last(of: fact) : change.kind == .set ? UInt8(truncatingIfNeeded: change.value) : 0
    program.changes.append(
      ProgramChange(fact: fact, value: value, counts: change.kind == .count, isLast: false))
  }
}
