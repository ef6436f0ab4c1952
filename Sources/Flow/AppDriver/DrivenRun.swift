public import FlowModel
public import FlowRuntime

/// What may happen next in a run.
public struct DriverMove: Hashable, Sendable {
  /// The row that is taken.
  public let row: Row
  /// The kind of the row; `event` for the timer of a calling step.
  public let kind: Row.Kind
  /// What the user does, or what happens. Empty for the timer of a calling step.
  public let label: String
  /// The answer of the step's action for which the row is taken. Nil where it is not for one.
  public let outcome: String?
  /// The names of the inputs that the user fills in.
  public let enters: [String]
  /// Above zero where so much time has to pass, after which it happens by itself.
  public let wait: Duration

  init(_ row: Row) {
    self.row = row
    (kind, label, outcome) = (row.kind, row.label, row.expectedOutcome)
    (enters, wait) = (row.enters, .zero)
  }

  /// The timer that runs out first.
  init(_ row: Row, isOwn: Bool, after milliseconds: Int64) {
    self.row = row
    (kind, label) = isOwn ? (row.kind, row.label) : (.event, "")
    (outcome, enters, wait) = (nil, [], .milliseconds(max(milliseconds, 1)))
  }
}

/// A run that stands where somebody has to decide. A copy of it is a run of its own.
public struct DrivenRun: Sendable {
  var walk: Walk
  /// The values that the app shows, by name.
  var values: [String: String] = [:]
  /// The rows that were looked at.
  private var seen = 0

  /// The most steps that a run makes by itself.
  private static let patience = 5_000

  init(_ walk: Walk) {
    self.walk = walk
  }

  var machine: Machine { walk.machine }

  /// Where the run stands. The app's action runs there if the step has one.
  public var situation: Situation {
    Situation(
      machine, isWorking: machine.need == .event && machine.step.action != nil, values: values)
  }

  /// The rows that may be taken, in the order of the document, and the timer that runs out first.
  public var moves: [DriverMove] {
    guard !machine.hasEnded else { return [] }
    let rows = machine.rows
    let open = rows.indices.filter { machine.refusal(of: $0) == nil }.map { DriverMove(rows[$0]) }
    guard let timer = machine.timer else { return open }
    let row = machine.row(of: timer)
    let name = row.qualified
    let due = DriverMove(
      row, isOwn: rows.contains { $0.qualified == name },
      after: timer.due.earlier(by: machine.clock))
    return open.filter { $0.row.qualified != name || $0.outcome != nil } + [due]
  }

  /// Makes a move of ``moves``, and goes on to where somebody has to decide.
  ///
  /// - Throws: where the rows of a flow lead round for ever, or calls are nested too deep.
  public mutating func make(_ move: DriverMove) throws(DriverError) {
    try make(move) { _ in true }
  }

  /// - Parameter enters: whether the call is entered at which the run stands.
  mutating func make(
    _ move: DriverMove, entering enters: (DrivenRun) -> Bool
  ) throws(DriverError) {
    let name = move.row.qualified
    let isOwn = machine.rows.contains { $0.qualified == name }
    if move.wait > .zero, let timer = machine.timer {
      try go { walk throws(WalkError) in try walk.elapse(to: timer.due, isFiring: !isOwn) }
    }
    if isOwn, let position = machine.position(ofRow: name) {
      if let refusal = machine.refusal(of: position) {
        throw DriverError("`\(name)` cannot be taken: \(refusal)")
      }
      try go { walk throws(WalkError) in try walk.take(position) }
    }
    try settle(entering: enters)
  }

  /// Goes on to where somebody has to decide. What a flow gives back that is not written, or not
  /// entered, is decided, too.
  mutating func settle(entering enters: (DrivenRun) -> Bool) throws(DriverError) {
    for _ in 0..<DrivenRun.patience {
      guard !machine.hasEnded, !machine.waits else { return }
      if machine.need == .call {
        var inside = self
        try inside.go { walk throws(WalkError) in try walk.settle(.waits, most: 1) }
        guard !inside.machine.hasEnded, enters(self) else { return }
      }
      try go { walk throws(WalkError) in try walk.settle(.waits, most: 1) }
    }
    try go { walk throws(WalkError) in try walk.settle(.waits) }
  }

  private mutating func go(
    _ body: (inout Walk) throws(WalkError) -> Void
  ) throws(DriverError) {
    do throws(WalkError) { try body(&walk) } catch { throw DriverError(error.description) }
  }

  /// The rows that were taken since the last call, those that happened by themselves too, oldest
  /// first.
  public mutating func takenRows() -> [Row] {
    let rows = newRows
    seen += rows.count
    return rows
  }

  /// The rows that were taken since ``takenRows()``.
  var newRows: [Row] { walk.recorder.entries(machine.program, from: seen).map { $0.row } }
}
