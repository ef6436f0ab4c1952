public import FlowModel

/// Runs a script on the pure machine: every step takes the row that the script names.
///
/// Handlers are not called. No time passes except for the timers of the taken rows, and where the
/// script says so.
public struct ScriptRun: Sendable {
  /// The taken rows, in order.
  public private(set) var entries: [TraceEntry] = []
  /// For each of the taken rows, the place of the move in the script that named it. Nil if none
  /// did.
  public private(set) var namedBy: [Int?] = []
  /// The machine at the end.
  public var machine: Machine { walk.machine }
  /// How the run ended, in the words of the last line of a trace.
  public var ending: String { walk.ending }
  /// What happened after the last row.
  package var openTrace: OpenTrace { OpenTrace(walk.recorder, machine.program) }
  /// The entries that a machine would not have taken. Empty unless the run takes them anyway.
  public var refused: [TraceEntry] { refusals.map { entries[$0] } }
  private var refusals: [Int] = []
  private var walk: Walk
  private let takesAnyway: Bool
  private let keepsStates: Bool

  /// Runs a script to its end, or as far as it can be run.
  ///
  /// - Parameters:
  ///   - anyway: takes rows although their conditions do not hold, or an earlier timer of the step
  ///     would have come first.
  ///   - isFull: keeps where the run stood at every row, for a full trace.
  public static func run(
    _ script: Script, on program: Program, anyway: Bool = false, isFull: Bool = false
  ) throws(ScriptError) -> ScriptRun {
    var run: ScriptRun
    do { run = try ScriptRun(script, on: program, anyway, isFull) } catch {
      throw ScriptError(error, move: nil)
    }
    var place = 0
    do {
      while place < script.moves.count {
        try run.make(script.moves[place], at: place)
        place += 1
      }
      try run.goOn(.results)
    } catch {
      throw ScriptError(error, move: min(place, max(script.moves.count - 1, 0)))
    }
    run.entries = run.walk.recorder.entries(program)
    return run
  }

  private init(
    _ script: Script, on program: Program, _ takesAnyway: Bool, _ keepsStates: Bool
  ) throws(WalkError) {
    walk = try Walk(
      script.flow, from: script.from, facts: script.facts, clock: script.clock, only: script.only,
      on: program, recorder: TraceRecorder(limit: .max))
    self.takesAnyway = takesAnyway
    self.keepsStates = keepsStates
  }

  private mutating func make(_ move: Script.Move, at place: Int) throws(WalkError) {
    switch move {
    case .row(let name):
      for _ in 0...Walk.patience {
        let deed: Walk.Deed
        do { deed = try walk.next(toward: name, anyway: takesAnyway) } catch {
          throw explained(error, name)
        }
        try perform(deed, namedBy: deed.isNamed ? place : nil)
        if deed.isNamed { return }
      }
      throw .loop(machine.step.qualified)
    case .suspend(let flow):
      try goOn(.calls)
      try walk.suspend(into: flow, anyway: takesAnyway)
    case .wait(let time):
      try goOn(.calls)
      try walk.wait(time, anyway: takesAnyway)
    }
  }

  /// Says of a row that the step does not have if it is one of the step before: people name an
  /// alternative after the row in whose place it is taken.
  private func explained(_ error: WalkError, _ name: String) -> WalkError {
    guard case .noSuchRow = error, namedBy.last != .some(nil),
      let last = walk.recorder.entries(machine.program).last?.row
    else { return error }
    let rows = last.step.rows(machine.program.reading)
    guard let row = rows.first(where: { [$0.reference, $0.qualified].contains(name) }), row != last
    else { return error }
    return .inPlace(row.reference, of: last.reference)
  }

  /// Goes on as far as the run does by itself.
  private mutating func goOn(_ extent: Walk.Extent) throws(WalkError) {
    for _ in 0...Walk.patience {
      guard let deed = try walk.next(extent) else { return }
      try perform(deed, namedBy: nil)
    }
    throw .loop(machine.step.qualified)
  }

  private mutating func perform(_ deed: Walk.Deed, namedBy move: Int?) throws(WalkError) {
    if let timer = deed.timer { walk.wait(for: timer) }
    let state = keepsStates && deed.kind != .call ? TraceState(machine) : nil
    let message = deed.row.flatMap { machine.rows[$0].message }
    try walk.perform(deed.kind)
    guard deed.row != nil else { return }
    if let message { walk.recorder.note(TraceNote(message: ShownText.read(message))) }
    if let state { walk.recorder.note(state) }
    if deed.isRefused { refusals.append(namedBy.count) }
    namedBy.append(move)
  }
}
