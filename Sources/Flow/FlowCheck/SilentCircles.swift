internal import FlowModel

/// The rows that lead into another flow and are part of a circle of system steps in which nobody
/// acts.
///
/// Of each circle only the last such row is reported. The work is linear in the number of rows.
struct SilentCircles {
  /// The rows, each with the step that it leads to.
  private(set) var rows: [Row: Step] = [:]

  private var numbers: [Step: Int] = [:]
  private var next: [[Int]] = []
  /// The rows into other flows, in the order of the catalogue.
  private var crossings: [(row: Row, from: Int, to: Step)] = []

  /// - Parameters:
  ///   - facts: what is known of every flow.
  ///   - results: for every flow, the results that it returns without anybody acting.
  init(
    _ graph: CatalogueGraph, _ reached: [StepSet], _ facts: [FlowFacts],
    _ results: [Set<String>]
  ) {
    guard SilentCircles.hasCrossing(graph, reached, facts, results) else { return }
    let places = graph.graphs.indices
    for place in places {
      for step in reached[place].steps where step.isSilent {
        numbers[step] = numbers.count
        next.append([])
      }
    }
    for place in places {
      let graph = graph.graphs[place]
      for step in reached[place].steps {
        guard let from = numbers[step] else { continue }
        // A called flow that leaves for its caller goes round, too.
        if let callee = graph.callee(of: step)?.firstStep, let to = numbers[callee] {
          next[from].append(to)
        }
        for row in graph.rows(of: step) where graph.isSilent(row, results) {
          if let to = graph.nextInFlow(row) {
            if let to = numbers[to] { next[from].append(to) }
          } else if case .flow(let to) = graph.successor(of: row), let number = numbers[to] {
            next[from].append(number)
            crossings.append((row, from, to))
          } else if case .error(let to) = graph.successor(of: row), let to = numbers[to] {
            next[from].append(to)
          }
        }
      }
    }
    guard !crossings.isEmpty else { return }
    let components = components()
    var last: [Int: Int] = [:]
    for (place, crossing) in crossings.enumerated() {
      let component = components[crossing.from]
      guard let to = numbers[crossing.to], components[to] == component else { continue }
      last[component] = place
    }
    for place in last.values { rows[crossings[place].row] = crossings[place].to }
  }

  /// Whether some row leads into another flow by `goto`, and nobody acts there. No other row is
  /// reported.
  private static func hasCrossing(
    _ graph: CatalogueGraph, _ reached: [StepSet], _ facts: [FlowFacts],
    _ results: [Set<String>]
  ) -> Bool {
    graph.graphs.indices.contains { place in
      guard facts[place].goesOnSilently else { return false }
      let own = graph.graphs[place]
      return graph.crossings[place].gotos.contains { row, flow, _ in
        let step = own.step(of: row)
        return flow != place && step.isSilent && reached[place].contains(step)
          && own.isSilent(row, results)
      }
    }
  }

  /// For every step the number of its component: the steps that lead to each other (Kosaraju).
  private func components() -> [Int] {
    var before: [[Int]] = Array(repeating: [], count: next.count)
    for (from, next) in next.enumerated() { for to in next { before[to].append(from) } }
    var finished: [Int] = []
    var isSeen = Array(repeating: false, count: next.count)
    for first in next.indices where !isSeen[first] {
      isSeen[first] = true
      var way = [(step: first, edge: 0)]
      while let (step, edge) = way.last {
        guard edge < next[step].count else {
          finished.append(step)
          way.removeLast()
          continue
        }
        way[way.count - 1].edge += 1
        let to = next[step][edge]
        guard !isSeen[to] else { continue }
        isSeen[to] = true
        way.append((to, 0))
      }
    }
    var components = Array(repeating: -1, count: next.count)
    for first in finished.reversed() where components[first] < 0 {
      components[first] = first
      var waiting = [first]
      while let step = waiting.popLast() {
        for from in before[step] where components[from] < 0 {
          components[from] = first
          waiting.append(from)
        }
      }
    }
    return components
  }
}
