import CLimits
import Diagnostics
import FlowLoader
import FlowModel
import FlowPaths
import FlowRuntime
import Workloads

/// Paths of a flow against the bare walk of the same graph in C.
struct PathBench {
  private let program: Program
  private let flow: Flow
  private let first: [Int32]
  private let targets: [Int32]

  /// A ladder of so many rungs: two ways at every one, 2^rungs ways through.
  static func ladder(_ rungs: Int) throws -> PathBench {
    var steps = ""
    var next: [[Int]] = []
    for rung in 0..<rungs {
      let base = rung * 3
      steps +=
        step(base, [base + 1, base + 2]) + step(base + 1, [base + 3]) + step(base + 2, [base + 3])
      next += [[base + 1, base + 2], [base + 3], [base + 3]]
    }
    steps += "  - step: \(rungs * 3 + 1)\n    user: leaves\n    next: end\n"
    return try PathBench(steps, next + [[]])
  }

  /// A circle of so many states, with two rows each: on, and far ahead.
  static func circle(_ states: Int) throws -> PathBench {
    var steps = ""
    var next: [[Int]] = []
    for state in 0..<states {
      let targets = [(state + 1) % states, (state * 7 + 3) % states]
      steps += step(state, targets)
      next.append(targets)
    }
    return try PathBench(steps, next)
  }

  private static func step(_ number: Int, _ targets: [Int]) -> String {
    var text = "  - step: \(number + 1)\n    user: chooses\n    rows:\n"
    for (letter, target) in zip(["a", "b"], targets) {
      text += "      \(letter): { user: goes \(letter), next: \(target + 1) }\n"
    }
    return text
  }

  private init(_ steps: String, _ next: [[Int]]) throws {
    let text = "flow: P1\ntitle: Paths\nsteps:\n\(steps)"
    let file = SourceFile(path: "P1.yaml", bytes: Array(text.utf8))
    let result = FlowLoader().load([file])
    guard let catalogue = result.catalogue, let flow = catalogue.flows.first else {
      throw BenchError("the flow of paths does not load: \(result.diagnostics.prefix(2))")
    }
    self.flow = flow
    program = catalogue.compiled()
    var first: [Int32] = [0]
    for row in next { first.append((first.last ?? 0) + Int32(row.count)) }
    self.first = first
    targets = next.flatMap { $0.map { Int32($0) } }
  }

  func simplePathsInC() -> Int {
    for _ in 0..<20 { _ = limit_simple_paths(first, targets, Int32(first.count - 1)) }
    return 20
  }

  func coverInC() -> Int {
    var written = [Int32](repeating: 0, count: 1 << 20)
    for _ in 0..<20 {
      _ = limit_transition_cover(
        first, targets, Int32(first.count - 1), &written, Int64(written.count))
    }
    return 20
  }

  /// The whole book of a criterion: paths, named, as scripts that run.
  func book(_ criterion: PathCriterion) throws -> Int {
    let book = PathBook(flow, on: program, by: [criterion], limit: 1 << 20)
    guard book.paths[criterion]?.isEmpty == false else { throw BenchError("no paths") }
    return 1
  }
}
