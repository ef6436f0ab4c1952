internal import FlowModel

// Which steps have an earlier screen to go back to.
extension CheckedCatalogue {
  /// The steps from which Back finds a screen other than the one that is shown. Every step
  /// remembers at most three things, so the work is linear in the number of rows.
  static func afterScreen(
    _ graph: CatalogueGraph, _ traits: [FlowTraits], _ reached: [StepSet],
    _ facts: [FlowFacts]
  ) -> [StepSet] {
    var search = ScreenSearch(graph, traits, facts)
    for flow in graph.graphs.indices where traits[flow].ofSteps.contains(.screen) {
      search.follow(from: flow, reached[flow])
    }
    search.followCrossings()
    return graph.catalogue.flows.enumerated().map { place, flow in
      StepSet(of: flow, search.found(in: place))
    }
  }
}

/// Follows the screens that are shown to the steps that come after them. Steps have numbers here:
/// those of a flow begin with its start.
private struct ScreenSearch {
  /// What may have been shown last when a step is entered.
  private struct Shown {
    /// At most two screens: with two, one of them is not the step itself. -1 for none.
    var first: Int32 = -1
    var second: Int32 = -1
    /// Whether a call, an error flow or a `goto` out of a call lies between, so that even the step
    /// itself is an earlier screen.
    var isBelowEntry = false

    /// Adds a screen; -1 for one that lies below. Returns false if nothing is new.
    mutating func add(_ screen: Int32) -> Bool {
      if screen < 0 {
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

  /// A way into another flow, or by `goto` into the own one.
  private struct Crossing {
    let flow: Int32
    /// The number of the step.
    let step: Int32
    /// Whether everything shown before lies below then.
    let isBelow: Bool
    /// The next one from the same step; -1 for none.
    let next: Int32
  }

  private let graphs: [FlowGraph]
  private var starts: [Int] = []
  private var isScreen: [Bool] = []
  private var crossings: [Crossing] = []
  /// For every step, the first crossing from it; -1 for none.
  private var firstCrossing: [Int32]
  private var shown: [Shown]
  /// Whether Back finds another screen from each step.
  private var found: [Bool]
  /// What was shown last when a step is left.
  private typealias Left = (step: Int, screen: Int32)
  private var leftInFlow: [Left] = []
  /// The same for steps to which crossings have led.
  private var arrived: [(flow: Int, left: Left)] = []

  init(_ graph: CatalogueGraph, _ traits: [FlowTraits], _ facts: [FlowFacts]) {
    graphs = graph.graphs
    for traits in traits {
      starts.append(isScreen.count)
      for step in traits.steps { isScreen.append(step.contains(.screen)) }
    }
    starts.append(isScreen.count)
    firstCrossing = Array(repeating: -1, count: isScreen.count)
    shown = Array(repeating: Shown(), count: isScreen.count)
    found = Array(repeating: false, count: isScreen.count)
    var isCalled = [Bool](repeating: false, count: facts.count)
    for facts in facts { for callee in facts.called { isCalled[callee] = true } }
    for (flow, crossings) in graph.crossings.enumerated() {
      let own = graph.graphs[flow]
      for (step, callee) in crossings.calls where starts[callee] < starts[callee + 1] {
        add(starts[flow] + step.index, callee, 0, isBelow: true)
      }
      for (row, place, step) in crossings.gotos {
        let home = own.step(ofRow: row.index)
        add(
          starts[flow] + home, place, step,
          isBelow: isCalled[flow] && facts[flow].inCall.contains(home))
      }
      for (row, place) in crossings.errors {
        add(starts[flow] + own.step(ofRow: row.index), place, 0, isBelow: true)
      }
    }
  }

  private mutating func add(_ from: Int, _ flow: Int, _ step: Int, isBelow: Bool) {
    crossings.append(
      Crossing(
        flow: Int32(flow), step: Int32(starts[flow] + step), isBelow: isBelow,
        next: firstCrossing[from]))
    firstCrossing[from] = Int32(crossings.count - 1)
  }

  func found(in flow: Int) -> ArraySlice<Bool> { found[starts[flow]..<starts[flow + 1]] }

  /// Follows the reached screens of a flow, as far as the flow goes.
  mutating func follow(from flow: Int, _ reached: StepSet) {
    for step in starts[flow]..<starts[flow + 1]
    where isScreen[step] && reached.contains(step - starts[flow]) {
      leftInFlow.append((step, Int32(step)))
    }
    follow(in: flow)
  }

  /// Follows what crossings have led to, from flow to flow.
  mutating func followCrossings() {
    while let (flow, left) = arrived.popLast() {
      leftInFlow.append(left)
      follow(in: flow)
    }
  }

  private mutating func follow(in flow: Int) {
    let start = starts[flow]
    let (first, targets) = (graphs[flow].starts, graphs[flow].targets)
    while let (step, screen) = leftInFlow.popLast() {
      for edge in Int(first[step - start])..<Int(first[step - start + 1]) where targets[edge] >= 0 {
        let next = start + Int(targets[edge])
        if come(to: next, screen) { leftInFlow.append((next, screen)) }
      }
      var edge = firstCrossing[step]
      while edge >= 0 {
        let crossing = crossings[Int(edge)]
        edge = crossing.next
        let last = crossing.isBelow ? -1 : screen
        if come(to: Int(crossing.step), last) {
          arrived.append((Int(crossing.flow), (Int(crossing.step), last)))
        }
      }
    }
  }

  /// Whether a step is left with something new that was shown before it.
  private mutating func come(to step: Int, _ screen: Int32) -> Bool {
    guard shown[step].add(screen) else { return false }
    if !isScreen[step] || screen != step { found[step] = true }
    return !isScreen[step]
  }
}
