public import FlowModel

/// Makes the program of a catalogue in two passes: first the places of the blocks, then their
/// content.
struct Compiler {
  let catalogue: Catalogue
  let reading: Reading
  var program = ProgramTables()
  /// The first block of every flow; `-1 - flow` for an outline.
  var starts: [Int32] = []
  var factIndex = NameIndex()
  /// The links of the current flow, and the numbers of its facts in the run.
  var links = FlowLinks()
  var factNumbers: [Int32] = []
  /// For each section of the current flow, whether it has timers. Empty if none has.
  var timedSections: [Bool] = []

  init(catalogue: Catalogue, reading: Reading) {
    self.catalogue = catalogue
    self.reading = reading
  }

  mutating func compile() -> Program {
    layOut()
    for index in catalogue.flows.indices { compile(flow: index) }
    return Program(catalogue: catalogue, reading: reading, tables: program)
  }

  func rows(of step: StepRecord) -> TableRange {
    reading == .meant ? step.rowsMeant : step.rowsWritten
  }

  mutating func layOut() {
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
  mutating func makeRoom() {
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

  mutating func compile(flow index: Int) {
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

  mutating func timedSections(of tables: FlowTables) -> [Bool] {
    var isTimed: [Bool] = []
    for anywhere in tables.all.anywhere where anywhere.section >= 0 {
      guard tables.rareFields(ofRow: Int(anywhere.rows.start)).after > 0 else { continue }
      if isTimed.isEmpty { isTimed = Array(repeating: false, count: tables.all.sections.count) }
      isTimed[Int(anywhere.section)] = true
      program.hasLongTimers = true
    }
    return isTimed
  }

  mutating func compile(step number: Int, of flow: Int, _ tables: FlowTables) {
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

  mutating func addTimer(
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
  func passes(_ step: StepRecord, _ rows: TableRange, _ tables: FlowTables) -> Bool {
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
  func start(of flow: Int32) -> Int32 {
    flow < 0 ? BlockRareFields.missing : starts[Int(flow)]
  }

  /// The block of a step: after the heads and rows of all steps before it.
  func block(of step: Int, in flow: Int, _ tables: FlowTables) -> Int32 {
    let before = rows(of: tables.all.steps[step]).start - rows(of: tables.all.steps[0]).start
    return starts[flow] + Int32(step) + Int32(before)
  }

  mutating func way(
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
  func entrance(_ step: StepRecord, _ tables: FlowTables) -> Operation {
    guard step.activity == .screen else { return Operation.step }
    let isPlain = step.rare < 0 || tables.rareFields(of: step).unless.isEmpty
    return isPlain ? Operation.screen : Operation.screenUnless
  }
}

extension Catalogue {
  /// Compiles the flows for a reading, in time linear in the size of the catalogue.
  public func compiled(as reading: Reading = .written) -> Program {
    var compiler = Compiler(catalogue: self, reading: reading)
    return compiler.compile()
  }
}
