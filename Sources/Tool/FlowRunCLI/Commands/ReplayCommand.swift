internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import FlowTesting
internal import WalletSimulator

struct ReplayCommand: AsyncParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Runs the scripts below `Flows/paths` and prints how many rows they take.")

  var deed: String? { "replaying" }

  @Argument(help: "Only the scripts that go through this flow.", completion: .flows)
  var flow: String?
  @Flag(help: "Overwrites the recorded traces, after an intended change.") var record = false
  @Option(
    help: ArgumentHelp(
      "For `--record`: full, with all that is shown, the facts and the stack; or text.",
      discussion:
        "By default traces are recorded as they were before, new ones as those of their file."))
  var trace: TraceForm?
  @Option(
    help:
      "Writes the outcome of every script to this file, as JUnit XML; `-` is standard output.")
  var junit: String?
  @Option(
    help: "Writes which rows were taken to this file: .md, .html, .json, or any other for text.")
  var cover: String?
  @Flag(help: "For `--cover`: the scripts and rows as meant.") var asMeant = false
  @Flag(help: "Runs the scripts below `Flows/real`: real handlers in a world, no given outcomes.")
  var real = false
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    if let junit, junit == cover { throw Refusal("`--junit` and `--cover` name the same file") }
    if trace != nil, !record {
      throw Refusal("`--trace` says how traces are recorded; give `--record` as well")
    }
    guard junit == "-" || cover == "-" else { return try await replay(Console.current) }
    // The report has standard output for itself.
    let console = Console.current
    var others = console
    others.out = console.err
    try await Console.$current.withValue(others) { try await replay(console) }
  }

  /// - Parameter reports: where reports go that are written to `-`.
  private func replay(_ reports: Console) async throws {
    let console = Console.current
    let catalogue = try flows.catalogue()
    let only = try flow.map { try catalogue.find($0) }
    let folder = real ? FlowLoader.realFolder : FlowLoader.pathsFolder
    let book = ReplayBook(
      folder: try flows.located() + "/" + folder, world: real ? World.shape : nil)
    guard book.diagnostics.isEmpty else { throw Refusal(book.diagnostics, in: book.files) }
    if real, book.chapters.isEmpty { throw Refusal("there are no scripts in a world") }
    var replays = Replays(catalogue)
    var outcomes = JUnitReport()
    var coverage = TraceCoverage(catalogue)
    var strays = 0
    for chapter in book.chapters {
      if !record, only == nil {
        for name in chapter.strayTraces {
          console.err("\(chapter.tracePath): no path is named `\(name)`; `--record` removes it\n")
          strays += 1
        }
      }
      var runs: [Replay] = []
      var times: [Duration] = []
      var unrecorded: [String] = []
      for script in chapter.scripts {
        let expected = chapter.trace(of: script)
        let begin = ContinuousClock.now
        let isFull = trace.map { $0 == .full } ?? expected.map(TraceBook.isFull) ?? chapter.isFull
        let replay = try await script.replayed(
          on: replays.program(as: script.reading), trace: record ? nil : expected, isFull: isFull,
          inWorld: real)
        guard counts(replay, for: only, in: catalogue) else { continue }
        runs.append(replay)
        times.append(ContinuousClock.now - begin)
        replays.add(replay)
        if script.reading == (asMeant ? .meant : .written) { coverage.add(replay.entries) }
        if expected == nil { unrecorded.append(script.name) }
      }
      guard !runs.isEmpty else { continue }
      outcomes.add(chapter.path, Array(zip(runs, times)))
      let passed = runs.count { $0.hasPassed }
      if record, passed == chapter.scripts.count {
        let traces = runs.map { ($0.script.name, $0.trace) }
        try write(TraceBook.text(of: traces), to: chapter.tracePath)
      }
      console.out("\(chapter.path): \(passed) of \(runs.count) passed")
      if !unrecorded.isEmpty {
        console.out(
          record && passed == chapter.scripts.count
            ? ", \(unrecorded.count) recorded now"
            : "; without a recorded trace, which `--record` writes: "
              + unrecorded.joined(separator: ", "))
      }
      console.out("\n")
    }
    let failures = replays.replays.compactMap(\.failure)
    console.show(failures, in: book.files)
    if let junit {
      try Console.$current.withValue(reports) { try write(outcomes.xml, to: junit) }
    }
    let covered = only.map { [$0] } ?? catalogue.flows
    if let cover {
      try await Console.$current.withValue(reports) {
        try await writeCoverage(coverage, of: covered, in: catalogue, to: cover)
      }
    }
    let missing =
      real ? RealCoverage(replays, book).report(covered) : report(replays, covered)
    console.out("\(replays.replays.count - failures.count) passed, \(failures.count) failed\n")
    if !failures.isEmpty || missing > 0 || strays > 0 { throw ExitCode(1) }
  }

  private func writeCoverage(
    _ coverage: TraceCoverage, of flows: [Flow], in catalogue: Catalogue, to path: String
  ) async throws {
    let written = flows.filter { !$0.isOutline }
    let report = CoverageReport(
      coverage, of: written, as: asMeant ? .meant : .written,
      files: SourceFile.excerpts(from: written.map(\.path)))
    let text = try await CoverageFormat(ofFile: path).text(of: report, in: catalogue)
    try write(text, to: path)
  }

  /// Whether a replay is of the flow that was asked for, or goes through it.
  private func counts(_ replay: Replay, for only: Flow?, in catalogue: Catalogue) -> Bool {
    guard let only else { return true }
    return catalogue.flow(named: replay.script.flow) == only
      || replay.entries.contains { $0.row.flow == only }
  }

  /// Prints which rows no replay takes, and which only replays that are entered at a step take.
  /// Returns how many are not covered.
  private func report(_ replays: Replays, _ flows: [Flow]) -> Int {
    let console = Console.current
    var missing = 0
    // Without slips, the readings are the same.
    let hasMeant = flows.contains { flow in
      flow.rows.contains { $0.target(.written) != $0.target(.meant) }
    }
    for reading in Reading.allCases where reading == .written || hasMeant {
      var counts: [Replays.Standing: [Row]] = [:]
      for flow in flows {
        for row in flow.rows where row.target(reading) != nil {
          counts[replays.standing(of: row, as: reading), default: []].append(row)
        }
      }
      let total = counts.values.reduce(0) { $0 + $1.count }
      let reached = counts[.reached]?.count ?? 0
      console.out("as \(reading.rawValue): \(reached) of \(total) rows reached\n")
      list("entered at their step, not reached", counts[.entered] ?? [])
      list(
        "reached only as \(reading == .written ? "meant" : "written")", counts[.otherReading] ?? [])
      list("not covered", counts[.missing] ?? [])
      missing += counts[.missing]?.count ?? 0
    }
    return missing
  }

  private func list(_ what: String, _ rows: [Row]) {
    guard !rows.isEmpty else { return }
    Console.current.out("  \(what): \(rows.map(\.qualified).joined(separator: ", "))\n")
  }
}

/// How a trace is recorded.
enum TraceForm: String, CaseIterable, ExpressibleByArgument {
  case text, full
}
