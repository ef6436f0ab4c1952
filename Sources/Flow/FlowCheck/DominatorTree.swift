internal import FlowModel

/// Which steps every way to a step passes (Cooper, Harvey and Kennedy's iteration).
struct DominatorTree {
  /// The nearest step that every way passes; -1 for none, itself for where ways begin.
  private var parent: [Int]
  /// The order in which steps were left by a walk, from the last to the first.
  private var order: [Int]

  init(_ graph: FlowGraph, from first: [Int]) {
    let count = graph.tables.steps.count
    // A step of its own stands before all entries.
    let root = count
    var number = Array(repeating: -1, count: count + 1)
    var postorder: [Int] = []
    var leading: [[Int]] = Array(repeating: [], count: count)
    var way: [(step: Int, next: [Int])] = [(root, first)]
    number[root] = 0
    while let (step, next) = way.last {
      guard let one = next.last else {
        number[step] = postorder.count
        postorder.append(step)
        way.removeLast()
        continue
      }
      way[way.count - 1].next.removeLast()
      leading[one].append(step)
      guard number[one] < 0 else { continue }
      number[one] = 0
      way.append((one, graph.rows(of: one).compactMap { graph.next($0) }))
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

  /// The nearest step that every way to both passes; above all steps when there is none.
  func common(_ a: Int, _ b: Int) -> Int {
    var a = a
    var b = b
    while a != b {
      while order[a] < order[b] { a = parent[a] }
      while order[b] < order[a] { b = parent[b] }
    }
    return a
  }

  /// Whether every way to `step` passes `over`.
  func dominates(_ over: Int, _ step: Int) -> Bool {
    var step = step
    while order[step] < order[over] { step = parent[step] }
    return step == over
  }
}
