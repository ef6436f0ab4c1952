internal import ArgumentParser
internal import Diagnostics
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import FlowTesting
internal import WalletSimulator

struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Runs the scripts below `Flows/paths` and says which rows they take.")

  @Argument(help: "Only the scripts that go through this flow.") var flow: String?
  @Flag(help: "Writes the traces anew, for a flow that was changed on purpose.") var record = false
  @Option(help: "Writes the outcome of every script to this file, as JUnit XML.")
  var junit: String?
  @Flag(help: "Runs the scripts below `Flows/real`: real handlers in a world, nothing dictated.")
  var real = false
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    let console = Console.current
    let catalogue = try flows.catalogue()
    let only = try flow.map { try catalogue.find($0) }
    if real {
      let folder = try flows.located() + "/" + FlowLoader.realFolder
      return try await RealReplay(
        catalogue: catalogue, book: ReplayBook(folder: folder, world: World.shape), only: only,
        records: record
      ).run()
    }
    let book = ReplayBook(folder: try flows.located() + "/" + FlowLoader.pathsFolder)
    let renderer = DiagnosticRenderer(files: book.files, color: console.hasColor)
    guard book.diagnostics.isEmpty else {
      console.err(renderer.render(book.diagnostics))
      throw ExitCode(2)
    }
    var replays = Replays(catalogue)
    var failures: [Diagnostic] = []
    var outcomes = JUnitReport()
    for chapter in book.chapters {
      let runs = chapter.scripts.compactMap { script in
        replays.replay(
          script, trace: record ? nil : chapter.trace(of: script),
          through: only.flatMap { catalogue.flow(named: script.flow) == $0 ? nil : $0 })
      }
      guard !runs.isEmpty else { continue }
      outcomes.add(chapter.path, runs)
      let failed = runs.compactMap(\.failure)
      failures += failed
      console.out(
        "\(chapter.path): \(runs.count - failed.count) of \(runs.count) passed\n")
      if record, failed.isEmpty, runs.count == chapter.scripts.count {
        let traces = runs.compactMap { replay in
          replay.run.map { run in
            (replay.script.name, TraceBook.text(of: run.entries, ending: run.ending))
          }
        }
        try write(TraceBook.text(of: traces), to: chapter.tracePath)
      }
    }
    console.err(renderer.render(failures))
    if let junit { try write(outcomes.xml, to: junit) }
    let covered = only.map { [$0] } ?? catalogue.flows
    let missing = report(replays, covered)
    let passed = replays.replays.count - failures.count
    console.out("\(passed) passed, \(failures.count) failed\n")
    if !failures.isEmpty || missing > 0 { throw ExitCode(1) }
  }

  /// Says which rows no replay takes, and which only those that are entered at a step.
  private func report(_ replays: Replays, _ flows: [Flow]) -> Int {
    let console = Console.current
    var missing = 0
    for reading in Reading.allCases {
      var counts: [Replays.Standing: [Row]] = [:]
      for flow in flows {
        for row in flow.rows where row.target(reading) != nil {
          counts[replays.standing(of: row, as: reading), default: []].append(row)
        }
      }
      let total = counts.values.reduce(0) { $0 + $1.count }
      let reached = counts[.reached]?.count ?? 0
      console.out("as \(reading.rawValue): \(reached) of \(total) rows reached\n")
      tell("entered at their step, not reached", counts[.entered] ?? [])
      tell(
        "reached only as \(reading == .written ? "meant" : "written")", counts[.otherReading] ?? [])
      tell("not covered", counts[.missing] ?? [])
      missing += counts[.missing]?.count ?? 0
    }
    return missing
  }

  private func tell(_ what: String, _ rows: [Row]) {
    guard !rows.isEmpty else { return }
    Console.current.out("  \(what): \(rows.map(\.qualified).joined(separator: ", "))\n")
  }
}
