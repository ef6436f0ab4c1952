public import FlowModel

/// Runs a script on the pure machine: every step takes the row that the script names.
///
/// Handlers are not called. No time passes except for the timers of the taken rows, and where the script
/// says so.
public struct ScriptRun: Sendable {
  /// The taken rows, in order.
  public private(set) var entries: [TraceEntry] = []
  /// For each of the taken rows, the place of the move in the script that named it. Nil if none did.
  public private(set) var namedBy: [Int?] = []
  /// The machine at the end.
  public private(set) var machine: Machine
  /// How the run ended, in the words of the last line of a trace.
  public private(set) var ending = ""
  /// The entries that a machine would not have taken. Empty unless the run takes them anyway.
  public private(set) var refused: [TraceEntry] = []
  private let script: Script
  private let takesAnyway: Bool
  private let keepsStates: Bool
  private var next = 0
  /// How many moves the entries so far have used.
  private var used = 0

  /// The most steps in a row that may be taken without using a row of the script.
  private static let patience = 10_000

  /// Runs a script to its end, or as far as it can be run.
  ///
  /// - Parameters:
  ///   - anyway: takes rows although their conditions do not hold, or an earlier timer of the step
  ///     would have come first.
  ///   - isFull: keeps where the run stood at every row, for a full trace.
  public static func run(
    _ script: Script, on program: Program, anyway: Bool = false, isFull: Bool = false
  ) throws(ScriptError) -> ScriptRun {
    var run = try ScriptRun(script, on: program, anyway, isFull)
    try run.drive()
    return run
  }

  private init(
    _ script: Script, on program: Program, _ takesAnyway: Bool, _ keepsStates: Bool
  ) throws(ScriptError) {
    guard let flow = program.catalogue.flow(named: script.flow) else {
      throw ScriptError(.unknownFlow(script.flow), move: nil)
    }
    var first = flow.firstStep
    if let from = script.from {
      first = flow.step(from)
      guard first != nil else { throw ScriptError(.unknownStep(from, flow.id), move: nil) }
    }
    guard let first, var machine = program.start(at: first, clock: script.clock) else {
      throw ScriptError(.outline(flow.id), move: nil)
    }
    for fact in script.facts where !machine.set(fact.name, to: fact.value) {
      throw ScriptError(.unknownFact(fact.name, fact.value), move: nil)
    }
    machine.startOver()
    self.machine = machine
    self.script = script
    self.takesAnyway = takesAnyway
    self.keepsStates = keepsStates
  }

  private var move: Script.Move? { next < script.moves.count ? script.moves[next] : nil }

  private mutating func drive() throws(ScriptError) {
    var idle = 0
    let home = machine.step.flow
    while ending.isEmpty {
      let before = next
      try step(home: home)
      idle = next == before ? idle + 1 : 0
      if idle > ScriptRun.patience { throw error(.loop(machine.step.qualified)) }
    }
    if let move { throw error(.endedEarly(ending, move.text)) }
  }

  private mutating func step(home: Flow) throws(ScriptError) {
    if case .suspend(let name)? = move, machine.end == nil, machine.need == .event {
      guard let flow = machine.program.catalogue.flow(named: name) else {
        throw error(.unknownFlow(name))
      }
      do { try machine.suspend(into: flow) } catch { throw self.error(.outline(name)) }
      next += 1
      used = next
      return
    }
    if case .wait(let time)? = move, machine.end == nil, machine.need == .event {
      guard machine.waits || takesAnyway else { throw error(.passing(machine.step.qualified)) }
      let end = machine.clock.later(by: time)
      if let first = machine.timer, first.due <= end, !takesAnyway {
        throw error(.laterTimer(move?.text ?? "", than: machine.row(of: first).qualified))
      }
      machine.elapse(to: end)
      next += 1
      used = next
      return
    }
    if machine.waits || takesAnyway, namedRow() == nil, case .row(let name)? = move,
      let timer = machine.callerTimer(ofRow: name)
    {
      return try takeTimer(timer)
    }
    switch machine.need {
    case .end: ending = machine.end?.description ?? ""
    case .passOver:
      if namedRow() == 0 { next += 1 }
      try take(0, isPassedOver: true)
    case .result:
      guard let row = machine.resultRow else {
        throw error(.unhandledResult(machine.result ?? ""))
      }
      // A row that holds anywhere may be meant for a later step.
      if let named = namedRow(), named == row || !machine.rows[named].isAnywhere {
        guard named == row else { throw error(.otherRow(machine.rows[row].qualified)) }
        next += 1
      }
      try take(row)
    case .call:
      if let row = namedRow() {
        let isEarly = try elapse(row)
        next += 1
        try take(row, isEarly: isEarly)
      } else if move == nil {
        ending = machine.standing
      } else if script.only, case .wait? = move {
        throw error(.notEntered(machine.step.qualified))
      } else if script.only {
        throw error(.noSuchRow(machine.step.qualified, machine.rows.map(\.reference)))
      } else {
        do { try machine.enterCall() } catch { throw self.error(.callTooDeep) }
      }
    case .event:
      guard move != nil else {
        ending = machine.standing
        return
      }
      guard let row = namedRow() else {
        throw error(.noSuchRow(machine.step.qualified, machine.rows.map(\.reference)))
      }
      let isEarly = try elapse(row)
      next += 1
      try take(row, isEarly: isEarly)
    }
    if script.only, ending.isEmpty, machine.end == nil, machine.step.flow != home,
      let last = entries.last
    {
      ending = last.target.description
    }
  }

  /// The position of the row of this step that the script names next. Nil if the next row belongs
  /// elsewhere.
  private func namedRow() -> Int? {
    guard case .row(let name)? = move else { return nil }
    return machine.position(ofRow: name)
  }

  /// Waits for the timer of a row. A row that also has an outcome needs no timer if another timer
  /// of the step is later than now: its action has answered.
  ///
  /// - Returns: whether another timer of the step comes first, so that the row cannot be taken.
  private mutating func elapse(_ position: Int) throws(ScriptError) -> Bool {
    let row = machine.rows[position]
    if let first = machine.timer(inPlaceOf: position) {
      guard takesAnyway else {
        throw error(.laterTimer(row.qualified, than: machine.row(of: first).qualified))
      }
      return true
    }
    guard row.after != nil else { return false }
    guard let timer = machine.timer(ofRow: position) else { return row.outcome == nil }
    guard row.outcome == nil || machine.timer == timer else { return false }
    return try wait(for: timer, row)
  }

  /// Lets the time until a timer pass.
  ///
  /// - Returns: whether another timer comes first.
  private mutating func wait(for timer: Machine.Timer, _ row: Row) throws(ScriptError) -> Bool {
    if let first = machine.timer, first != timer {
      guard takesAnyway else {
        throw error(.laterTimer(row.qualified, than: machine.row(of: first).qualified))
      }
      machine.elapse(to: timer.due)
      return true
    }
    machine.elapse(to: timer.due)
    machine.prepare(for: timer)
    return false
  }

  /// Takes the row of a timer of a calling step: the calls in which it runs are abandoned.
  private mutating func takeTimer(_ timer: Machine.Timer) throws(ScriptError) {
    let isEarly = try wait(for: timer, machine.row(of: timer))
    if isEarly { machine.prepare(for: timer) }
    next += 1
    try take(timer.row, isEarly: isEarly)
  }

  private mutating func take(
    _ position: Int, isPassedOver: Bool = false, isEarly: Bool = false
  ) throws(ScriptError) {
    let step = machine.step
    let rows = machine.rows
    guard position < rows.count, let target = rows[position].target(machine.program.reading) else {
      throw error(.noSuchRow(step.qualified, rows.map(\.reference)))
    }
    let isRefused = isEarly || !isPassedOver && !machine.allows(position)
    guard takesAnyway || !isRefused else {
      next -= 1
      throw error(
        machine.allows(position)
          ? .ranOut(rows[position].qualified)
          : .conditionUnmet(rows[position].qualified, needs: rows[position].needs))
    }
    let state = keepsStates ? TraceState(machine) : nil
    do {
      if isPassedOver { try machine.passOver() } else { try machine.take(position) }
    } catch {
      throw self.error(
        error == .callTooDeep
          ? .callTooDeep : .noSuchRow(step.qualified, rows.map(\.reference)))
    }
    var entry = TraceEntry(
      row: rows[position], step: step, target: target,
      to: machine.end?.description ?? machine.step.qualified, at: machine.clock,
      isPassedOver: isPassedOver, message: rows[position].message.map(ShownText.read), values: [])
    entry.state = state
    entries.append(entry)
    namedBy.append(next > used ? next - 1 : nil)
    used = next
    if isRefused { refused.append(entry) }
  }

  private func error(_ kind: ScriptError.Kind) -> ScriptError {
    ScriptError(kind, move: min(next, max(script.moves.count - 1, 0)))
  }
}
