public import FlowModel

/// Makes the program of a catalogue, in two passes: where blocks lie, then what is in them.
struct Compiler {
  let catalogue: Catalogue
  let reading: Reading
  private var cells: [Cell] = []
  private var details: [StepDetails] = []
  // The first of each is nobody's: 0 stands for none.
  private var changes = [Change(fact: 0, value: 0, counts: false, isLast: true)]
  private var conditions = [Condition(mask: 0, fact: 0, last: 0, counts: false, isLast: true)]
  private var outcomes = [
    OutcomeRow(symbol: OutcomeRow.person, row: -1, conditions: 0, isLast: true)
  ]
  private var offsets: [Int32] = []
  private var firstSteps: [Int32] = []
  private var firstRows: [Int32] = []
  private var flowOfStep: [Int32] = []
  private var flowOfRow: [Int32] = []
  private var facts: [Program.FactDomain] = []
  private var factIndex = NameIndex()
  private var symbols: [String] = []
  private var symbolIndex = NameIndex()
  /// For the flow at hand: where it leads, and its facts' numbers in the run.
  private var links = FlowLinks(callees: [], meantCallees: [], next: [], meant: [])
  private var factNumbers: [Int32] = []

  init(catalogue: Catalogue, reading: Reading) {
    self.catalogue = catalogue
    self.reading = reading
  }

  mutating func compile() -> Program {
    layOut()
    for index in catalogue.flows.indices { compile(flow: index) }
    let numbers = symbols.enumerated().map { ($1, Int32($0)) }
    return Program(
      catalogue: catalogue, reading: reading, cells: cells, details: details,
      changes: changes, conditions: conditions, outcomes: outcomes, offsets: offsets,
      firstSteps: firstSteps, firstRows: firstRows, flowOfStep: flowOfStep, flowOfRow: flowOfRow,
      facts: facts, symbols: symbols, symbolIndex: Dictionary(uniqueKeysWithValues: numbers))
  }

  private func rows(of step: StepRecord) -> Slice {
    reading == .meant ? step.rowsMeant : step.rowsWritten
  }

  private mutating func layOut() {
    var offset: Int32 = 1
    for (index, flow) in catalogue.flows.enumerated() {
      let tables = flow.tables
      firstSteps.append(Int32(offsets.count))
      firstRows.append(Int32(flowOfRow.count))
      for step in tables.steps {
        offsets.append(offset)
        offset += Int32(1 + rows(of: step).range.count)
      }
      flowOfStep.append(contentsOf: repeatElement(Int32(index), count: tables.steps.count))
      flowOfRow.append(contentsOf: repeatElement(Int32(index), count: tables.rows.count))
    }
    cells.reserveCapacity(Int(offset))
    details.reserveCapacity(offsets.count)
  }

  private mutating func compile(flow index: Int) {
    let tables = catalogue.flows[index].tables
    links = catalogue.links[index]
    factNumbers = tables.facts.map { fact in
      let new = Int32(facts.count)
      let number = factIndex.number(of: fact.name.range, in: tables.pool)
      if number == new {
        let name = tables.string(fact.name)
        facts.append(Program.FactDomain(name: name, values: tables.strings(fact.values)))
      }
      return number
    }
    for number in tables.steps.indices { compile(step: number, of: index, tables) }
  }

  private mutating func compile(step number: Int, of flow: Int, _ tables: FlowTables) {
    let step = tables.steps[number]
    let rows = self.rows(of: step)
    let home = Int32(cells.count) + 1
    var flags: Int32 = 0
    var details = StepDetails()
    if step.activity == .screen { flags |= Block.isScreen }
    if step.action.isPresent { flags |= Block.hasAction }
    if passes(step, rows, tables) { flags |= Block.passes }
    if asksUser(rows, tables) { flags |= Block.asksUser }
    if step.activity == .call {
      flags |= Block.isCall
      details.callee = start(
        of: reading == .meant ? links.meantCallees[number] : links.callees[number])
    }
    if let timer = timer(of: rows, tables) {
      flags |= Block.hasTimer
      (details.timer, details.after) = timer
    }
    let outcomes = outcomes(of: rows, step, tables)
    if !step.unless.isEmpty {
      flags |= Block.hasUnless
      details.unless = add(step.unless, tables, counting: [])
    }
    self.details.append(details)
    cells.append(
      Cell(
        home: Cell.head, target: outcomes, number: firstSteps[flow] + Int32(number), flags: flags))
    for place in rows.range {
      let index = Int(tables.stepRows[place])
      let link = reading == .meant ? links.meant[index] : links.next[index]
      var target = tables.rows[index].next
      if reading == .meant, let meant = tables.rows[index].meant { target = meant }
      let way = way(to: target, link, in: flow, tables)
      cells.append(
        Cell(
          home: home, target: way.target, number: firstRows[flow] + Int32(index),
          flags: changes(of: index, at: step, tables) << 4 | way.operation))
    }
  }

  /// Whether the step is told and goes on: no action, no person, one row of its own.
  private func passes(_ step: StepRecord, _ rows: Slice, _ tables: FlowTables) -> Bool {
    guard step.hasOwnRow, rows.count == 1, !step.action.isPresent else { return false }
    guard tables.rows[Int(tables.stepRows[Int(rows.start)])].after == 0 else { return false }
    switch step.activity {
    case .determine, .validate, .execute, .system, .os, .outside: return true
    case .screen, .prompt, .notice, .call, .await, .user: return false
    }
  }

  private func asksUser(_ rows: Slice, _ tables: FlowTables) -> Bool {
    rows.range.contains { index in
      let row = tables.rows[Int(tables.stepRows[index])]
      return row.kind == .user && !row.outcome.isPresent
    }
  }

  /// The first block of a flow; below 0 the outline it is.
  private func start(of flow: Int32) -> Int32 {
    guard flow >= 0 else { return Int32.min }
    let tables = catalogue.flows[Int(flow)].tables
    return tables.steps.isEmpty ? -1 - flow : offsets[Int(firstSteps[Int(flow)])]
  }

  private mutating func way(
    to target: TargetRecord?, _ link: FlowLinks.Link, in flow: Int, _ tables: FlowTables
  ) -> (target: Int32, operation: Int32) {
    guard let target else { return (0, Operation.end) }
    switch target.kind {
    case .step, .section:
      let step = Int(target.step)
      let isScreen = tables.steps[step].activity == .screen
      return (
        offsets[Int(firstSteps[flow]) + step], isScreen ? Operation.screen : Operation.step
      )
    case .stay: return (0, Operation.stay)
    case .back: return (0, Operation.back)
    case .resume: return (0, Operation.resume)
    case .end: return (0, Operation.end)
    case .result: return (symbol(target.name.range, in: tables.pool), Operation.result)
    case .goto, .error:
      let start = start(of: link.flow)
      if start < 0 { return (-1 - start, Operation.outline) }
      let block = offsets[Int(firstSteps[Int(link.flow)]) + Int(link.step)]
      return (block, target.kind == .goto ? Operation.goto : Operation.error)
    }
  }

  /// The row whose time runs out first, and its milliseconds.
  private func timer(of rows: Slice, _ tables: FlowTables) -> (Int32, UInt32)? {
    var best: (place: Int32, after: UInt32)?
    for (place, index) in rows.range.enumerated() {
      let after = tables.rows[Int(tables.stepRows[index])].after
      if after > 0, after < best?.after ?? .max { best = (Int32(place), after) }
    }
    return best
  }

  private mutating func symbol(_ range: Range<Int>, in pool: [UInt8]) -> Int32 {
    let new = Int32(symbols.count)
    let number = symbolIndex.number(of: range, in: pool)
    if number == new { symbols.append(String(decoding: pool[range], as: UTF8.self)) }
    return number
  }

  /// The outcome that takes a row, as ``Row/expectedOutcome``; nil where there is none.
  private mutating func outcome(
    of row: Int, at step: StepRecord, _ tables: FlowTables
  ) -> Int32? {
    let text = tables.rows[row].outcome
    if text.isPresent { return symbol(text.range, in: tables.pool) }
    let kind = tables.rows[row].kind
    if kind == .result || kind == .error {
      return symbol(tables.rows[row].label.range, in: tables.pool)
    }
    guard kind == .own, step.action.isPresent || step.activity == .call else { return nil }
    let done = Array("done".utf8)
    return symbol(0..<done.count, in: done)
  }

  /// The rows of a step that an outcome leads to, or that have conditions, in document order; the
  /// first whose conditions hold is taken.
  private mutating func outcomes(
    of rows: Slice, _ step: StepRecord, _ tables: FlowTables
  ) -> Int32 {
    let start = outcomes.count
    for (place, index) in rows.range.enumerated() {
      let row = Int(tables.stepRows[index])
      let slice = tables.rows[row].conditions
      let outcome = outcome(of: row, at: step, tables)
      guard outcome != nil || !slice.isEmpty else { continue }
      var conditions: Int32 = 0
      if !slice.isEmpty {
        let counting = step.counts.range.filter {
          outcome != nil
            && symbolIndex.find(tables.changes[$0].outcome.range, in: tables.pool) == outcome
        }
        conditions = add(slice, tables, counting: counting.map { tables.changes[$0].fact })
      }
      outcomes.append(
        OutcomeRow(
          symbol: outcome ?? OutcomeRow.person, row: Int32(place), conditions: conditions,
          isLast: false))
    }
    guard outcomes.count > start else { return 0 }
    outcomes[outcomes.count - 1].isLast = true
    return Int32(start)
  }

  private mutating func add(
    _ slice: Slice, _ tables: FlowTables, counting: [Int32]
  ) -> Int32 {
    let start = Int32(conditions.count)
    for index in slice.range {
      let condition = tables.conditions[index]
      let fact = factNumbers[Int(condition.fact)]
      conditions.append(
        Condition(
          mask: condition.mask, fact: fact, last: last(of: fact),
          counts: counting.contains(condition.fact), isLast: index == slice.range.last))
    }
    return start
  }

  private func last(of fact: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: facts[Int(fact)].values.count - 1)
  }

  /// What taking a row does to facts: what its step counts, then what it says itself.
  private mutating func changes(
    of row: Int, at step: StepRecord, _ tables: FlowTables
  ) -> Int32 {
    let slice = tables.rows[row].changes
    guard !step.counts.isEmpty || !slice.isEmpty else { return 0 }
    let outcome = tables.rows[row].outcome
    let start = changes.count
    for index in step.counts.range
    where outcome.isPresent
      && tables.isSame(tables.changes[index].outcome, as: outcome, of: tables)
    {
      add(tables.changes[index])
    }
    for index in slice.range { add(tables.changes[index]) }
    guard changes.count > start else { return 0 }
    changes[changes.count - 1].isLast = true
    return Int32(start)
  }

  private mutating func add(_ change: ChangeRecord) {
    let fact = factNumbers[Int(change.fact)]
    let value =
      change.kind == .count
      ? last(of: fact) : change.kind == .set ? UInt8(truncatingIfNeeded: change.value) : 0
    changes.append(
      Change(fact: fact, value: value, counts: change.kind == .count, isLast: false))
  }
}

extension Row {
  /// The outcome that takes the row: what it says, and `done` for a step that has an action and no
  /// table of outcomes.
  package var expectedOutcome: String? {
    outcome ?? (kind == .own && (step.action != nil || step.activity == .call) ? "done" : nil)
  }
}

extension Catalogue {
  /// Compiles the flows for a reading. Linear in the size of the catalogue.
  public func compiled(as reading: Reading = .written) -> Program {
    var compiler = Compiler(catalogue: self, reading: reading)
    return compiler.compile()
  }
}
