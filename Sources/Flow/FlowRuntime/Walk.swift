package import FlowModel

/// A run and the trace of its rows, driven by moves: the only driver that does not wait.
///
/// ``ScriptRun``, the runs of paths and of counter-examples, and those of other hosts are lists of
/// moves on a walk. A ``Runner`` keeps its machine and its trace in one, and waits for handlers and
/// clocks.
package struct Walk: Sendable {
  package var machine: Machine
  package var recorder: TraceRecorder
  /// The index of the flow in which the run stays; -1 if it may go anywhere.
  package let home: Int32
  /// The number of the row by which the run has left its flow; -1 while it has not.
  package private(set) var exit: Int32 = -1

  /// The most steps in a row that go on by themselves.
  package static let patience = 10_000

  /// A walk that goes on from a machine.
  ///
  /// - Parameters:
  ///   - only: whether the run ends when it leaves its flow. Then it enters no call.
  ///   - recorder: where its rows are kept.
  package init(_ machine: Machine, only: Bool = false, recorder: TraceRecorder = TraceRecorder()) {
    self.machine = machine
    self.recorder = recorder
    home = only ? machine.flowIndex : -1
  }

  /// A walk at the first step of a flow, or at the step `from`.
  package init(
    _ flow: String, from: String?, facts: [(name: String, value: String)], clock: Int64, only: Bool,
    on program: Program, recorder: TraceRecorder = TraceRecorder()
  ) throws(WalkError) {
    guard let found = program.catalogue.flow(named: flow) else { throw .unknownFlow(flow) }
    var first = found.firstStep
    if let from {
      first = found.step(from)
      guard first != nil else { throw .unknownStep(from, found.id) }
    }
    guard let first, var machine = program.start(at: first, clock: clock) else {
      throw .outline(found.id)
    }
    for fact in facts where !machine.set(fact.name, to: fact.value) {
      throw .unknownFact(fact.name, fact.value)
    }
    machine.startOver()
    self.init(machine, only: only, recorder: recorder)
  }

  /// Whether the run is over, or has left its flow.
  package var isOver: Bool { exit >= 0 || machine.hasEnded }

  /// How the run ended or where it stands, in the words of the last line of a trace.
  package var ending: String { left ?? machine.end?.description ?? machine.standing }

  /// Where the row led by which the run has left its flow. Nil while it has not.
  package var left: String? {
    guard exit >= 0 else { return nil }
    return machine.program.row(exit).target(machine.program.reading)?.description
  }

  // MARK: Steps

  /// Takes a row of the current step by its position, and records it.
  ///
  /// Inlined, since a runner takes every row with it.
  @inline(__always)
  @discardableResult
  package mutating func pass(
    _ position: Int, isPassedOver: Bool = false
  ) throws(MachineError) -> RowNumber {
    let before = machine.block
    let row = try isPassedOver ? machine.passOver() : machine.take(position)
    let hasEnded = machine.hasEnded
    recorder.add(
      before &+ Int32(truncatingIfNeeded: position), to: hasEnded ? -1 : machine.block,
      at: machine.clock, isPassedOver: isPassedOver)
    if hasEnded {
      recorder.end = machine.end
    } else if home >= 0, machine.flowIndex != home {
      exit = row.rawValue
    }
    return row
  }

  /// How far a run goes by itself.
  package enum Extent: Sendable {
    /// To where a script that names no more rows ends: over skipped steps, and out of calls.
    case results
    /// Also into calls.
    case calls
    /// To where somebody has to decide: also over steps that the system passes at once.
    case waits
  }

  /// What a run does by itself next. Nil if it stands where it would go no further.
  package func next(_ extent: Extent) throws(WalkError) -> Deed? {
    guard exit < 0 else { return nil }
    switch machine.need {
    case .end: return nil
    case .passOver: return Deed(.skip)
    case .result:
      guard let row = machine.resultRow else { throw .unhandledResult(machine.result ?? "") }
      return Deed(.take(row))
    case .call: return extent == .results || home >= 0 ? nil : Deed(.call)
    case .event: return extent == .waits && !machine.waits ? Deed(.take(0)) : nil
    }
  }

  /// Goes on as far as the run does by itself; with `most`, only so many steps of these.
  package mutating func settle(_ extent: Extent, most: Int? = nil) throws(WalkError) {
    var guarding = LoopGuard(machine)
    for _ in 0..<(most ?? .max) {
      guard let deed = try next(extent) else { return }
      try perform(deed)
      if most == nil { try guarding.note(machine) }
    }
  }

  /// Lets the time until a timer pass, unless it is over, and goes to its step.
  package mutating func wait(for timer: Machine.Timer) {
    machine.elapse(to: timer.due)
    machine.prepare(for: timer)
  }

  /// Suspends the run where it waits, and starts another flow on top of it.
  package mutating func suspend(into name: String, anyway: Bool = false) throws(WalkError) {
    let move = "suspend \(name)"
    guard let flow = machine.program.catalogue.flow(named: name) else { throw .unknownFlow(name) }
    try requireWaiting(move, anyway)
    if !anyway, let first = machine.timer, first.due <= machine.clock {
      throw .laterTimer(move, than: machine.row(of: first).qualified)
    }
    do { try suspend(into: flow) } catch { throw .outline(name) }
  }

  /// Suspends the run, wherever it is, and records it.
  package mutating func suspend(into flow: Flow) throws(MachineError) {
    try machine.suspend(into: flow)
    recorder.addSuspension(to: machine.block, at: machine.clock)
  }

  /// Lets time pass where the run waits. It ends before the next timer runs out.
  package mutating func wait(_ time: Int64, anyway: Bool = false) throws(WalkError) {
    let move = Script.Move.wait(time).text
    try requireWaiting(move, anyway)
    let end = machine.clock.later(by: time)
    if !anyway, let first = machine.timer, first.due <= end {
      throw .laterTimer(move, than: machine.row(of: first).qualified)
    }
    machine.elapse(to: end)
  }

  /// Refuses a move that needs a step at which the run waits.
  private func requireWaiting(_ move: String, _ anyway: Bool) throws(WalkError) {
    guard !isOver else { throw .endedEarly(ending, move) }
    let need = machine.need
    guard !machine.waits, !anyway || need != .event else { return }
    throw need == .call && home >= 0
      ? .notEntered(machine.step.qualified) : .passing(machine.step.qualified)
  }
}

extension Machine {
  /// The index of the flow of the current step.
  @inline(__always)
  package var flowIndex: Int32 { program.tables.flowOfStep[Int(head.number)] }
}
