internal import FlowModel

/// For every step, the steps that all paths to it pass (algorithm of Cooper, Harvey and Kennedy).
struct DominatorTree {
  /// The nearest step that all paths pass. -1 for none; for an entry, itself.
  private var parent: [Int]
  /// The steps in reverse postorder of a depth-first walk.
  private var order: [Int]
  private let flow: Flow
  /// An artificial step before all entries.
  private var root: Int { parent.count - 1 }

  init(_ graph: FlowGraph, from entries: [Step]) {
    flow = graph.flow
    let count = flow.steps.count
    let root = count
    let targets =
      flow.steps.map { graph.rows(of: $0).compactMap { graph.next($0)?.index } }
      + [entries.map(\.index)]
    var number = Array(repeating: -1, count: count + 1)
    var postorder: [Int] = []
    var leading: [[Int]] = Array(repeating: [], count: count)
    var way: [(step: Int, position: Int)] = [(root, 0)]
    number[root] = 0
    while let (step, position) = way.last {
      guard position < targets[step].count else {
        number[step] = postorder.count
        postorder.append(step)
        way.removeLast()
        continue
      }
      way[way.count - 1].position += 1
      let next = targets[step][position]
      leading[next].append(step)
      guard number[next] < 0 else { continue }
      number[next] = 0
      way.append((next, 0))
    }
    parent = Array(repeating: -1, count: count + 1)
    order = number
    parent[root] = root
    var changed = true
    while changed {
      changed = false
      for step in postorder.reversed() where step != root {
        var best = -1
        for before in leading[step] where parent[before] >= 0 {
          best = best < 0 ? before : common(best, before)
        }
        if best != parent[step] {
          parent[step] = best
          changed = true
        }
      }
    }
  }

  /// The nearest step that all paths to all of these steps pass. Nil if there is none.
  func common(_ steps: [Step]) -> Step? {
    guard let first = steps.first else { return nil }
    let common = steps.dropFirst().reduce(first.index) { self.common($0, $1.index) }
    return common == root ? nil : flow.steps[common]
  }

  private func common(_ a: Int, _ b: Int) -> Int {
    var a = a
    var b = b
    while a != b {
      while order[a] < order[b] { a = parent[a] }
      while order[b] < order[a] { b = parent[b] }
    }
    return a
  }

  /// Whether all paths to `step` pass `over`.
  func dominates(_ over: Step, _ step: Step) -> Bool {
    var place = step.index
    while order[place] < order[over.index] { place = parent[place] }
    return place == over.index
  }
}
