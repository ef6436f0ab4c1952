import Diagnostics
import FlowCheck
import FlowLoader
import FlowModel
import FlowReports
import FlowRuntime
import FlowTesting
import Workloads

/// How the time of each piece of work grows with the catalogue.
struct Growth {
  /// The input of a piece of work: files, the catalogue made of them, and the same flows with fewer
  /// findings for a check.
  struct Input: Sendable {
    let files: [SourceFile]
    let catalogue: Catalogue
    let tidy: Catalogue
  }

  /// Add a piece of work here.
  static let works: [(name: String, largest: Int, work: @Sendable (Input) throws -> Void)] = [
    ("load", 10_000, { _ = FlowLoader().load($0.files) }),
    ("compile", 10_000, { _ = $0.catalogue.compiled() }),
    ("check", 10_000, { _ = CheckReport($0.tidy) }),
    ("check with 100 findings a flow", 10_000, { _ = CheckReport($0.catalogue) }),
    (
      "path book", 10_000,
      { input in
        let program = input.catalogue.compiled()
        for flow in input.catalogue.flows { _ = PathBook(flow, on: program, by: [.rows]) }
      }
    ),
    ("diff", 10_000, { _ = CatalogueDiff($0.catalogue.flows, $0.catalogue.flows) }),
    (
      "snapshot", 10_000,
      { input in
        let program = input.catalogue.compiled()
        for flow in input.catalogue.flows {
          guard let machine = program.start(flow), let snapshot = Snapshot(machine) else {
            continue
          }
          _ = try snapshot.machine(on: program)
        }
      }
    ),
  ]

  static let sizes = [10, 100, 1_000, 10_000]

  /// The table, and the points of the plot: the number of flows and milliseconds, for each piece of
  /// work.
  static func run(rounds: Int) throws -> (table: String, points: [(String, [(Int, Double)])]) {
    var points = works.map { ($0.name, [(Int, Double)]()) }
    var report = Report(["flows", "MB"] + works.map { "\($0.name), ms" } + ["each a flow, µs"])
    for size in sizes {
      let files = GeneratedFlows.files(size)
      let tidy = FlowLoader().load(GeneratedFlows.files(size, tidy: true)).catalogue
      guard let catalogue = FlowLoader().load(files).catalogue, let tidy else {
        throw BenchError("the generated flows do not load")
      }
      let input = Input(files: files, catalogue: catalogue, tidy: tidy)
      var cells = ["\(size)", (Double(LoadBench.size(of: files)) / 1e6).rounded(to: 1)]
      var each: [String] = []
      for (index, work) in works.enumerated() {
        guard size <= work.largest else {
          cells.append("-")
          continue
        }
        var times: [Double] = []
        for _ in 0..<(size >= 10_000 ? min(rounds, 3) : rounds) {
          let start = Measurement.Time.processor.now
          try work.work(input)
          times.append(Double(Measurement.Time.processor.now - start) / 1e6)
        }
        let median = Measurement.median(times)
        points[index].1.append((size, median))
        cells.append(median.rounded(to: 2))
        each.append((median * 1_000 / Double(size)).rounded(to: 0))
      }
      report.add(cells + [each.joined(separator: " / ")])
    }
    return (report.markdown, points)
  }
}
