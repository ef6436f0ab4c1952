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
  private var factIndex: [String: Int32] = [:]
  private var symbols: [String] = []
  private var symbolIndex: [String: Int32] = [:]
  /// For the flow at hand: its facts' numbers in the run.
  private var factNumbers: [Int32] = []

  init(catalogue: Catalogue, reading: Reading) {
    self.catalogue = catalogue
    self.reading = reading
  }

  mutating func compile() -> Program {
    layOut()
    for index in catalogue.flows.indices { compile(flow: index) }
    return Program(
      catalogue: catalogue, reading: reading, blocks: blocks, changes: changes,
      conditions: conditions, outcomes: outcomes, offsets: offsets, firstSteps: firstSteps,
      firstRows: firstRows, flowOfStep: flowOfStep, flowOfRow: flowOfRow, facts: facts,
      symbols: symbols, symbolIndex: symbolIndex)
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
    factNumbers = tables.facts.map { fact in
      let name = tables.string(fact.name)
      if let number = factIndex[name] { return number }
      let number = Int32(facts.count)
      factIndex[name] = number
      facts.append(Program.FactDomain(name: name, values: tables.strings(fact.values)))
      return number
    }
    for number in tables.steps.indices { compile(step: number, of: index, tables) }
  }

  private mutating func compile(step number: Int, of flow: Int, _ tables: FlowTables) {
    let step = tables.steps[number]
    let rows = self.rows(of: step)
    let links = catalogue.links[flow]
    var flags = Int32(rows.count) << 8
    if step.activity == .screen { flags |= Block.isScreen }
    if step.action.isPresent { flags |= Block.hasAction }
    if passes(step, rows, tables) { flags |= Block.passes }
    if asksUser(rows, tables) { flags |= Block.asksUser }
    var callee: Int32 = Int32.min
    if step.activity == .call {
      flags |= Block.isCall
      callee = start(of: reading == .meant ? links.meantCallees[number] : links.callees[number])
    }
    let timer = timer(of: rows, tables)
    let outcomes = outcomes(of: rows, step, tables)
    let unless = step.unless.isEmpty ? 0 : add(step.unless, tables, counting: [])
    blocks += [firstSteps[flow] + Int32(number), flags, callee, timer, outcomes, unless]
    for place in rows.range {
      let index = Int(tables.stepRows[place])
      let row = tables.rows[index]
      let link = reading == .meant ? links.meant[index] : links.next[index]
      let target = reading == .meant ? row.meant ?? row.next : row.next
      blocks.append(word(for: target, link, in: flow, tables))
      blocks.append(firstRows[flow] + Int32(index))
      blocks.append(add(row, of: step, tables))
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
      return symbol(tables.string(target.name)) << 4 | Block.Operation.result
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
      let after = tables.rows[Int(tables.stepRows[index])].after
      if after > 0, after < best?.after ?? .max { best = (Int32(place), after) }
    }
    return best?.place ?? -1
  }

  private mutating func symbol(_ name: String) -> Int32 {
    if let number = symbolIndex[name] { return number }
    let number = Int32(symbols.count)
    symbolIndex[name] = number
    symbols.append(name)
    return number
  }

  /// The outcomes of a step, in document order, -1 for a row that a person takes; the first whose conditions hold is taken.
  private mutating func outcomes(
    of rows: Slice, _ step: StepRecord, _ tables: FlowTables
  ) -> Int32 {
    let start = Int32(outcomes.count)
    var entries: [Int32] = []
    for (place, index) in rows.range.enumerated() {
      let row = tables.rows[Int(tables.stepRows[index])]
      let name = Row(tables: tables, index: Int(tables.stepRows[index])).expectedOutcome
      guard name != nil || !row.conditions.isEmpty else { continue }
      let counting = step.counts.range.filter { tables.string(tables.changes[$0].outcome) == name }
        .map { tables.changes[$0].fact }
      let conditions =
        row.conditions.isEmpty ? 0 : add(row.conditions, tables, counting: counting)
      entries += [name.map { symbol($0) } ?? -1, Int32(place), conditions]
    }
    outcomes.append(Int32(entries.count / 3))
    outcomes += entries
    return start
  }

  private mutating func add(
    _ slice: Slice, _ tables: FlowTables, counting: [Int32]
  ) -> Int32 {
    let start = Int32(conditions.count)
    conditions.append(Int32(slice.count))
    for index in slice.range {
      let condition = tables.conditions[index]
      conditions += [
        factNumbers[Int(condition.fact)],
        Int32(truncatingIfNeeded: condition.mask),
        Int32(truncatingIfNeeded: condition.mask >> 32),
        counting.contains(condition.fact) ? 1 : 0,
      ]
    }
    return start
  }

  private mutating func add(_ row: RowRecord, of step: StepRecord, _ tables: FlowTables) -> Int32 {
    let counts = step.counts.range.filter { index in
      row.outcome.isPresent
        && tables.string(tables.changes[index].outcome) == tables.string(row.outcome)
    }
    guard !counts.isEmpty || !row.changes.isEmpty else { return 0 }
    let start = Int32(changes.count)
    changes.append(Int32(counts.count + row.changes.range.count))
    for index in counts + Array(row.changes.range) {
      let change = tables.changes[index]
      changes.append(Int32(change.kind.rawValue) << 16 | factNumbers[Int(change.fact)])
      changes.append(Int32(change.value))
    }
    return start
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
