import Diagnostics
import FlowFiles
import FlowLoader
import FlowRuntime
import FlowTesting
import Workloads

/// Whole runs, paths, proofs and cards.
extension Comparison {
  /// What a server pays for runs in its own process.
  mutating func compareWholeRuns() async throws {
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

  mutating func comparePaths() async throws {
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
  mutating func add(
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
  mutating func measureWork() async throws {
    let works = try WorkBench().works
    let measurement = try await Measurement.interleaved(
      rounds: options.rounds, works.map(\.contestant))
    for (index, work) in works.enumerated() { add(work.name, atMost: nil, measurement, index) }
  }

  /// House rules: those of the project's flows among a thousand.
  mutating func compareProofs() async throws {
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

  mutating func comparePACE() async throws {
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
