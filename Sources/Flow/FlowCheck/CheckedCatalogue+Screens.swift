internal import FlowModel

// Which steps have an earlier screen to go back to.
extension CheckedCatalogue {
  /// What may have been shown last when a step is entered.
  private struct Shown {
    /// At most two screens: with two, one of them is not the step itself. -1 for none.
    var first: Int32 = -1
    var second: Int32 = -1
    /// Whether a call, an error flow or a `goto` out of a call lies between, so that even the step
    /// itself is an earlier screen.
    var isBelowEntry = false

    /// Adds a screen; nil for one that lies below. Returns false if nothing is new.
    mutating func add(_ screen: Int32?) -> Bool {
      guard let screen else {
        defer { isBelowEntry = true }
        return !isBelowEntry
      }
      if first < 0 {
        first = screen
      } else if second < 0, first != screen {
        second = screen
      } else {
        return false
      }
      return true
    }
  }

  /// The steps from which Back finds a screen other than the one that is shown. Every step remembers at
  /// most three things, so the work is linear in the number of rows.
  static func afterScreen(
    _ graph: CatalogueGraph, _ reached: [StepSet], _ facts: [FlowFacts]
  ) -> [StepSet] {
    let ways = ScreenWays(graph, facts)
    var shown = [Shown](repeating: Shown(), count: ways.isScreen.count)
    var found = [Bool](repeating: false, count: ways.isScreen.count)
    var waiting: [(step: Int, screen: Int32?)] = []
    for (flow, reached) in reached.enumerated() {
      for step in ways.steps(of: flow) where ways.isScreen[step] {
        if reached.contains(step - ways.starts[flow]) { waiting.append((step, Int32(step))) }
      }
    }
    while let (step, screen) = waiting.popLast() {
      var edge = ways.firstEdge[step]
      while edge >= 0 {
        let way = ways.edges[Int(edge)]
        let next = Int(way.to)
        let last = way.isBelow ? nil : screen
        edge = way.next
        guard shown[next].add(last) else { continue }
        if !ways.isScreen[next] { waiting.append((next, last)) }
        if !ways.isScreen[next] || last.map({ Int($0) != next }) ?? true { found[next] = true }
      }
    }
    return graph.graphs.indices.map { flow in
      StepSet(of: graph.graphs[flow].flow, found[ways.steps(of: flow)])
    }
  }

  /// Where the steps of all flows lead, by numbers: those of a flow begin with its start.
  private struct ScreenWays {
    private(set) var starts: [Int] = []
    private(set) var isScreen: [Bool] = []
    /// For every step, its first edge; -1 for none.
    private(set) var firstEdge: [Int32] = []
    /// To which step; whether everything shown before lies below then; the next edge of the same step.
    private(set) var edges: [(to: Int32, isBelow: Bool, next: Int32)] = []

    init(_ graph: CatalogueGraph, _ facts: [FlowFacts]) {
      for flow in graph.catalogue.flows {
        starts.append(isScreen.count)
        for step in flow.steps { isScreen.append(step.activity == .screen) }
      }
      starts.append(isScreen.count)
      firstEdge = Array(repeating: -1, count: isScreen.count)
      var isCalled = [Bool](repeating: false, count: facts.count)
      for facts in facts { for callee in facts.called { isCalled[callee] = true } }
      for (flow, crossings) in graph.crossings.enumerated() {
        let start = starts[flow]
        let (first, targets) = (graph.graphs[flow].starts, graph.graphs[flow].targets)
        for step in 0..<(first.count - 1) {
          for edge in Int(first[step])..<Int(first[step + 1]) where targets[edge] >= 0 {
            add(start + step, start + Int(targets[edge]), isBelow: false)
          }
        }
        for (step, callee) in crossings.calls where starts[callee] < starts[callee + 1] {
          add(start + step.index, starts[callee], isBelow: true)
        }
        for (row, place, step) in crossings.gotos {
          let home = graph.graphs[flow].step(of: row)
          add(
            start + home.index, starts[place] + step,
            isBelow: isCalled[flow] && facts[flow].inCall.contains(home))
        }
        for (row, place) in crossings.errors {
          add(start + graph.graphs[flow].step(of: row).index, starts[place], isBelow: true)
        }
      }
    }

    func steps(of flow: Int) -> Range<Int> { starts[flow]..<starts[flow + 1] }

    private mutating func add(_ from: Int, _ to: Int, isBelow: Bool) {
      edges.append((Int32(to), isBelow, firstEdge[from]))
      firstEdge[from] = Int32(edges.count - 1)
    }
  }
}
