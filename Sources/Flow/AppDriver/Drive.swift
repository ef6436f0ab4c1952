public import FlowModel
internal import FlowRuntime

/// Drives an app along a flow: the engine says what may happen next, a walk chooses, and the app
/// does it and shows where it is.
///
/// ```swift
/// let report = try await drive(Catalogue(compiled: bytes), "UC1", .covering, NoApp())
/// if let failure = report.failure { print(failure.message, report.runs.last?.command ?? "") }
/// ```
///
/// - Parameters:
///   - flow: the id or the other name of a flow.
///   - step: where the runs begin. The first step if it is nil.
///   - facts: first values of facts. Those of the walk come before them.
/// - Throws: if there is no such flow, step or fact, the flow is an outline, or the walk or the
///   limits name a row or a step that is in no flow. What the app throws is the failure in the
///   report, as is that the task was cancelled.
public nonisolated(nonsending) func drive<Chooser: DriverWalk, App: DrivenApp>(
  _ flows: Catalogue, _ flow: String, _ walk: Chooser, _ app: App = NoApp(),
  as reading: Reading = .written, from step: String? = nil, facts: [String: String] = [:],
  until limits: DriverLimits = DriverLimits()
) async throws(DriverError) -> DriverReport {
  guard let found = flows.flow(named: flow) else {
    throw DriverError("there is no flow `\(flow)`")
  }
  let program = flows.compiled(as: reading)
  let start = DriveStart(program: program, flow: found, step: step, facts: facts, reading: reading)
  // What is wrong with the question is no failure of the app.
  if let row = limits.row, !flows.hasRow(row) {
    throw DriverError("there is no row `\(row)` to stop at")
  }
  var walk = walk
  try walk.begin(found, as: reading)
  try walk.check(on: flows)
  let first = try start.run(walk.facts(ofRun: 0))
  var drive = Drive(start, walk, app, first)
  await drive.go(limits)
  return drive.report
}

/// How each run of a drive begins.
struct DriveStart {
  let program: Program
  let flow: Flow
  let step: String?
  let facts: [String: String]
  let reading: Reading

  /// The rows of the flow that exist in the reading, as often as a step has them.
  var rows: [Row] {
    flow.steps.flatMap { step in
      flow.rows.filter { row in
        (row.step == step || row.step(.meant) == step) && row.target(reading) != nil
      }
    }
  }

  /// First values of facts, in the order of the flows.
  func values(_ own: [String: String]?) -> [(name: String, value: String)] {
    let values = facts.merging(own ?? [:]) { $1 }
    let names = program.facts.map { $0.name }.filter { values[$0] != nil }
    let others = values.keys.filter { !names.contains($0) }.sorted()
    return (names + others).map { ($0, values[$0] ?? "") }
  }

  func run(_ own: [String: String]?) throws(DriverError) -> DrivenRun {
    do throws(WalkError) {
      return DrivenRun(
        try Walk(
          flow.id, from: step, facts: values(own), clock: 0, only: false, on: program))
    } catch {
      throw DriverError(error.description)
    }
  }
}

/// A drive under way.
private struct Drive<Chooser: DriverWalk, App: DrivenApp> {
  let start: DriveStart
  var walk: Chooser
  let app: App
  var run: DrivenRun
  /// The newest rows of the run.
  var taken: [Row] = []
  var covered: Set<String> = []
  var report: DriverReport
  /// The newest move of the run.
  var last: Row?
  /// What the clock of the run showed.
  var clock: Int64 = 0

  init(_ start: DriveStart, _ walk: Chooser, _ app: App, _ run: DrivenRun) {
    (self.start, self.walk, self.app, self.run) = (start, walk, app, run)
    report = DriverReport(flow: start.flow.id)
  }

  nonisolated(nonsending) mutating func go(_ limits: DriverLimits) async {
    let rows = start.rows
    do {
      try await begin()
      while !isOver(limits, of: rows) {
        try Task.checkCancellation()
        let place = DriverPlace(run: run, moves: run.moves, covered: covered, taken: taken)
        switch try walk.next(at: place) {
        case nil: return finish(rows)
        case .restart:
          // A walk that begins again where nothing can be done would do so for ever.
          let isStuck = walk.facts(ofRun: 0) == nil && report.runs.last?.chosen.isEmpty != false
          if isStuck || report.runs.count >= limits.runs ?? .max { return finish(rows) }
          try await begin()
        case .make(let move): try await make(move)
        }
      }
    } catch {
      report.failure = DriverReport.Failure(after: last, step: run.machine.step, error: error)
    }
    finish(rows)
  }

  private func isOver(_ limits: DriverLimits, of rows: [Row]) -> Bool {
    if report.rows >= limits.rows ?? (walk.ends ? .max : 1_000) { return true }
    if let time = limits.time, report.time >= time { return true }
    if let row = limits.row, report.covered.contains(where: { $0.isCalled(row) }) { return true }
    guard let coverage = limits.coverage else { return false }
    return Double(rows.count { covered.contains($0.qualified) }) >= coverage * Double(rows.count)
  }

  private nonisolated(nonsending) mutating func begin() async throws {
    let own = walk.facts(ofRun: report.runs.count)
    last = nil
    run = try start.run(own)
    let walk = walk
    try run.settle { walk.enters($0.situation, taken: $0.newRows) }
    clock = run.machine.clock
    report.runs.append(DriverReport.Run(facts: start.values(own)))
    try await app.start(run.situation)
    try await look()
  }

  private nonisolated(nonsending) mutating func make(_ move: DriverMove) async throws {
    last = move.row
    report.runs[report.runs.count - 1].chosen.append(move.row)
    report.rows += 1
    let values = try await app.take(move, run.situation)
    run.values.merge(values) { $1 }
    let walk = walk
    try run.make(move) { walk.enters($0.situation, taken: $0.newRows) }
    try await look()
  }

  /// Looks at what has happened, and at the app.
  private nonisolated(nonsending) mutating func look() async throws {
    taken = run.takenRows()
    for row in taken where covered.insert(row.qualified).inserted { report.covered.append(row) }
    report.runs[report.runs.count - 1].taken += taken
    report.time += .milliseconds(run.machine.clock - clock)
    clock = run.machine.clock
    try await app.shows(run.situation)
  }

  private mutating func finish(_ rows: [Row]) {
    report.uncovered = rows.filter { !covered.contains($0.qualified) }
    for index in report.runs.indices {
      report.runs[index].command = start.command(for: report.runs[index])
    }
  }
}

extension DriveStart {
  /// The command that does the same in flowrun.
  fileprivate func command(for run: DriverReport.Run) -> String {
    var words = ["flowrun", flow.id]
    if reading == .meant { words.append("--as-meant") }
    if let step { words += ["--from", step] }
    for (name, value) in run.facts { words += ["--fact", "\(name)=\(value)"] }
    if !run.taken.isEmpty {
      words += ["--rows", run.taken.map { $0.qualified }.joined(separator: ",")]
    }
    return words.map { DriveStart.quoted($0) }.joined(separator: " ")
  }

  /// A word for a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "_.,:=@%/+-".utf8.contains(byte)
      }
    }
    guard !isPlain || word.isEmpty else { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
