public import FlowModel

/// Makes the program of a catalogue, in two passes: where blocks lie, then what is in them.
struct Compiler {
  let catalogue: Catalogue
  let reading: Reading
  private var blocks: [Int32] = []
  private var changes: [Int32] = [0]
  private var conditions: [Int32] = [0]
  private var outcomes: [Int32] = [0]
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
  private var links = FlowLinks()
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
      catalogue: catalogue, reading: reading, blocks: blocks, changes: changes,
      conditions: conditions, outcomes: outcomes, offsets: offsets, firstSteps: firstSteps,
      firstRows: firstRows, flowOfStep: flowOfStep, flowOfRow: flowOfRow, facts: facts,
      symbols: symbols, symbolIndex: Dictionary(uniqueKeysWithValues: numbers))
  }

  private func rows(of step: StepRecord) -> Slice {
    reading == .meant ? step.rowsMeant : step.rowsWritten
  }

  private mutating func layOut() {
    var offset: Int32 = 0
    for (index, flow) in catalogue.flows.enumerated() {
      let tables = flow.tables
      firstSteps.append(Int32(offsets.count))
      firstRows.append(Int32(flowOfRow.count))
      for step in tables.steps {
        offsets.append(offset)
        offset += Int32(Block.rows + Block.rowSize * rows(of: step).range.count)
      }
      flowOfStep.append(contentsOf: repeatElement(Int32(index), count: tables.steps.count))
      flowOfRow.append(contentsOf: repeatElement(Int32(index), count: tables.rows.count))
    }
    blocks.reserveCapacity(Int(offset))
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
    var flags = Int32(rows.count) << 8
    if step.activity == .screen { flags |= Block.isScreen }
    if step.action.isPresent { flags |= Block.hasAction }
    if passes(step, rows, tables) { flags |= Block.passes }
    if asksUser(rows, tables) { flags |= Block.asksUser }
    var callee: Int32 = Int32.min
    if step.activity == .call {
      flags |= Block.isCall
      callee = start(of: links.callee(number, as: reading))
    }
    let timer = timer(of: rows, tables)
    let outcomes = outcomes(of: rows, step, tables)
    let skips = tables.details(of: step).unless
    let unless = skips.isEmpty ? 0 : add(skips, tables, counting: .none, outcome: nil)
    blocks.append(firstSteps[flow] + Int32(number))
    blocks.append(flags)
    blocks.append(callee)
    blocks.append(timer)
    blocks.append(outcomes)
    blocks.append(unless)
    for place in rows.range {
      let index = Int(tables.stepRows[place])
      let link = links.link(index, as: reading)
      var target = tables.rows[index].next
      if reading == .meant, let meant = tables.meant(tables.rows[index]) { target = meant }
      blocks.append(word(for: target, link, in: flow, tables))
      blocks.append(firstRows[flow] + Int32(index))
      blocks.append(changes(of: index, at: step, tables))
    }
  }

  /// Whether the step is told and goes on: no action, no person, one row of its own.
  private func passes(_ step: StepRecord, _ rows: Slice, _ tables: FlowTables) -> Bool {
    guard step.hasOwnRow, rows.count == 1, !step.action.isPresent else { return false }
    guard tables.details(ofRow: Int(tables.stepRows[Int(rows.start)])).after == 0 else {
      return false
    }
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

  private mutating func word(
    for target: TargetRecord?, _ link: FlowLinks.Link, in flow: Int, _ tables: FlowTables
  ) -> Int32 {
    guard let target else { return Block.Operation.end }
    switch target.kind {
    case .step, .section:
      let step = Int(target.step)
      let operation =
        tables.steps[step].activity == .screen ? Block.Operation.screen : Block.Operation.step
      return offsets[Int(firstSteps[flow]) + step] << 4 | operation
    case .stay: return Block.Operation.stay
    case .back: return Block.Operation.back
    case .resume: return Block.Operation.resume
    case .end: return Block.Operation.end
    case .result:
      return symbol(target.name.range, in: tables.pool) << 4 | Block.Operation.result
    case .goto, .error:
      let start = start(of: link.flow)
      if start < 0 { return (-1 - start) << 4 | Block.Operation.outline }
      let block = offsets[Int(firstSteps[Int(link.flow)]) + Int(link.step)]
      return block << 4 | (target.kind == .goto ? Block.Operation.goto : Block.Operation.error)
    }
  }

  private func timer(of rows: Slice, _ tables: FlowTables) -> Int32 {
    var best: (place: Int32, after: UInt32)?
    for (place, index) in rows.range.enumerated() {
      let after = tables.details(ofRow: Int(tables.stepRows[index])).after
      if after > 0, after < best?.after ?? .max { best = (Int32(place), after) }
    }
    return best?.place ?? -1
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

  /// The outcomes of a step, in document order, -1 for a row that a person takes; the first whose
  /// conditions hold is taken.
  private mutating func outcomes(
    of rows: Slice, _ step: StepRecord, _ tables: FlowTables
  ) -> Int32 {
    let start = outcomes.count
    outcomes.append(0)
    for (place, index) in rows.range.enumerated() {
      let row = Int(tables.stepRows[index])
      let slice = tables.rows[row].conditions
      let outcome = outcome(of: row, at: step, tables)
      guard outcome != nil || !slice.isEmpty else { continue }
      var conditions: Int32 = 0
      if !slice.isEmpty {
        conditions = add(slice, tables, counting: step.counts, outcome: outcome)
      }
      outcomes[start] += 1
      outcomes.append(outcome ?? -1)
      outcomes.append(Int32(place))
      outcomes.append(conditions)
    }
    return Int32(start)
  }

  private mutating func add(
    _ slice: Slice, _ tables: FlowTables, counting counts: Slice, outcome: Int32?
  ) -> Int32 {
    let start = Int32(conditions.count)
    conditions.append(Int32(slice.count))
    for index in slice.range {
      let condition = tables.conditions[index]
      conditions.append(factNumbers[Int(condition.fact)])
      conditions.append(Int32(truncatingIfNeeded: condition.mask))
      conditions.append(Int32(truncatingIfNeeded: condition.mask >> 32))
      conditions.append(isCounted(condition.fact, counts, outcome, tables) ? 1 : 0)
    }
    return start
  }

  /// Whether a fact goes up by one on that outcome.
  private func isCounted(
    _ fact: Int32, _ counts: Slice, _ outcome: Int32?, _ tables: FlowTables
  ) -> Bool {
    guard let outcome else { return false }
    for index in counts.range
    where tables.changes[index].fact == fact
      && symbolIndex.find(tables.changes[index].outcome.range, in: tables.pool) == outcome
    {
      return true
    }
    return false
  }

  /// What taking a row does to facts: what its step counts, then what it says itself.
  private mutating func changes(
    of row: Int, at step: StepRecord, _ tables: FlowTables
  ) -> Int32 {
    let slice = tables.rows[row].changes
    guard !step.counts.isEmpty || !slice.isEmpty else { return 0 }
    let outcome = tables.rows[row].outcome
    let start = changes.count
    changes.append(0)
    for index in step.counts.range
    where outcome.isPresent
      && tables.isSame(tables.changes[index].outcome, as: outcome, of: tables)
    {
      add(tables.changes[index], to: start)
    }
    for index in slice.range { add(tables.changes[index], to: start) }
    guard changes[start] > 0 else {
      changes.removeLast()
      return 0
    }
    return Int32(start)
  }

  private mutating func add(_ change: ChangeRecord, to start: Int) {
    changes[start] += 1
    let fact = factNumbers[Int(change.fact)]
    changes.append(fact << 1 | (change.kind == .count ? 1 : 0))
    changes.append(
      change.kind == .count
        ? Int32(facts[Int(fact)].values.count - 1) : change.kind == .set ? Int32(change.value) : 0)
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
