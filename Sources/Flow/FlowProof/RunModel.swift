internal import FlowModel
internal import FlowRuntime

/// All runs of a program that a rule is about, as a pushdown system: from a place and the newest
/// entry of the stack, what can happen next. The meaning is that of ``Machine``.
struct RunModel {
  let program: Program
  let letters: Letters
  let monitor: Monitor
  private(set) var code: FactCode
  /// The places where runs begin.
  private(set) var starts: [Way] = []
  /// The most places that are searched.
  var mostPlaces = RunSearch.mostNodes
  /// The most ways between them.
  var mostWays = RunSearch.mostWays
  /// Why the rule cannot be decided. Nil if it can.
  private(set) var obstacle: String?
  let interruption: Int32?
  private(set) var contracts: [Int32: (field: Int, next: [Int])] = [:]
  private var contractBlocks: [(field: Int, blocks: [Int32])] = []
  /// The timers of a step, by its block, in the order of their rows.
  private(set) var timers: [Int32: [StepTimer]] = [:]
  /// The rows with timers of sections and flows, which may have begun long before the step.
  private(set) var longTimers: Set<Int32> = []
  /// The blocks where runs may be while a timer of a caller runs.
  private(set) var callers: Set<Int32> = []
  /// Whether it matters when timers began: some begin before their step, are over when a run is
  /// resumed, or begin again then.
  private(set) var isTimed = false
  /// The blocks with timers of which some begin again when a run is resumed.
  private var unordered: Set<Int32> = []
  private(set) var isUsers: Set<Int32> = []
  /// Whether a row goes back, so that it matters which screens were shown.
  private(set) var goesBack = false

  /// The most combinations of first values that are tried.
  static let mostStarts = 65_536

  init(
    _ rule: ResolvedRule, _ letters: Letters, on program: Program, index: MomentIndex,
    contracts: [Contract], limiting limited: Set<String> = []
  ) {
    self.program = program
    monitor = rule.monitor
    self.letters = letters
    code = FactCode(factCount: program.facts.count)
    interruption = rule.interruption?.firstStep.flatMap { program.block(of: $0) }
    let first = rule.starts.compactMap { $0.firstStep.flatMap { program.block(of: $0) } }
    let reached = StaticReach(from: first + (interruption.map { [$0] } ?? []), on: program)
    for fact in letters.facts.union(reached.facts).sorted() {
      _ = code.add(fact: fact, of: program)
    }
    for block in reached.blocks { note(block) }
    noteCallers(reached)
    var allowed: [Int: [UInt8]] = [:]
    for (name, values) in rule.given {
      guard let (fact, mask) = Letters.mask(name, values, program), let field = code.field(of: fact)
      else { continue }
      allowed[field] = (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map { UInt8($0) }
    }
    for contract in contracts {
      add(contract, reached, index, isLimited: limited.contains(contract.action.text), &allowed)
    }
    guard !code.isFull else {
      obstacle = "the facts that decide these runs do not fit into 64 bits"
      return
    }
    for block in first { begin(at: block, allowed) }
  }

  /// Adds the starts of runs that begin at a block. Facts that nothing in these runs asks for have
  /// their first value. If nothing in these runs can break the rule, there are no starts.
  private mutating func begin(at block: Int32, _ allowed: [Int: [UInt8]]) {
    let reached = StaticReach(from: [block] + (interruption.map { [$0] } ?? []), on: program)
    guard matters(reached) else { return }
    var allowed = allowed
    for fact in program.facts.indices where !reached.facts.contains(fact) {
      guard let field = code.field(of: fact), !letters.facts.contains(fact) else { continue }
      allowed[field] = [0]
    }
    for (field, blocks) in contractBlocks where !blocks.contains(where: reached.contains) {
      allowed[field] = [0]
    }
    guard let words = code.starts(allowed: allowed, most: RunModel.mostStarts) else {
      obstacle =
        "the facts may begin in more than \(RunModel.mostStarts) ways; name fewer with `given`"
      return
    }
    for word in words {
      starts.append(
        arriving(
          at: block, .entering, inFlow: flow(of: block), isInCall: false, monitor: monitor.start,
          facts: word))
    }
  }

  /// Whether a run through these blocks can break the rule.
  private func matters(_ reached: StaticReach) -> Bool {
    guard let needed = monitor.needed, !letters.isAboutFlowsEndsOrFacts else { return true }
    return reached.blocks.contains { block in
      letters.isMarked(block - 1, needed)
        || rows(of: block).contains { letters.isMarked($0, needed) }
    }
  }

  /// Notes what a row does besides leading somewhere.
  private mutating func note(_ block: Int32) {
    for cell in rows(of: block) {
      let row = program.row(program.tables.cells[Int(cell)].number)
      if program.tables.cells[Int(cell)].operation == .back { goesBack = true }
      if let after = row.after {
        timers[block, default: []].append(
          StepTimer(
            row: Int(cell - block), after: after, scope: row.scope,
            restarts: row.restarts, isAnswer: row.outcome != nil))
        if row.scope != .step { longTimers.insert(cell) }
      }
      guard monitor.isAboutEver, row.after == nil, row.expectedOutcome == nil else { continue }
      let step = row.step(program.reading)
      if row.kind == .user || step.activity == .user || step.activity.isShown {
        isUsers.insert(cell)
      }
    }
  }

  /// Notes where the timers of callers go on, and whether the order of timers is fixed.
  private mutating func noteCallers(_ reached: StaticReach) {
    guard !timers.isEmpty else { return }
    let timed = timers
    // Only a timer makes time pass while a run is suspended. Then those before are over.
    let isLate =
      interruption.map { first in
        StaticReach(from: [first], on: program).blocks.contains { timed[$0] != nil }
      } ?? false
    var called: [Int32] = []
    for (block, timers) in timers {
      let head = program.head(of: block)
      if timers.contains(where: { $0.scope != .step }) {
        isTimed = true
        for cell in rows(of: block) {
          let row = program.tables.cells[Int(cell)]
          if row.operation == .error { called.append(row.target) }
        }
      }
      if head.flags & Block.isCall != 0 {
        isTimed = true
        let callee = program.tables.rareFields[Int(head.number)].callee
        if callee >= 0 { called.append(callee) }
      }
      guard interruption != nil, timers.contains(where: { !$0.restarts }) else { continue }
      let isMixed = timers.contains(where: \.restarts)
      if isMixed { unordered.insert(block) }
      isTimed = isTimed || isMixed || isLate
    }
    if !called.isEmpty { callers = Set(StaticReach(from: called, on: program).blocks) }
  }

  /// Adds the hidden counter of an action. Without states, or if it is limited, the action answers
  /// once.
  private mutating func add(
    _ contract: Contract, _ reached: StaticReach, _ index: MomentIndex, isLimited: Bool,
    _ allowed: inout [Int: [UInt8]]
  ) {
    guard isLimited || !contract.states.isEmpty else { return }
    let steps = (index.actions[contract.action.text] ?? []).compactMap { program.block(of: $0) }
    guard steps.contains(where: reached.contains) else { return }
    let names = contract.states.map(\.name.text)
    guard let field = code.add(values: isLimited ? 2 : names.count) else { return }
    if isLimited { allowed[field] = [0] }
    contractBlocks.append((field, steps))
    for block in steps {
      for cell in rows(of: block) {
        let row = program.row(program.tables.cells[Int(cell)].number)
        guard let outcome = row.expectedOutcome, row.kind != .error else { continue }
        contracts[cell] = (
          field,
          isLimited
            ? [1, -1]
            : contract.states.map { state in
              let next = state.answers.first { $0.answer.text == outcome }?.next.text
              return next.flatMap(names.firstIndex) ?? -1
            }
        )
      }
    }
  }

  // MARK: The program

  func rows(of block: Int32) -> Range<Int32> { program.tables.rows(of: block) }

  func flow(of block: Int32) -> Int {
    Int(program.tables.flowOfStep[Int(program.head(of: block).number)])
  }

  func holds(_ start: Int32, in facts: UInt64) -> Bool {
    program.tables.conditions(at: start).allSatisfy { code.holds($0, in: facts) }
  }

  /// Whether a step is skipped with these facts.
  func isPassedOver(_ block: Int32, in facts: UInt64) -> Bool {
    program.tables.unless(of: program.head(of: block)).contains { code.holds($0, in: facts) }
  }

  /// Calls back with each row of a step that a run may take: for each answer the first one whose
  /// conditions hold.
  func forEachOpenRow(of block: Int32, in facts: UInt64, _ body: (Int32) -> Void) {
    let head = program.head(of: block)
    var closed = RowSet()
    closeOthers(at: head, in: facts, &closed)
    if head.flags & Block.hasTimer != 0, !unordered.contains(block), let timers = timers[block] {
      // The earliest one whose conditions hold ends the step.
      let own = timers.filter { $0.scope == .step }
      let first = own.filter { allows($0.row, at: block, in: facts) }
        .min { ($0.after, $0.row) < ($1.after, $1.row) }?.row
      for timer in own where timer.row != first && !timer.isAnswer { closed.insert(timer.row) }
    }
    for cell in rows(of: block) where !closed.contains(Int(cell - block)) { body(cell) }
  }

  /// Whether the conditions of a row hold.
  func allows(_ row: Int, at block: Int32, in facts: UInt64) -> Bool {
    program.tables.conditions(ofRow: row, of: program.head(of: block))
      .allSatisfy { code.holds($0, in: facts) }
  }

  /// Closes the rows for answers that are not the first whose conditions hold.
  private func closeOthers(at head: Cell, in facts: UInt64, _ closed: inout RowSet) {
    let outcomes = program.tables.outcomes(of: head)
    for (place, outcome) in zip(outcomes.indices, outcomes) {
      let isAnswered =
        outcome.symbol != OutcomeRow.person
        && outcomes[..<place].contains {
          $0.symbol == outcome.symbol && !closed.contains(Int($0.row))
        }
      if isAnswered || !holds(outcome.conditions, in: facts) { closed.insert(Int(outcome.row)) }
    }
  }
}

/// A row of a step that is taken at a time.
struct StepTimer {
  /// The position of the row.
  let row: Int
  /// Milliseconds after entering what `scope` says.
  let after: Int64
  let scope: Row.Scope
  let restarts: Bool
  /// Whether the row is also taken for an answer.
  let isAnswer: Bool
}

/// Positions of rows in a step.
private struct RowSet {
  private var first: UInt64 = 0
  private var others: Set<Int> = []

  mutating func insert(_ row: Int) {
    if row < 64 { first |= 1 << UInt64(row) } else { others.insert(row) }
  }

  func contains(_ row: Int) -> Bool {
    row < 64 ? first >> UInt64(row) & 1 == 1 : others.contains(row)
  }
}
