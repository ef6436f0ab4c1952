import Diagnostics
import FlowCheck
import FlowDiff
import FlowLoader
import FlowModel
import FlowPaths
import FlowRuntime
import Workloads

/// How the time of each piece of work grows with the catalogue.
struct Growth {
  /// Add a piece of work here. Each gets the files and the catalogue made of them.
  static let works:
    [(name: String, largest: Int, work: @Sendable ([SourceFile], Catalogue) throws -> Void)] = [
      ("load", 10_000, { files, _ in _ = FlowLoader().load(files) }),
      ("compile", 10_000, { _, catalogue in _ = catalogue.compiled() }),
      ("check", 1_000, { _, catalogue in _ = CheckReport(catalogue) }),
      (
        "path book", 1_000,
        { _, catalogue in
          let program = catalogue.compiled()
          for flow in catalogue.flows { _ = PathBook(flow, on: program, by: [.rows]) }
        }
      ),
      ("diff", 10_000, { _, catalogue in _ = CatalogueDiff(catalogue.flows, catalogue.flows) }),
    ]

  static let sizes = [10, 100, 1_000, 10_000]

  /// The table, and the points of the plot: for every work, flows and milliseconds.
  static func run(rounds: Int) throws -> (table: String, points: [(String, [(Int, Double)])]) {
    var points = works.map { ($0.name, [(Int, Double)]()) }
    var report = Report(["flows", "MB"] + works.map { "\($0.name), ms" } + ["each a flow, µs"])
    for size in sizes {
      let files = GeneratedFlows.files(size)
      guard let catalogue = FlowLoader().load(files).catalogue else {
        throw BenchError("the generated flows do not load")
      }
      var cells = ["\(size)", (Double(LoadBench.size(of: files)) / 1e6).rounded(to: 1)]
      var each: [String] = []
      for (index, work) in works.enumerated() {
        guard size <= work.largest else {
          cells.append("-")
          continue
        }
        var times: [Double] = []
        for _ in 0..<(size >= 10_000 ? 1 : rounds) {
          let start = Measurement.Time.processor.now
          try work.work(files, catalogue)
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
