internal import FlowModel
internal import FlowRuntime

/// A run from its start along a list of moves, and on to where somebody has to decide: what a page
/// shows of it, and the script that is the same run.
struct Course {
  /// What a move has done.
  struct Frame {
    let move: CourseRequest.Move
    /// The places in the trace of the rows that were taken for it.
    let rows: Range<Int>
    /// The values of facts before and after it.
    let before: [UInt8]
    let after: [UInt8]
  }

  private(set) var walk: Walk
  private(set) var frames: [Frame] = []
  /// The first move that is not possible, and why.
  private(set) var broken: (index: Int, reason: String)?
  /// Why the run cannot go on to where somebody decides.
  private(set) var stuck: String?
  /// Where calls were entered that a move could skip. Some may have returned since.
  private(set) var calls: [Walk] = []
  /// The values for texts, by name.
  private(set) var values: [(name: String, text: String)] = []
  /// The moves of the script.
  private(set) var script: [Script.Move] = []
  /// How the script ends if it names so many rows only.
  private(set) var endings: [(rows: Int, ending: String)] = []
  /// Where the script has led so far, without a trace.
  private var scripted: Walk
  /// The flow in which the run began.
  private(set) var home: Flow

  init(_ start: Walk, _ moves: [CourseRequest.Move], steps: Int?) {
    walk = start
    walk.recorder = TraceRecorder(limit: .max)
    scripted = start
    home = start.machine.step.flow
    for (index, move) in moves.enumerated() {
      let saved = self
      calls = []
      do throws(WalkError) { try make(move) } catch {
        self = saved
        broken = (index, error.description)
        break
      }
      frames.append(
        Frame(
          move: move, rows: saved.walk.recorder.count..<walk.recorder.count,
          before: saved.walk.machine.factValues, after: walk.machine.factValues))
    }
    goOn(broken == nil ? steps : nil)
  }

  /// Whether nothing can be done any more.
  var isOver: Bool { walk.isOver }

  /// How the script ends. Nil if it has no end, because the run cannot go on after its last row.
  var scriptEnding: String? {
    var walk = scripted
    do throws(WalkError) { try walk.settle(.results) } catch { return nil }
    return walk.ending
  }

  /// How the run stands, in the words of a trace.
  var ending: String { scriptEnding ?? walk.ending }

  // MARK: Moves

  private mutating func make(_ move: CourseRequest.Move) throws(WalkError) {
    switch move.move {
    case .row(let name): try take(name, move.values)
    case .suspend(let flow):
      try settle()
      try walk.suspend(into: flow)
      write(move.move)
    case .wait(let time): try wait(time)
    }
    calls = []
  }

  private mutating func take(
    _ name: String, _ values: [(name: String, text: String)]
  ) throws(WalkError) {
    var guarding = LoopGuard(walk.machine)
    while true {
      let deed = try walk.next(toward: name, passes: true)
      let isAnswer = deed.isNamed && isAnswer(deed)
      let names = isAnswer ? Array(walk.machine.step.values) : []
      try perform(deed)
      guard deed.isNamed else {
        try guarding.note(walk.machine)
        continue
      }
      for name in names + values.map({ $0.name }) {
        self.values.removeAll { $0.name == name }
      }
      self.values += values
      return
    }
  }

  /// Whether the action of the step has answered, so that its earlier values are gone.
  private func isAnswer(_ deed: Walk.Deed) -> Bool {
    guard case .take(let row) = deed.kind, deed.timer?.callers ?? 0 == 0 else { return false }
    let machine = walk.machine
    return machine.step.action != nil && machine.rows[row].expectedOutcome != nil
  }

  /// Lets time pass. The rows of timers that run out meanwhile are taken.
  private mutating func wait(_ time: Int64) throws(WalkError) {
    let end = walk.machine.clock.later(by: time)
    var isFirst = true
    for _ in 0...Walk.patience {
      try settle()
      let waits = !walk.isOver && walk.machine.waits
      guard waits || isFirst else { return }
      guard waits, let timer = walk.machine.timer, timer.due <= end else {
        let rest = end - walk.machine.clock
        guard rest > 0 || isFirst else { return }
        try walk.wait(rest)
        if rest > 0 { write(.wait(rest)) }
        return
      }
      try perform(Walk.Deed(.take(timer.row), waitingFor: timer))
      isFirst = false
    }
    throw .loop(walk.machine.step.qualified)
  }

  /// Goes on to where the run waits.
  private mutating func settle() throws(WalkError) {
    var guarding = LoopGuard(walk.machine)
    while let deed = try walk.next(.waits) {
      try perform(deed)
      try guarding.note(walk.machine)
    }
  }

  /// Goes on after the last move, as far as nobody has to decide.
  private mutating func goOn(_ steps: Int?) {
    noteEnding()
    var extent = Walk.Extent.waits
    if steps == nil {
      // Of a run that goes round only what a script does by itself is shown.
      var probe = walk
      do throws(WalkError) { try probe.settle(.waits) } catch {
        if case .loop = error {
          stuck = error.description
          extent = .results
        }
      }
    }
    do throws(WalkError) {
      for _ in 0..<(steps ?? Walk.patience) {
        guard let deed = try walk.next(extent) else { return }
        try perform(deed)
        noteEnding()
      }
    } catch {
      stuck = error.description
    }
  }

  private mutating func noteEnding() {
    var end = scripted
    do throws(WalkError) { try end.settle(.results) } catch { return }
    let rows = walk.recorder.count
    if end.recorder.count == 0, endings.last.map({ $0.rows < rows }) ?? true {
      endings.append((rows, end.ending))
    }
  }

  private mutating func perform(_ deed: Walk.Deed) throws(WalkError) {
    if deed.kind == .call {
      if calls.count > Machine.maximumDepth { calls = openCalls }
      calls.append(walk)
    }
    try walk.perform(deed)
    if deed.row != nil { writeRow() }
  }

  /// The calls that were entered since the last move and go on, the outermost first.
  var openCalls: [Walk] {
    let callers = walk.machine.callers
    return calls.filter { call in callers.contains { $0 == call.machine.step } }
  }

  // MARK: The script

  /// Adds a move that is not a row to the script.
  private mutating func write(_ move: Script.Move) {
    script.append(move)
    scripted = walk
    scripted.recorder = TraceRecorder()
  }

  /// Adds the row that was taken last to the script: by its id alone if a script takes that for
  /// this row, and otherwise with its flow.
  private mutating func writeRow() {
    guard let taken = walk.recorder.last else { return }
    let row = walk.recorder.row(of: taken, walk.machine.program)
    let isPlain = row.flow == home && means(row.reference, taken)
    write(.row(isPlain ? row.reference : row.qualified))
  }

  /// Whether the script, going on with this name, takes this row and no other.
  private func means(_ name: String, _ taken: TraceRecorder.Record) -> Bool {
    var other = scripted
    do throws(WalkError) { try other.take(name) } catch { return false }
    return other.recorder.count == 1 && other.recorder.last == taken
      && other.machine.isSame(as: walk.machine)
  }
}
