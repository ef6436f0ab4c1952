internal import FlowModel
internal import FlowRuntime

/// A run for a host that is not written in Swift. The host performs the actions, keeps the clock and
/// asks the user; the engine says what may be done and does it. It knows no inputs, so no secrets.
public struct EngineRun: Sendable {
  var machine: Machine
  private var recorder = TraceRecorder()

  /// The most steps in a row that go on by themselves.
  private static let patience = 10_000

  /// Starts a run.
  ///
  /// - Parameter request: lines of a word and a value: `flow UC2.3`, and where wanted `as meant`,
  ///   `from 1.3` (a step), `clock 1000` (milliseconds), and a line `fact NAME VALUE` per fact.
  public init(_ request: String, in catalogue: inout EngineCatalogue) throws(EngineError) {
    var (name, from, reading, clock) = ("", "", Reading.written, Int64(0))
    var facts: [(name: String, value: String)] = []
    for line in EngineRun.lines(of: request) {
      let (word, value) = EngineRun.halves(line)
      switch word {
      case "flow": name = value
      case "from": from = value
      case "as": reading = try EngineRun.reading(value)
      case "fact": facts.append(EngineRun.halves(Array(value.utf8)))
      case "clock":
        guard let time = Int64(value) else { throw EngineError("`\(value)` is not a time") }
        clock = time
      default: throw EngineError("a request has no line `\(word)`")
      }
    }
    let flow = try catalogue.find(name)
    var first = flow.firstStep
    if !from.isEmpty {
      first = flow.step(from)
      guard first != nil else { throw EngineError("`\(flow.id)` has no step `\(from)`") }
    }
    guard let first, var machine = catalogue.program(as: reading).start(at: first, clock: clock)
    else { throw EngineError("`\(flow.id)` is an outline: it is not yet written") }
    for fact in facts where !machine.set(fact.name, to: fact.value) {
      throw EngineError("there is no fact `\(fact.name)` with a value `\(fact.value)`")
    }
    machine.startOver()
    self.machine = machine
  }

  static func lines(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in text.utf8 {
      if byte == 0x0A { lines.append([]) } else { lines[lines.count - 1].append(byte) }
    }
    return lines.filter { !$0.isEmpty }
  }

  /// The text before the first space, and the text after it.
  static func halves(_ bytes: [UInt8]) -> (name: String, value: String) {
    let end = bytes.firstIndex(of: 0x20) ?? bytes.count
    return (
      String(decoding: bytes[..<end], as: UTF8.self),
      String(decoding: bytes[min(end + 1, bytes.count)...], as: UTF8.self)
    )
  }

  static func reading(_ name: String) throws(EngineError) -> Reading {
    guard let reading = Reading.allCases.first(where: { $0.rawValue == name }) else {
      throw EngineError("`\(name)` is not a reading; write `written` or `meant`")
    }
    return reading
  }

  // MARK: Rows

  /// Takes a row of the current step, given by its id, and stops at its target.
  public mutating func take(_ name: String) throws(EngineError) {
    let position = try position(of: name)
    if let timer = machine.timer(ofRow: position), timer.due <= machine.clock {
      machine.prepare(for: timer)
    }
    try advance(position)
  }

  /// The position of a row that can be taken, by its id.
  func position(of name: String) throws(EngineError) -> Int {
    guard let position = machine.position(ofRow: name) else {
      let rows = machine.rows.map { "`\($0.reference)`" }.joined(separator: ", ")
      throw EngineError(
        machine.end == nil
          ? "step `\(machine.step.qualified)` has no row `\(name)`; it has \(rows)"
          : "the run has ended")
    }
    if let refusal = refusal(of: position) {
      throw EngineError("`\(machine.rows[position].qualified)` cannot be taken: \(refusal)")
    }
    return position
  }

  /// Why a row cannot be taken. Nil if it can.
  func refusal(of position: Int) -> String? {
    switch machine.need {
    case .end: return "the run has ended"
    case .passOver: return "the step is skipped"
    case .result:
      guard let row = machine.resultRow, row != position else { return nil }
      return "the called flow returned what leads to `\(machine.rows[row].reference)`"
    // The row chooses the result of the call in its place, whatever the time.
    case .call where machine.allows(position): return nil
    case .event, .call:
      if let first = machine.timer(inPlaceOf: position) {
        return Refusal.laterTimer(than: machine.row(of: first).reference).description
      }
      return machine.refusal(of: position)?.description
    }
  }

  /// Takes the row for the answer of the step's action.
  public mutating func answer(_ outcome: String) throws(EngineError) {
    let step = machine.step
    guard machine.need == .event, step.action != nil else {
      throw EngineError("no action is asked at `\(step.qualified)`")
    }
    guard let position = machine.row(answering: outcome) else {
      throw EngineError("`\(step.qualified)` has no row for `\(outcome)` now")
    }
    try advance(position)
  }

  /// Goes on as far as neither a person nor an action nor a timer has to decide: into calls, out of
  /// them, and over steps that are skipped or that have one row and nothing to decide.
  ///
  /// - Parameter most: how many of these steps to take at most. Nil for all.
  public mutating func settle(_ most: Int? = nil) throws(EngineError) {
    for _ in 0..<min(most ?? EngineRun.patience, EngineRun.patience) {
      switch machine.need {
      case .end: return
      case .event:
        guard machine.head.flags & Block.passes != 0 else { return }
        try advance(0)
      case .passOver: try advance(0, isPassedOver: true)
      case .call:
        do throws(MachineError) { try machine.enterCall() } catch {
          throw EngineError("flows call each other more than \(Machine.maximumDepth) deep")
        }
      case .result:
        guard let row = machine.resultRow else {
          throw EngineError("no row of `\(machine.step.qualified)` is for the result of the call")
        }
        try advance(row)
      }
    }
    guard most == nil else { return }
    throw EngineError("the run goes round at `\(machine.step.qualified)` and nothing can stop it")
  }

  /// Lets time pass until `time`, in milliseconds of the run's clock.
  ///
  /// - Parameter isFiring: takes the rows of the timers that run out meanwhile, and settles after
  ///   each. Otherwise only the clock moves.
  public mutating func elapse(to time: Int64, isFiring: Bool) throws(EngineError) {
    while isFiring, machine.need == .event, let timer = machine.timer, timer.due <= time {
      machine.elapse(to: timer.due)
      machine.prepare(for: timer)
      try advance(timer.row)
      try settle()
      // A timer of 0 ms would run for ever.
      if machine.timer.map({ $0.due <= timer.due }) ?? false { break }
    }
    machine.elapse(to: time)
  }

  /// Puts the run into the background and starts another flow on top of it. Its row `resume` leads
  /// back.
  public mutating func suspend(
    into flow: String, of catalogue: EngineCatalogue
  ) throws(EngineError) {
    let found = try catalogue.find(flow)
    do throws(MachineError) { try machine.suspend(into: found) } catch {
      throw EngineError(
        error == .ended ? "the run has ended" : "`\(found.id)` is an outline: it is not yet written"
      )
    }
  }

  /// Takes a row by its position, without JSON.
  ///
  /// - Returns: the number of the row in the program; -1 if it cannot be taken.
  public mutating func step(_ position: Int) -> Int32 {
    guard machine.need == .event, machine.allows(position) else { return -1 }
    let cell = machine.block &+ Int32(truncatingIfNeeded: position)
    do throws(MachineError) {
      let row = try machine.take(position)
      recorder.add(
        cell, to: machine.end == nil ? machine.block : -1, at: machine.clock, isPassedOver: false)
      return row.rawValue
    } catch {
      return -1
    }
  }

  mutating func advance(
    _ position: Int, isPassedOver: Bool = false
  ) throws(EngineError) {
    let cell = machine.block &+ Int32(truncatingIfNeeded: position)
    do throws(MachineError) {
      if isPassedOver { try machine.passOver() } else { try machine.take(position) }
    } catch {
      throw EngineError(
        error == .callTooDeep
          ? "flows call each other more than \(Machine.maximumDepth) deep"
          : "step `\(machine.step.qualified)` has no such row")
    }
    recorder.end = machine.end
    recorder.add(
      cell, to: machine.end == nil ? machine.block : -1, at: machine.clock,
      isPassedOver: isPassedOver)
  }

  /// The taken rows, one JSON object each, like the lines of `flowrun FLOW --trace json`.
  public var trace: String {
    "[\(recorder.entries(machine.program).map { $0.json }.joined(separator: ","))]"
  }
}
