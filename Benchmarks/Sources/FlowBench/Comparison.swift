import Diagnostics
import FlowFiles
import FlowLoader
import FlowRuntime
import FlowTesting
import Workloads

/// Compares ours with the limits, one after the other. Within a comparison, the sides take turns.
struct Comparison {
  let options: Options
  let cycle: Cycle
  private var report = Report([
    "work", "limit", "ours", "ratio", "spread", "goal", "met",
  ])

  init(_ options: Options) throws {
    self.options = options
    cycle = try Cycle(in: options.folder)
  }

  mutating func run() async throws -> String {
    if options.wants("step") { try await compareSteps() }
    if options.wants("walk") { try await compareWalks() }
    if options.wants("load") { try await compareLoads() }
    if options.wants("start") { try await compareStarts() }
    if options.wants("memory") { try compareMemory() }
    if options.wants("runs") { try await compareRuns() }
    if options.wants("snapshot") { try await compareSnapshots() }
    if options.wants("server") { try await compareWholeRuns() }
    if options.wants("paths") { try await comparePaths() }
    if options.wants("pace") { try await comparePACE() }
    if options.wants("prove") { try await compareProofs() }
    if options.wants("work") { try await measureWork() }
    if options.wants("check") { try await compareChecks() }
    return report.markdown
  }

  private mutating func add(
    _ work: String, _ limit: String, _ bound: Goal.Bound, _ figure: @escaping (Double) -> String,
    _ measurement: Measurement, ours: Int, base: Int
  ) {
    let goal = Goal(work: work, limit: limit, bound: bound, figure: figure)
    report.add(goal.line(measurement, ours, base).cells)
  }

  private mutating func compareSteps() async throws {
    let cycle = cycle
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds,
      [
        .init("C table") { StepBench.limit(cycle) },
        .init("machine") { try StepBench.machine(cycle) },
        .init("runner") { try await RunnerBench.run(cycle) },
        .init("closure") { try await AwaitBench.closure() },
        .init("actor") { try await AwaitBench.actor() },
      ])
    add(
      "a step, pure machine", "C table", .speed(atLeast: 0.6), Goal.rate, measurement, ours: 1,
      base: 0)
    // 5 M/s where the C table makes 167 M/s.
    add(
      "a step, runner with async handler", "C table", .speed(atLeast: 5.0 / 167), Goal.rate,
      measurement, ours: 2, base: 0)
    add(
      "the same, beside one `await` alone", "a closure that does not suspend",
      .speed(atLeast: nil), Goal.rate, measurement, ours: 2, base: 3)
    add(
      "the same, beside a change of actors", "an actor there and back", .speed(atLeast: nil),
      Goal.rate, measurement, ours: 2, base: 4)
    let allocations = try StepBench.allocations(cycle)
    report.add([
      "allocations in 120,000 steps", "0", "\(allocations)", "", "", "0",
      allocations == 0 ? "yes" : "no",
    ])
  }

  /// The same steps beside three pieces of C, on the circle and on a random walk.
  private mutating func compareWalks() async throws {
    let cycle = cycle
    for (name, walk) in [
      ("the circle", Walk.circle(cycle)), ("a random walk", try Walk.random(cycle)),
    ] {
      try walk.check(cycle)
      let turns = 20
      let measurement = try await Measurement.interleaved(
        rounds: options.rounds,
        [
          .init("machine") { try StepBench.machine(cycle, walk.rows, turns: 1) },
          .init("C machine") { StepBench.limitMachine(cycle, walk.rows, turns: 1) },
          .init("C table") { StepBench.limit(cycle, walk.tableRows, turns: turns) },
          .init("best table") { StepBench.bare(cycle, walk.tableRows, turns: turns) },
        ])
      for (index, limit) in [
        (1, "C that does the same work"), (2, "C table that checks the row"),
        (3, "best table, checks nothing"),
      ] {
        add(
          "a step on \(name)", limit, .speed(atLeast: nil), Goal.rate, measurement, ours: 0,
          base: index)
      }
    }
  }

  private mutating func compareLoads() async throws {
    let all = GeneratedFlows.files(1_000)
    let one = GeneratedFlows.files(1)
    for (files, times, name) in [(one, 100, "1 flow"), (all, 1, "1,000 flows")] {
      let measurement = try await Measurement.interleaved(
        rounds: options.rounds,
        [
          .init("libyaml") { try LoadBench.limit(files, times: times) },
          .init("load", making: { try LoadBench.load(files, threads: 1, times: times) }),
        ])
      add(
        "load, \(name)", "raw libyaml loop", .speed(atLeast: 0.8), Goal.bytes, measurement,
        ours: 1, base: 0)
    }
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds,
      [
        .init("libyaml", .wall) { try LoadBench.limit(all, times: 1) },
        .init("load", .wall, making: { try LoadBench.load(all, threads: 2, times: 1) }),
      ])
    add(
      "load, 1,000 flows, two threads", "raw libyaml loop, one thread", .speed(atLeast: 1.4),
      Goal.bytes, measurement, ours: 1, base: 0)
  }

  /// Checks beside loads of the same files: flows that were checked before, flows full of remarks,
  /// and one flow of many steps.
  private mutating func compareChecks() async throws {
    func compare(_ name: String, _ files: [SourceFile], _ goal: Double?) async throws {
      let bench = try CheckBench(files)
      let measurement = try await Measurement.interleaved(
        rounds: files.count > 1_000 ? min(options.rounds, 3) : options.rounds,
        [.init("load", making: { try bench.load() }), .init("check", making: { bench.check() })])
      add(
        "check, \(name)", "load", .time(atMost: goal), Goal.milliseconds, measurement, ours: 1,
        base: 0)
    }
    for count in [100, 1_000, 10_000] {
      let flows = count.description
      try await compare("\(flows) tidy flows", GeneratedFlows.files(count, tidy: true), 1.5)
      try await compare("\(flows) flows full of remarks", GeneratedFlows.files(count), 3)
    }
    for count in [1_000, 10_000, 50_000] {
      try await compare("one flow of \(count) short steps", [GeneratedFlows.long(count)], nil)
    }
  }

  private mutating func compareStarts() async throws {
    guard let flowrun = options.flowrun, let prompt = options.prompt else { return }
    let bench = FirstPromptBench(limitPath: prompt, flowrunPath: flowrun, flows: options.flows)
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds,
      [
        .init("C", timed: { try bench.limit() }), .init("flowrun", timed: { try bench.flowrun() }),
      ])
    add(
      "start to first prompt, `flowrun UC2.3 --by-hand`", "C and libyaml", .time(atMost: 4),
      Goal.milliseconds, measurement, ours: 1, base: 0)
  }

  private mutating func compareMemory() throws {
    let (all, value) = StepBench.bytes(cycle)
    report.add([
      "a machine besides its stack", "C struct: 16 B", "\(value) B", "", "", "≤ 128 B",
      value <= 128 ? "yes" : "no",
    ])
    report.add(["a waiting machine with its stack", "", "\(all) B", "", "", "", ""])
  }

  /// Adds a figure that may have a goal of its own.
  private mutating func add(
    _ work: String, _ figure: Double, atMost limit: Double?, _ unit: String, digits: Int = 1,
    spread: String = ""
  ) {
    report.add([
      work, "", "\(figure.rounded(to: digits)) \(unit)", "", spread,
      limit.map { "≤ \($0.rounded(to: 0)) \(unit)" } ?? "",
      limit.map { figure <= $0 ? "yes" : "no" } ?? "",
    ])
  }

  private mutating func compareRuns() async throws {
    let bench = try ManyRunsBench()
    let before = ResidentMemory.peak
    let kept = try await bench.run()
    let memory = Double(ResidentMemory.peak - before) / Double(kept.units)
    withExtendedLifetime(kept) {}
    let measurement = try await Measurement.interleaved(
      rounds: min(options.rounds, 5), [.init("runs", making: { try await bench.run() })])
    add("one of 100,000 waiting runs, time", atMost: 30, measurement, 0)
    add("one of 100,000 waiting runs, memory", memory / 1_000, atMost: 4, "kB")
  }

  private mutating func compareSnapshots() async throws {
    guard let catalogue = FlowLoader().load(folder: options.flows).catalogue else {
      throw BenchError("the flows do not load")
    }
    let bench = try SnapshotBench(catalogue)
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds,
      [.init("write") { try bench.write() }, .init("restore") { try bench.restore() }])
    add("snapshot of UC2.3, written", atMost: 10, measurement, 0)
    add("snapshot of UC2.3, restored", atMost: 10, measurement, 1)
    add("snapshot of UC2.3, size", Double(bench.text.utf8.count), atMost: 250, "B", digits: 0)
  }

  /// What a server pays for runs in its own process.
  private mutating func compareWholeRuns() async throws {
    guard let catalogue = FlowLoader().load(folder: options.flows).catalogue else {
      throw BenchError("the flows do not load")
    }
    let bench = try WholeRunBench(catalogue)
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds,
      [
        .init("kept") { try await bench.run(isSaved: false) },
        .init("saved") { try await bench.run(isSaved: true) },
      ])
    let works = ["a run of UC2.3, 12 rows", "the same, saved and restored at each of its 3 waits"]
    for (index, work) in works.enumerated() {
      let rate = (1_000_000_000 / measurement.median(index)).rounded(to: 0)
      add("\(work), \(rate) a second", atMost: nil, measurement, index)
    }
  }

  private mutating func comparePaths() async throws {
    let ladder = try PathBench.ladder(12)
    var measurement = try await Measurement.interleaved(
      rounds: options.rounds,
      [
        .init("C") { try ladder.simplePathsInC() }, .init("graph") { try ladder.simplePaths() },
        .init("book") { try ladder.book(.simple) },
        .init("scripts") { try ladder.scripts(.simple) },
      ])
    let paths = "simple paths of a ladder of 12 rungs"
    add(
      "\(paths), kept", "C, counted only", .time(atMost: 3), Goal.milliseconds, measurement,
      ours: 1, base: 0)
    add(
      "\(paths), a book of scripts", "C, counted only", .time(atMost: nil), Goal.milliseconds,
      measurement,
      ours: 2, base: 0)
    add("a path of that ladder, found, run and written as a script", atMost: 12, measurement, 3)
    let circle = try PathBench.circle(10_000)
    try circle.checkCovers()
    measurement = try await Measurement.interleaved(
      rounds: min(options.rounds, 5),
      [
        .init("C") { circle.coverInC() }, .init("graph") { try circle.cover() },
        .init("written") { circle.writtenCover() }, .init("book") { try circle.book(.rows) },
      ])
    let cover = "transition cover, 10,000 states"
    add(
      "\(cover), as the engine keeps it", "C, written out", .time(atMost: 1.5),
      Goal.milliseconds, measurement, ours: 1, base: 0)
    add(
      "\(cover), written out", "C, written out", .time(atMost: nil), Goal.milliseconds, measurement,
      ours: 2,
      base: 0)
    add(
      "\(cover), a book of scripts", "C, written out", .time(atMost: nil), Goal.milliseconds,
      measurement,
      ours: 3, base: 0)
  }

  /// A line for a time without a limit in C, in microseconds.
  private mutating func add(
    _ work: String, atMost goal: Double?, _ measurement: Measurement, _ index: Int
  ) {
    let times = measurement.rounds[index].map { $0 / 1_000 }
    let median = Measurement.median(times)
    let spread = "\((times.min() ?? 0).rounded(to: 1))-\((times.max() ?? 0).rounded(to: 1)) µs"
    report.add([
      work, "", "\(median.rounded(to: 1)) µs", "", spread,
      goal.map { "≤ \($0.rounded(to: 0)) µs" } ?? "",
      goal.map { median <= $0 ? "yes" : "no" } ?? "",
    ])
  }

  /// The time of a unit of work, with the lowest and the highest of all rounds.
  private mutating func measureWork() async throws {
    let works = try WorkBench().works
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds, works.map(\.contestant))
    for (index, work) in works.enumerated() { add(work.name, atMost: nil, measurement, index) }
  }

  /// House rules: those of the project's flows among a thousand.
  private mutating func compareProofs() async throws {
    for count in [20, 23] {
      let work = try ProofWork(options.flows, flows: 1_000, rules: count)
      let measurement = try await Measurement.interleaved(
        rounds: min(options.rounds, 5), [.init("prove") { try work.prove() }])
      let total = Double(count) / 1_000_000
      let times = measurement.rounds[0].map { $0 * total }
      add(
        "\(count) house rules proved, 1,000 flows", measurement.median(0) * total,
        atMost: count == 20 ? 200 : nil, "ms",
        spread: "\((times.min() ?? 0).rounded(to: 1))-\((times.max() ?? 0).rounded(to: 1))")
    }
  }

  private mutating func comparePACE() async throws {
    let bench = try await PACEBench()
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds,
      [
        .init("OpenSSL") { try PACEBench.limit() },
        .init("PACE", timed: { try await bench.run(.processor) }),
      ])
    add(
      "PACE, the terminal's side", "bare OpenSSL point operations", .time(atMost: 2),
      Goal.milliseconds, measurement, ours: 1, base: 0)
  }
}
