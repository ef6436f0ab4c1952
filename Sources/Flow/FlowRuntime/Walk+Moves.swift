internal import FlowModel

/// Moves by the names of rows. What a name means depends on where a run comes to before it can be
/// taken.
extension Walk {
  /// What a run does next.
  package struct Deed: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// Takes the row at this position.
      case take(Int)
      /// Skips the step.
      case skip
      /// Enters the flow that the step calls.
      case call
    }

    package let kind: Kind
    /// The position of the row that is taken. Nil if none is.
    package var row: Int? {
      switch kind {
      case .take(let row): row
      case .skip: 0
      case .call: nil
      }
    }
    /// The timer whose row it is. Time passes until it runs out.
    package let timer: Machine.Timer?
    /// Whether it is what a move has named. Otherwise it happens before that.
    package var isNamed = false
    /// Whether no run would do it there.
    package var isRefused = false

    package init(_ kind: Kind, waitingFor timer: Machine.Timer? = nil, isNamed: Bool = false) {
      (self.kind, self.timer, self.isNamed) = (kind, timer, isNamed)
    }
  }

  /// What the run does next on its way to the row that a move names. Several steps may happen by
  /// themselves before.
  ///
  /// - Parameters:
  ///   - name: the id of a row, with or without its flow; also of a timer of a calling step.
  ///   - passes: whether steps that the system passes at once need not be named.
  ///   - anyway: whether the row is taken even if no run would take it there.
  package func next(
    toward name: String, passes: Bool = false, anyway: Bool = false
  ) throws(WalkError) -> Deed {
    guard !isOver else { throw .endedEarly(ending, name) }
    let named = machine.position(ofRow: name)
    if let timer = callerTimer(name, named, anyway) { return try deed(for: timer, anyway: anyway) }
    switch machine.need {
    case .end: throw .endedEarly(ending, name)
    case .passOver: return Deed(.skip, isNamed: named == 0)
    case .result:
      guard let row = machine.resultRow else { throw .unhandledResult(machine.result ?? "") }
      // A row that holds anywhere may be meant for a later step.
      if let named, named != row, !machine.rows[named].isAnywhere {
        throw .otherRow(machine.rows[row].qualified)
      }
      return Deed(.take(row), isNamed: named == row)
    case .call:
      if let named, home >= 0 || anyway || !isForLater(named) {
        return try deed(for: named, anyway: anyway)
      }
      guard home < 0 else { throw noSuchRow }
      return Deed(.call)
    case .event:
      if let named { return try deed(for: named, anyway: anyway) }
      guard passes, !machine.waits else { throw noSuchRow }
      return Deed(.take(0))
    }
  }

  /// Does what ``next(toward:passes:)`` or ``next(_:)`` says.
  package mutating func perform(_ deed: Deed) throws(WalkError) {
    if let timer = deed.timer { wait(for: timer) }
    try perform(deed.kind)
  }

  /// Does so when the time for it has come.
  package mutating func perform(_ kind: Deed.Kind) throws(WalkError) {
    do throws(MachineError) {
      switch kind {
      case .take(let row): try pass(row)
      case .skip: try pass(0, isPassedOver: true)
      case .call: try machine.enterCall()
      }
    } catch {
      throw error == .callTooDeep ? .callTooDeep : noSuchRow
    }
  }

  /// Goes on until the row that a move names is taken.
  package mutating func take(_ name: String, passes: Bool = false) throws(WalkError) {
    var guarding = LoopGuard(machine)
    while true {
      let deed = try next(toward: name, passes: passes)
      try perform(deed)
      if deed.isNamed { return }
      try guarding.note(machine)
    }
  }

  /// The timer of a calling step that a name means here: unless this step has such a row, or if
  /// that cannot be taken now and the timer is the next to run out.
  private func callerTimer(_ name: String, _ named: Int?, _ anyway: Bool) -> Machine.Timer? {
    guard machine.frame >= 0, machine.program.tables.hasLongTimers, machine.waits || anyway else {
      return nil
    }
    guard let named else { return machine.callerTimer(ofRow: name) }
    guard case .never = machine.access(to: named), let first = machine.timer, first.callers > 0,
      machine.callerTimer(ofRow: name) == first
    else { return nil }
    return first
  }

  /// The named row of a timer of this step or of a calling one.
  package func deed(for timer: Machine.Timer, anyway: Bool = false) throws(WalkError) -> Deed {
    var deed = Deed(.take(timer.row), waitingFor: timer, isNamed: true)
    if let first = machine.timer, first != timer {
      guard anyway else {
        throw .laterTimer(machine.row(of: timer).qualified, than: machine.row(of: first).qualified)
      }
      deed.isRefused = true
    }
    return deed
  }

  /// The named row of this step at a position.
  package func deed(for position: Int, anyway: Bool = false) throws(WalkError) -> Deed {
    switch machine.access(to: position) {
    case .now: return Deed(machine.need == .passOver ? .skip : .take(position), isNamed: true)
    case .when(let timer): return Deed(.take(position), waitingFor: timer, isNamed: true)
    case .never(let obstacle):
      let row = machine.rows[position]
      let timer = row.outcome == nil ? machine.timer(ofRow: position) : nil
      var deed = Deed(.take(position), waitingFor: timer, isNamed: true)
      deed.isRefused = true
      switch obstacle {
      case .conditions, .timer, .ranOut: if anyway { return deed }
      case .ended, .skipped, .result: break
      }
      throw error(obstacle, of: row)
    }
  }

  /// Whether the timer of a calling step is meant for a step at which the run waits: of a row that
  /// holds anywhere; or if the timer of the same row runs out first where the step was called
  /// before. The timer of the calling step can be taken there too.
  private func isForLater(_ position: Int) -> Bool {
    let row = machine.rows[position]
    guard row.outcome == nil, row.after != nil else { return false }
    if case .never = machine.access(to: position) {
      guard !row.isAnywhere, let first = machine.timer else { return row.isAnywhere }
      return first.callers > 0 && machine.row(of: first) == row
    }
    guard row.isAnywhere else { return false }
    var inside = machine
    while inside.need == .call {
      do throws(MachineError) { try inside.enterCall() } catch { return false }
    }
    return inside.waits
  }

  /// Whether a move may skip the call of the step with a row, which then is its result.
  package func skips(with position: Int) -> Bool {
    machine.need == .call && machine.access(to: position) == .now && !isForLater(position)
  }

  private var noSuchRow: WalkError {
    .noSuchRow(machine.step.qualified, machine.rows.map { $0.reference })
  }

  private func error(_ obstacle: Machine.Obstacle, of row: Row) -> WalkError {
    switch obstacle {
    case .ended: .endedEarly(ending, row.qualified)
    case .skipped: noSuchRow
    case .result(let other?): .otherRow(machine.rows[other].qualified)
    case .result(nil): .unhandledResult(machine.result ?? "")
    case .conditions: .conditionUnmet(row.qualified, needs: row.needs)
    case .timer(let first): .laterTimer(row.qualified, than: machine.row(of: first).qualified)
    case .ranOut: .ranOut(row.qualified)
    }
  }
}
