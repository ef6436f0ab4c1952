internal import FlowModel

/// What other flows need to know of a flow.
struct FlowFacts: Sendable {
  /// The results that it returns.
  private(set) var returned: Set<String> = []
  /// The results with which a call of it ends. After a `goto`, a result does not return.
  private(set) var returnedToCallers: Set<String> = []
  /// The secrets that it asks for.
  private(set) var secrets: Set<String> = []
  /// The error flows to which its rows lead, by name.
  private(set) var errors: Set<String> = []
  /// The outcomes of the actions of all its steps, each with the first row of the step for it.
  private(set) var answers: [(action: String, outcome: String, row: Row, isReached: Bool)] = []
  /// The facts that its rows set or reset.
  private(set) var resetFacts: Set<String> = []
  /// The parameters and inputs that it gives to actions.
  private(set) var used: Set<String> = []
  /// Those that it gives to other flows, by their places.
  private(set) var passed: [(callee: Int, arguments: [(parameter: String, value: String)])] = []
  /// The steps to which runs come that were called.
  let inCall: StepSet
  /// The flows that it calls and its error flows, by their places.
  private(set) var called: [Int] = []
  /// The same, as far as runs that were called come to them.
  private(set) var calledInCall: [Int] = []
  /// Whether it may leave its caller for good, other than through a flow that it calls.
  private(set) var mayEnd = false
  /// Whether it may go back into its caller before it has shown a screen, or past its first one.
  private(set) var mayGoBack = false
  /// The flows, by their places, that go back into its caller if they go back into it.
  private(set) var goesBackInto: [Int] = []
  /// Whether it returns results without anybody acting, if the flows that it calls do.
  private(set) var mayBeSilent = false
  /// Whether one of its rows leads into a flow by `goto` without anybody acting, if the flow that
  /// its step calls does.
  private(set) var goesOnSilently = false

  /// - Parameter isArrivedAt: whether a `goto` leads to the flow.
  init(_ graph: FlowGraph, _ traits: FlowTraits, _ reached: StepSet, isArrivedAt: Bool) {
    inCall =
      isArrivedAt ? graph.reachable(from: graph.flow.firstStep.map { [$0] } ?? []) : reached
    mayBeSilent = !CheckedCatalogue.silentResults(of: graph, nil).isEmpty
    for index in traits.steps.indices
    where !traits.steps[index].isDisjoint(with: [.action, .inputs]) {
      let step = graph.flow.step(at: index)
      if let action = step.action {
        readAnswers(of: action, graph.rows(of: step), isReached: reached.contains(step))
      }
      for input in step.inputs where input.isSecret { secrets.insert(input.name) }
    }
    for step in reached.steps {
      let stepTraits = traits.steps[step.index]
      let callee = stepTraits.contains(.call) ? graph.calleePlace(of: step) : nil
      let isWritten = callee != nil && graph.callee(of: step).map { !$0.isOutline } ?? false
      if stepTraits.contains(.call) {
        let isInCall = inCall.contains(step)
        if let callee, isWritten {
          called.append(callee)
          if isInCall { calledInCall.append(callee) }
        } else if isInCall {
          mayEnd = true
        }
      }
      if stepTraits.contains(.arguments) {
        let arguments = step.arguments
        if let callee, isWritten {
          passed.append((callee, arguments))
        } else {
          used.formUnion(arguments.map(\.value))
        }
      }
      read(
        graph.rows(of: step), traits: (stepTraits, traits.rows),
        isInCall: inCall.contains(step), graph)
    }
    readBack(graph, traits)
  }

  /// Follows the rows from the first step up to the first screens.
  private mutating func readBack(_ graph: FlowGraph, _ traits: FlowTraits) {
    let flow = graph.flow
    guard flow.firstStep != nil else { return }
    var seen = StepSet(of: flow)
    var waiting = [0]
    while let step = waiting.popLast() {
      guard seen.insert(step) else { continue }
      let isScreen = traits.steps[step].contains(.screen)
      if traits.steps[step].contains(.call), let callee = graph.calleePlace(of: flow.step(at: step))
      {
        goesBackInto.append(callee)
      }
      let first = Int(graph.starts[step])
      for edge in first..<Int(graph.starts[step + 1]) {
        if graph.targets[edge] >= 0 {
          let isSkip = edge == first && traits.steps[step].contains(.unless)
          if !isScreen || isSkip { waiting.append(Int(graph.targets[edge])) }
          continue
        }
        let row = Int(graph.rows[edge])
        if graph.targetKind(ofRow: row) == .back { mayGoBack = true }
        // From an error flow, Back leads to the screen that has failed.
        if !isScreen, graph.targetKind(ofRow: row) == .error,
          case .error(let place, _) = graph.way(of: flow.rowOfSteps(at: row))
        {
          goesBackInto.append(place)
        }
      }
    }
  }

  private mutating func read(
    _ rows: some Sequence<Row>,
    traits: (step: FlowTraits.StepTraits, rows: [FlowTraits.RowTraits]), isInCall: Bool,
    _ graph: FlowGraph
  ) {
    for row in rows {
      if row.hasChanges { resetFacts.formUnion(row.changes.map(\.fact.name)) }
      if graph.next(ofRow: row.index) < 0 {
        let way = graph.way(of: row)
        read(target: way, row, isInCall: isInCall, graph)
        if case .flow = way, traits.step.contains(.silent), traits.rows[row.index].contains(.silent)
        {
          goesOnSilently = true
        }
      }
    }
  }

  private mutating func readAnswers(
    of action: String, _ rows: some Sequence<Row>, isReached: Bool
  ) {
    let first = answers.count
    for row in rows {
      // A row that holds anywhere does not say which actions have its outcome.
      guard !row.isAnywhere, let outcome = row.expectedOutcome,
        !answers[first...].contains(where: { $0.outcome == outcome })
      else { continue }
      answers.append((action, outcome, row, isReached))
    }
  }

  private mutating func read(
    target way: FlowGraph.Way?, _ row: Row, isInCall: Bool, _ graph: FlowGraph
  ) {
    switch way {
    case .step, nil: break
    case .exit(let kind):
      switch kind.destination {
      case .caller:
        guard let target = graph.target(of: row) else { break }
        returned.insert(target.name)
        if isInCall { returnedToCallers.insert(target.name) }
      case .suspension, .end: if isInCall { mayEnd = true }
      case .step, .itself, .flow, .errorFlow, .screen: break
      }
    case .flow: if isInCall { mayEnd = true }
    case .error(let flow, _):
      called.append(flow)
      if isInCall { calledInCall.append(flow) }
      if let target = graph.target(of: row) { errors.insert(target.name) }
    case .outline, .missing:
      if isInCall { mayEnd = true }
      if let target = graph.target(of: row), target.kind == .error { errors.insert(target.name) }
    }
  }
}
