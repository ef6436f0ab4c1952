import CLimits
import Diagnostics
import FlowLoader
import FlowModel
import FlowReports
import FlowRuntime
import FlowTesting
import Workloads

/// Compares the paths of a flow with the bare walk of the same graph in C.
struct PathBench {
  private let program: Program
  private let flow: Flow
  private let first: [Int32]
  private let targets: [Int32]
  private let sources: [Int32]
  private let graph: PathGraph
  private let exits: PathGraph
  private var nodes: Int32 { Int32(first.count - 1) }

  /// A ladder with this number of rungs: two ways at each, so 2^rungs ways through.
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

  /// A circle with this number of states, with two rows each: to the next state, and far ahead.
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
    sources = next.indices.flatMap { node in next[node].map { _ in Int32(node) } }
    graph = PathGraph(offsets: first, targets: targets)
    // The search in C ends at the last node, ours after it.
    exits = PathGraph(offsets: first.dropLast() + [first[next.count] + 1], targets: targets + [-1])
  }

  func simplePathsInC() throws -> Int {
    for _ in 0..<20 {
      guard limit_simple_paths(first, targets, nodes) == 4_096 else {
        throw BenchError("C counts other paths")
      }
    }
    return 20
  }

  func coverInC() -> Int {
    var written = [Int32](repeating: 0, count: 1 << 20)
    for _ in 0..<20 {
      _ = limit_transition_cover(
        first, targets, nodes, &written, Int64(written.count))
    }
    return 20
  }

  /// The same search on the flat graph; unlike C it keeps the paths.
  func simplePaths() throws -> Int {
    for _ in 0..<20 {
      var list = PathList()
      let end = exits.simplePaths(from: 0, limit: 1 << 20, into: &list)
      guard end == .complete, list.count == 4_096 else {
        throw BenchError("\(list.count) simple paths")
      }
    }
    return 20
  }

  /// The cover as the engine keeps it: the shortest way to every state, and the transitions at
  /// which the ways of the cover end.
  func cover() throws -> Int {
    for _ in 0..<20 {
      let cover = graph.transitionCover()
      guard !graph.labelCover(cover).goals.isEmpty else { throw BenchError("no ways") }
    }
    return 20
  }

  /// The cover as C writes it: paths from the start that together take every transition, edge by
  /// edge.
  func writtenCover() -> Int {
    var written = [Int32](repeating: 0, count: 1 << 20)
    for _ in 0..<20 {
      let cover = graph.transitionCover()
      _ = write(graph.labelCover(cover).goals, of: cover, into: &written)
    }
    return 20
  }

  /// Makes sure that both covers take every transition.
  func checkCovers() throws {
    var written = [Int32](repeating: 0, count: 1 << 20)
    let inC = limit_transition_cover(first, targets, nodes, &written, Int64(written.count))
    guard inC <= written.count, Set(written[..<Int(inC)]).count == graph.edgeCount else {
      throw BenchError("the cover in C leaves transitions out")
    }
    let cover = graph.transitionCover()
    let ours = write(graph.labelCover(cover).goals, of: cover, into: &written)
    guard Set(written[..<ours]).count == graph.edgeCount else {
      throw BenchError("the cover leaves transitions out")
    }
  }

  private func write(
    _ goals: [Int32], of cover: TransitionCover, into written: inout [Int32]
  ) -> Int {
    var count = 0
    for goal in goals {
      let first = count
      var edge = goal
      while edge >= 0 {
        written[count] = edge
        count += 1
        edge = cover.entry[Int(sources[Int(edge)])]
      }
      written[first..<count].reverse()
    }
    return count
  }

  /// The whole book of a criterion: paths, named, as scripts that run.
  func book(_ criterion: PathCriterion) throws -> Int {
    let book = PathBook(flow, on: program, by: [criterion], limit: 1 << 20)
    guard book.paths[criterion]?.isEmpty == false else { throw BenchError("no paths") }
    return 1
  }

  /// The whole book of a criterion as the text of a file of scripts. Units are paths.
  func scripts(_ criterion: PathCriterion) throws -> Int {
    let book = PathBook(flow, on: program, by: [criterion], limit: 1 << 20)
    guard !book.scripts().isEmpty else { throw BenchError("no scripts") }
    return book.paths[criterion]?.count ?? 0
  }
}
