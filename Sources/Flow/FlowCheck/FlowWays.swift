internal import FlowModel

/// Where the steps of a flow lead, by their indices: `goto` to the own flow stays in it, and an
/// error flow or a called flow may lead out.
struct FlowWays {
  private(set) var isScreen: [Bool]
  private(set) var mayBeSkipped: [Bool]
  /// Whether a row leaves the flow at once, or the step calls something that may.
  private(set) var leaves: [Bool]
  /// Whether Back is taken at the step, or in what it calls, so that a screen lies on top that was
  /// shown before the step.
  private(set) var goesBack: [Bool]
  /// The edges of step `s` are those from `starts[s]` up to `starts[s + 1]`, one for each of its
  /// rows.
  private let starts: [Int32]
  /// For every edge, the step to which it leads; -1 for none.
  private var targets: [Int32]
  /// For every edge the step that it is from, and the next edge that leads to the same step; -1 for
  /// none.
  private var sources: [(step: Int32, next: Int32)]
  /// For every step, the first edge that leads to it; -1 for none.
  private var firstTo: [Int32]

  init(_ context: CheckContext) {
    let count = context.flow.stepCount
    starts = context.graph.starts
    isScreen = Array(repeating: false, count: count)
    (leaves, goesBack, mayBeSkipped) = (isScreen, isScreen, isScreen)
    firstTo = Array(repeating: -1, count: count)
    targets = Array(repeating: -1, count: context.graph.rows.count)
    sources = Array(repeating: (-1, -1), count: targets.count)
    for step in 0..<count where context.reached.contains(step) { add(step, context) }
  }

  func forEachAfter(_ step: Int, _ body: (_ next: Int, _ isSkip: Bool) -> Void) {
    let edges = edges(from: step)
    for edge in edges where targets[edge] >= 0 {
      body(Int(targets[edge]), edge == edges.lowerBound && mayBeSkipped[step])
    }
  }

  func forEachBefore(_ step: Int, _ body: (_ from: Int, _ isSkip: Bool) -> Void) {
    var edge = Int(firstTo[step])
    while edge >= 0 {
      let from = Int(sources[edge].step)
      body(from, edge == starts[from] && mayBeSkipped[from])
      edge = Int(sources[edge].next)
    }
  }

  private func edges(from step: Int) -> Range<Int> { Int(starts[step])..<Int(starts[step + 1]) }

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
    for edge in edges(from: number) {
      if context.graph.targets[edge] >= 0 {
        add(edge, from: number, to: context.graph.targets[edge])
        continue
      }
      switch context.graph.targetKind(ofRow: Int(context.graph.rows[edge]))?.destination {
      case .screen:
        goesBack[number] = true
        continue
      case .caller, .suspension, .end:
        leaves[number] = true
        continue
      case .step, .itself, .flow, .errorFlow, nil: break
      }
      switch context.graph.way(of: context.flow.rowOfSteps(at: Int(context.graph.rows[edge]))) {
      case .flow(let place, let next):
        if place == context.place {
          add(edge, from: number, to: Int32(next))
        } else {
          leaves[number] = true
        }
      case .error(let place, _):
        if catalogue.ends[place] { leaves[number] = true }
        // From an error flow, Back leads to the screen that has failed.
        if catalogue.goesBack[place], !isScreen[number] { goesBack[number] = true }
      case .outline, .missing: leaves[number] = true
      case .step, .exit, nil: break
      }
    }
  }

  private mutating func add(_ edge: Int, from: Int, to: Int32) {
    targets[edge] = to
    sources[edge] = (Int32(from), firstTo[Int(to)])
    firstTo[Int(to)] = Int32(edge)
  }
}
