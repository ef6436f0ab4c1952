public import FlowModel

/// Makes the program of a catalogue in two passes: first the places of the blocks, then their
/// content.
struct Compiler {
  let catalogue: Catalogue
  let reading: Reading
  private var program = ProgramTables()
  /// The first block of every flow; `-1 - flow` for an outline.
  private var starts: [Int32] = []
  private var factIndex = NameIndex()
  /// The links of the current flow, and the numbers of its facts in the run.
  private var links = FlowLinks()
  private var factNumbers: [Int32] = []
  /// For each section of the current flow, whether it has timers. Empty if none has.
  private var timedSections: [Bool] = []

  init(catalogue: Catalogue, reading: Reading) {
    self.catalogue = catalogue
    self.reading = reading
  }

  mutating func compile() -> Program {
    layOut()
    for index in catalogue.flows.indices { compile(flow: index) }
    return Program(catalogue: catalogue, reading: reading, tables: program)
  }

  private func rows(of step: StepRecord) -> Slice {
    reading == .meant ? step.rowsMeant : step.rowsWritten
  }

  private mutating func layOut() {
    var offset: Int32 = 1
    makeRoom()
    for (index, flow) in catalogue.flows.enumerated() {
      let tables = flow.tables
      starts.append(tables.all.steps.isEmpty ? -1 - Int32(index) : offset)
      program.firstSteps.append(Int32(program.flowOfStep.count))
      program.firstRows.append(Int32(program.flowOfRow.count))
      if let first = tables.all.steps.first, let last = tables.all.steps.last {
        // The rows of a flow's steps are contiguous.
        let rows = rows(of: last).range.upperBound - rows(of: first).range.lowerBound
        offset += Int32(tables.all.steps.count + rows)
      }
      program.flowOfStep.append(
        contentsOf: repeatElement(Int32(index), count: tables.all.steps.count))
      program.flowOfRow.append(
        contentsOf: repeatElement(Int32(index), count: tables.all.rows.count))
    }
    program.cells.reserveCapacity(Int(offset))
    program.rareFields.reserveCapacity(program.flowOfStep.count)
  }

  /// Reserves memory for the tables at once, since they are large. Unused memory is never touched.
  private mutating func makeRoom() {
    var (steps, rows, asked) = (0, 0, 0)
    for flow in catalogue.flows {
      steps += flow.tables.all.steps.count
      rows += flow.tables.all.rows.count
      asked += flow.tables.all.conditions.count
    }
    starts.reserveCapacity(catalogue.flows.count)
    program.firstSteps.reserveCapacity(catalogue.flows.count)
    program.firstRows.reserveCapacity(catalogue.flows.count)
    program.offsets.reserveCapacity(steps)
    program.flowOfStep.reserveCapacity(steps)
    program.flowOfRow.reserveCapacity(rows)
    program.outcomes.reserveCapacity(1 + rows)
    program.conditions.reserveCapacity(1 + asked)
  }

  private mutating func compile(flow index: Int) {
    let tables = catalogue.flows[index].tables
    links = catalogue.links[index]
    factNumbers = tables.all.facts.map { fact in
      let new = Int32(program.facts.count)
      let number = factIndex.number(of: fact.name.range, in: tables.all.pool)
      if number == new {
        let name = tables.string(fact.name)
        program.facts.append(Program.FactDomain(name: name, values: tables.strings(fact.values)))
      }
      return number
    }
    timedSections = timedSections(of: tables)
    for number in tables.all.steps.indices { compile(step: number, of: index, tables) }
  }

  private mutating func timedSections(of tables: FlowTables) -> [Bool] {
    var isTimed: [Bool] = []
    for anywhere in tables.all.anywhere where anywhere.section >= 0 {
      guard tables.rareFields(ofRow: Int(anywhere.rows.start)).after > 0 else { continue }
      if isTimed.isEmpty { isTimed = Array(repeating: false, count: tables.all.sections.count) }
      isTimed[Int(anywhere.section)] = true
      program.hasLongTimers = true
    }
    return isTimed
  }

  private mutating func compile(step number: Int, of flow: Int, _ tables: FlowTables) {
    let step = tables.all.steps[number]
    let rows = self.rows(of: step)
    let head = program.cells.count
    program.offsets.append(Int32(head) + 1)
    let firstOutcome = program.outcomes.count
    var flags: Int32 = 0
    var rare = BlockRareFields()
    if step.activity == .screen { flags |= Block.isScreen }
    if step.action.isPresent { flags |= Block.hasAction }
    if passes(step, rows, tables) { flags |= Block.passes }
    if step.activity == .call {
      flags |= Block.isCall
      rare.callee = start(of: links.callee(number, as: reading))
    }
    if step.showsValues { flags |= Block.showsValues }
    if step.rare >= 0 {
      let fields = tables.rareFields(of: step)
      if !fields.unless.isEmpty, !rows.isEmpty {
        flags |= Block.hasUnless
        rare.unless = add(fields.unless, tables, counting: .none, outcome: nil)
      }
      if !fields.values.isEmpty { flags |= Block.hasValues }
    }
    program.cells.append(
      Cell(home: Cell.head, target: 0, number: program.firstSteps[flow] + Int32(number), flags: 0))
    for (position, place) in rows.range.enumerated() {
      let index = Int(tables.all.stepRows[place])
      let row = tables.all.rows[index]
      if row.kind == .user, !row.outcome.isPresent { flags |= Block.asksUser }
      if row.rare >= 0 {
        let fields = tables.rareFields(of: row)
        if fields.showsValues { flags |= Block.showsValues }
        if fields.after > 0 {
          if flags & Block.hasTimer == 0 { rare.timers = Int32(program.timers.count) }
          flags |= Block.hasTimer
          addTimer(of: index, at: position, isCall: step.activity == .call, tables)
        }
      }
      let outcome = outcome(of: row, at: step, tables)
      addOutcome(outcome, of: row, at: position, of: step, tables)
      let target = reading == .meant ? tables.meant(row) ?? row.next : row.next
      let way = way(to: target, of: index, in: flow, tables)
      program.cells.append(
        Cell(
          home: Int32(head) + 1, target: way.target, number: program.firstRows[flow] + Int32(index),
          flags: changes(of: row, at: step, on: outcome, tables) << 4 | way.operation.rawValue))
    }
    if rare.timers > 0 { program.timers[program.timers.count - 1].isLast = true }
    if program.outcomes.count > firstOutcome {
      program.outcomes[program.outcomes.count - 1].isLast = true
      program.cells[head].target = Int32(firstOutcome)
    }
    program.cells[head].flags = flags
    program.rareFields.append(rare)
  }

  private mutating func addTimer(
    of index: Int, at position: Int, isCall: Bool, _ tables: FlowTables
  ) {
    let rare = tables.rareFields(ofRow: index)
    let scope = Row(tables: tables, index: index).scope
    program.timers.append(
      ProgramTimer(
        row: Int32(position), after: rare.after, scope: scope, restarts: rare.restarts,
        isLast: false))
    if isCall || scope != .step { program.hasLongTimers = true }
  }

  /// Whether a run announces the step and continues: it has no action, needs no user, and has only
  /// its own row.
  private func passes(_ step: StepRecord, _ rows: Slice, _ tables: FlowTables) -> Bool {
    guard step.hasOwnRow, rows.count > 0, !step.action.isPresent, step.activity.isPassing else {
      return false
    }
    // A row that holds anywhere is taken where a run waits, and does not make it wait.
    if rows.count > 1, tables.all.rows[Int(tables.all.stepRows[Int(rows.start) + 1])].anywhere == 0
    {
      return false
    }
    let row = Int(tables.all.stepRows[Int(rows.start)])
    return tables.all.rows[row].anywhere == 0 && tables.rareFields(ofRow: row).after == 0
  }

  /// The first block of a flow; below 0 for an outline, or a flow that does not exist.
  private func start(of flow: Int32) -> Int32 {
    flow < 0 ? BlockRareFields.missing : starts[Int(flow)]
  }

  /// The block of a step: after the heads and rows of all steps before it.
  private func block(of step: Int, in flow: Int, _ tables: FlowTables) -> Int32 {
    let before = rows(of: tables.all.steps[step]).start - rows(of: tables.all.steps[0]).start
    return starts[flow] + Int32(step) + Int32(before)
  }

  private mutating func way(
    to target: TargetRecord?, of row: Int, in flow: Int, _ tables: FlowTables
  ) -> (target: Int32, operation: Operation) {
    guard let target else { return (0, Operation.end) }
    let missing = (program.firstRows[flow] + Int32(row), Operation.missing)
    switch target.kind {
    case .step, .section:
      guard target.step >= 0 else { return missing }
      let step = Int(target.step)
      let block = block(of: step, in: flow, tables)
      let section = tables.all.steps[step].section
      if !timedSections.isEmpty, timedSections[Int(section)],
        Row(tables: tables, index: row).step(reading).record.section != section
      {
        return (block, Operation.section)
      }
      return (block, entrance(tables.all.steps[step], tables))
    case .stay: return (0, Operation.stay)
    case .back: return (0, Operation.back)
    case .resume: return (0, Operation.resume)
    case .end: return (0, Operation.end)
    case .result: return (symbol(target.name.range, in: tables.all.pool), Operation.result)
    case .goto, .error:
      let link = links.link(row, as: reading)
      let start = start(of: link.flow)
      guard start != BlockRareFields.missing else { return missing }
      if start < 0 { return (-1 - start, Operation.outline) }
      guard link.step >= 0 else { return missing }
      let other = catalogue.flows[Int(link.flow)].tables
      let block = block(of: Int(link.step), in: Int(link.flow), other)
      return (block, target.kind == .goto ? Operation.goto : Operation.error)
    }
  }

  /// The operation of a row that leads to a step.
  private func entrance(_ step: StepRecord, _ tables: FlowTables) -> Operation {
    guard step.activity == .screen else { return Operation.step }
    let isPlain = step.rare < 0 || tables.rareFields(of: step).unless.isEmpty
    return isPlain ? Operation.screen : Operation.screenUnless
  }

  private mutating func symbol(_ range: Range<Int>, in pool: [UInt8]) -> Int32 {
    let new = Int32(program.symbols.count)
    let number = program.symbolIndex.number(of: range, in: pool)
    if number == new { program.symbols.append(String(decoding: pool[range], as: UTF8.self)) }
    return number
  }

  /// The outcome for which a row is taken, like ``Row/expectedOutcome``. Nil if there is none.
  private mutating func outcome(
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
  private mutating func addOutcome(
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

  private mutating func add(
    _ slice: Slice, _ tables: FlowTables, counting counts: Slice, outcome: Int32?
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
  private func isCounted(
    _ fact: Int32, _ counts: Slice, _ outcome: Int32?, _ tables: FlowTables
  ) -> Bool {
    counts.range.contains {
      tables.all.changes[$0].fact == fact && self.counts(tables.all.changes[$0], outcome, tables)
    }
  }

  private func counts(_ change: ChangeRecord, _ outcome: Int32?, _ tables: FlowTables) -> Bool {
    outcome != nil
      && program.symbolIndex.find(change.outcome.range, in: tables.all.pool) == outcome
  }

  private func last(of fact: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: program.facts[Int(fact)].values.count - 1)
  }

  /// The changes of facts when a row is taken: first those that its step counts, then its own.
  private mutating func changes(
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

  private mutating func add(_ change: ChangeRecord) {
    let fact = factNumbers[Int(change.fact)]
    let value =
      change.kind == .count
      ? last(of: fact) : change.kind == .set ? UInt8(truncatingIfNeeded: change.value) : 0
    program.changes.append(
      ProgramChange(fact: fact, value: value, counts: change.kind == .count, isLast: false))
  }
}

extension Catalogue {
  /// Compiles the flows for a reading, in time linear in the size of the catalogue.
  public func compiled(as reading: Reading = .written) -> Program {
    var compiler = Compiler(catalogue: self, reading: reading)
    return compiler.compile()
  }
}
