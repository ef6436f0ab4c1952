internal import FlowModel

/// The steps of a flow from which a run can leave it: to the end, to another flow, to its caller, or by
/// Back past its first screen.
///
/// Back leads to the screen before, which may be one of the flow itself. So a screen that leads out makes
/// ways out of the steps that go back to it.
struct WaysOut {
  /// The steps from which there is a way out.
  private(set) var steps: StepSet
  /// The steps that a run may come to with a screen before, and nothing else shown since.
  private var seen: StepSet
  /// For every step those that it leads to by `goto` to its own flow.
  private var jumps: [Int: [Int]] = [:]

  init(_ context: CheckContext) {
    steps = StepSet(of: context.flow)
    seen = steps
    for row in context.graph.leavings where context.graph.targetKind(of: row) == .goto {
      guard let next = context.graph.nextInFlow(row) else { continue }
      jumps[context.graph.step(of: row).index, default: []].append(next.index)
    }
    // For every step the first edge that leads to it, and for every edge the next one to the same step.
    var firstEdge = [Int](repeating: -1, count: context.flow.stepCount)
    var nextEdge: [(from: Int, next: Int)] = []
    for step in context.steps {
      forEachFollowing(step.index, context) { next in
        nextEdge.append((step.index, firstEdge[next]))
        firstEdge[next] = nextEdge.count - 1
      }
    }
    var waiting = context.steps.filter { leaves($0, context) }.map(\.index)
    goBack(from: context.entries.map(\.index), context, &waiting)
    while let step = waiting.popLast() {
      guard steps.insert(step) else { continue }
      var edge = firstEdge[step]
      while edge >= 0 {
        waiting.append(nextEdge[edge].from)
        edge = nextEdge[edge].next
      }
      if context.flow.step(at: step).activity == .screen {
        var following: [Int] = []
        forEachFollowing(step, context) { if $0 != step { following.append($0) } }
        goBack(from: following, context, &waiting)
      }
    }
  }

  private func forEachFollowing(_ step: Int, _ context: CheckContext, _ body: (Int) -> Void) {
    let graph = context.graph
    for edge in Int(graph.starts[step])..<Int(graph.starts[step + 1]) where graph.targets[edge] >= 0
    {
      body(Int(graph.targets[edge]))
    }
    if !jumps.isEmpty { jumps[step]?.forEach(body) }
  }

  /// Whether some row leaves the flow at once, or the step calls something that does. Without rows, a run
  /// waits there for ever; that is a matter of another rule.
  private func leaves(_ step: Step, _ context: CheckContext) -> Bool {
    let graph = context.graph
    let catalogue = context.catalogue
    let edges = Int(graph.starts[step.index])..<Int(graph.starts[step.index + 1])
    if edges.isEmpty { return true }
    if step.activity == .call {
      guard let callee = graph.calleePlace(of: step),
        !catalogue.graph.graphs[callee].flow.isOutline
      else { return true }
      if catalogue.ends[callee] { return true }
    }
    return edges.contains { edge in
      guard graph.targets[edge] < 0 else { return false }
      switch graph.way(of: context.flow.rowOfSteps(at: Int(graph.rows[edge]))) {
      case .flow(let place, _): return place != context.place
      case .error(let place, _): return catalogue.ends[place]
      case .exit(let kind): return kind != .back
      case .outline, .missing: return true
      case .step, nil: return false
      }
    }
  }

  /// Adds the steps that go back, from these on up to the next screens: with nothing else shown since. Each
  /// step is looked at once, however many screens come before it.
  private mutating func goBack(
    from first: [Int], _ context: CheckContext, _ found: inout [Int]
  ) {
    var waiting = first
    while let step = waiting.popLast() {
      guard seen.insert(step) else { continue }
      let here = context.flow.step(at: step)
      if goesBack(here, context) { found.append(step) }
      if here.activity != .screen { forEachFollowing(step, context) { waiting.append($0) } }
    }
  }

  private func goesBack(_ step: Step, _ context: CheckContext) -> Bool {
    let graph = context.graph
    let goesBack = context.catalogue.goesBack
    if let callee = graph.calleePlace(of: step), goesBack[callee] { return true }
    let edges = Int(graph.starts[step.index])..<Int(graph.starts[step.index + 1])
    return edges.contains { edge in
      guard graph.targets[edge] < 0 else { return false }
      switch graph.way(of: context.flow.rowOfSteps(at: Int(graph.rows[edge]))) {
      case .exit(let kind): return kind == .back
      case .error(let place, _): return goesBack[place]
      case .step, .flow, .outline, .missing, nil: return false
      }
    }
  }
}
