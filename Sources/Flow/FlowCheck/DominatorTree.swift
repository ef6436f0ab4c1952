internal import FlowModel

/// Which steps every way to a step passes (Cooper, Harvey and Kennedy's iteration).
struct DominatorTree {
  /// The nearest step that every way passes; -1 for none, itself for where ways begin.
  private var parent: [Int]
  /// The order in which steps were left by a walk, from the last to the first.
  private var order: [Int]
  private let flow: Flow
  /// A step of its own stands before all entries.
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

  /// The nearest step that every way to all of these steps passes; nil when there is none.
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

  /// Whether every way to `step` passes `over`.
  func dominates(_ over: Step, _ step: Step) -> Bool {
    var place = step.index
    while order[place] < order[over.index] { place = parent[place] }
    return place == over.index
  }
}
