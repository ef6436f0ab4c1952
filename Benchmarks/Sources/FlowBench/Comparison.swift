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
  var report = Report([
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

  mutating func add(
    _ work: String, _ limit: String, _ bound: Goal.Bound, _ figure: @escaping (Double) -> String,
    _ measurement: Measurement, ours: Int, base: Int
  ) {
    let goal = Goal(work: work, limit: limit, bound: bound, figure: figure)
    report.add(goal.line(measurement, ours, base).cells)
  }

  mutating func compareSteps() async throws {
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
  mutating func compareWalks() async throws {
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

  mutating func compareLoads() async throws {
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
  mutating func compareChecks() async throws {
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

  mutating func compareStarts() async throws {
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

  mutating func compareMemory() throws {
    let (all, value) = StepBench.bytes(cycle)
    report.add([
      "a machine besides its stack", "C struct: 16 B", "\(value) B", "", "", "≤ 128 B",
      value <= 128 ? "yes" : "no",
    ])
    report.add(["a waiting machine with its stack", "", "\(all) B", "", "", "", ""])
  }

  /// Adds a figure that may have a goal of its own.
  mutating func add(
    _ work: String, _ figure: Double, atMost limit: Double?, _ unit: String, digits: Int = 1,
    spread: String = ""
  ) {
    report.add([
      work, "", "\(figure.rounded(to: digits)) \(unit)", "", spread,
      limit.map { "≤ \($0.rounded(to: 0)) \(unit)" } ?? "",
      limit.map { figure <= $0 ? "yes" : "no" } ?? "",
    ])
  }

  mutating func compareRuns() async throws {
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

  mutating func compareSnapshots() async throws {
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
}
