internal import FlowModel

/// Where the steps of a flow lead, by their indices: `goto` to the own flow stays in it, and an error flow
/// or a called flow may lead out.
struct FlowWays {
  private(set) var isScreen: [Bool]
  private(set) var mayBeSkipped: [Bool]
  /// Whether a row leaves the flow at once, or the step calls something that may.
  private(set) var leaves: [Bool]
  /// Whether Back is taken at the step, or in what it calls, so that a screen lies on top that was shown
  /// before the step.
  private(set) var goesBack: [Bool]
  private var edges: [Edge] = []
  /// For every step, the first edge from it and the first edge to it; -1 for none.
  private var firstFrom: [Int32]
  private var firstTo: [Int32]

  private struct Edge {
    let from: Int32
    let to: Int32
    /// Whether the row is taken when the step is skipped.
    let isSkip: Bool
    let nextFrom: Int32
    let nextTo: Int32
  }

  init(_ context: CheckContext) {
    let count = context.flow.stepCount
    (isScreen, leaves) = (
      Array(repeating: false, count: count), Array(repeating: false, count: count)
    )
    (goesBack, mayBeSkipped) = (leaves, leaves)
    (firstFrom, firstTo) = (Array(repeating: -1, count: count), Array(repeating: -1, count: count))
    for step in 0..<count where context.reached.contains(step) { add(step, context) }
  }

  func forEachAfter(_ step: Int, _ body: (_ next: Int, _ isSkip: Bool) -> Void) {
    var edge = firstFrom[step]
    while edge >= 0 {
      body(Int(edges[Int(edge)].to), edges[Int(edge)].isSkip)
      edge = edges[Int(edge)].nextFrom
    }
  }

  func forEachBefore(_ step: Int, _ body: (_ from: Int, _ isSkip: Bool) -> Void) {
    var edge = firstTo[step]
    while edge >= 0 {
      body(Int(edges[Int(edge)].from), edges[Int(edge)].isSkip)
      edge = edges[Int(edge)].nextTo
    }
  }

  private mutating func add(_ number: Int, _ context: CheckContext) {
    let catalogue = context.catalogue
    let traits = context.traits.steps[number]
    isScreen[number] = traits.contains(.screen)
    mayBeSkipped[number] = traits.contains(.unless)
    if traits.contains(.call) {
      if let callee = context.graph.calleePlace(of: context.flow.step(at: number)),
        !catalogue.graph.graphs[callee].flow.isOutline
      {
        leaves[number] = catalogue.ends[callee]
        goesBack[number] = catalogue.goesBack[callee]
      } else {
        leaves[number] = true
      }
    }
    let rows = Int(context.graph.starts[number])..<Int(context.graph.starts[number + 1])
    for edge in rows {
      let isSkip = edge == rows.lowerBound && mayBeSkipped[number]
      if context.graph.targets[edge] >= 0 {
        add(number, Int(context.graph.targets[edge]), isSkip)
        continue
      }
      switch context.graph.targetKind(ofRow: Int(context.graph.rows[edge])) {
      case .back:
        goesBack[number] = true
        continue
      case .end, .result, .resume:
        leaves[number] = true
        continue
      case .step, .section, .stay, .goto, .error, nil: break
      }
      switch context.graph.way(of: context.flow.rowOfSteps(at: Int(context.graph.rows[edge]))) {
      case .flow(let place, let next):
        if place == context.place { add(number, next, isSkip) } else { leaves[number] = true }
      case .error(let place, _):
        if catalogue.ends[place] { leaves[number] = true }
        // From an error flow, Back leads to the screen that has failed.
        if catalogue.goesBack[place], !isScreen[number] { goesBack[number] = true }
      case .exit(let kind):
        if kind == .back { goesBack[number] = true } else { leaves[number] = true }
      case .outline, .missing: leaves[number] = true
      case .step, nil: break
      }
    }
  }

  private mutating func add(_ from: Int, _ to: Int, _ isSkip: Bool) {
    edges.append(
      Edge(
        from: Int32(from), to: Int32(to), isSkip: isSkip, nextFrom: firstFrom[from],
        nextTo: firstTo[to]))
    (firstFrom[from], firstTo[to]) = (Int32(edges.count - 1), Int32(edges.count - 1))
  }
}
