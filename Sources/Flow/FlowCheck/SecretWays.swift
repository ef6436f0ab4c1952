internal import FlowModel

/// The ways of a run on which a secret that was entered is not used yet.
///
/// A way ends where something uses the secret, and where the run comes back to the step that asks
/// for it, since there it is entered again. Back leads to the screen before, so past the step only
/// if it is no screen.
struct SecretWays {
  private let row: Row
  private let ways: FlowWays
  private let using: StepSet
  private let context: CheckContext
  /// The step that asks for the secret.
  private let asking: Step
  /// The step of the flow to which the row leads.
  private var first: Int?
  /// Whether the row leads back.
  private var isBack = false
  /// The steps to which runs come with the secret, other than those at which ways end.
  private var reached: StepSet
  /// Whether the run may go back past the first screen of the flow.
  private var goesBackOut = false
  /// Whether ways are followed only until one leaves the flow.
  private var stopsAtExit = true
  /// Whether something leaves the flow with the secret.
  private(set) var isLeft = false

  /// What leaves the flow.
  private enum Exit {
    case row(Row)
    case call(Step)
  }

  init(_ row: Row, _ ways: FlowWays, _ using: StepSet, _ context: CheckContext) {
    (self.row, self.ways, self.using, self.context) = (row, ways, using, context)
    asking = context.graph.step(of: row)
    reached = StepSet(of: context.flow)
    switch context.graph.way(of: row) {
    case .step(let next): first = next.index
    case .flow(context.place, let step): first = step
    case .flow, .outline, .missing: isLeft = true
    case .exit(let kind): if kind == .back { isBack = true } else { isLeft = true }
    case .error(let place, _):
      isLeft = context.catalogue.ends[place]
      isBack = context.catalogue.goesBack[place] && !ways.isScreen[asking.index]
    case nil: break
    }
    if !isLeft { search() }
  }

  /// In words, what leaves the flow with the secret: of several exits the first in document order.
  func exit() -> String {
    var all = self
    all.stopsAtExit = false
    all.reached = StepSet(of: context.flow)
    all.search()
    for step in ways.isScreen.indices where all.reached.contains(step) {
      switch all.exit(at: step) {
      case .row(let row): return leaving(row)
      case .call(let step):
        return "step `\(step.id)` calls `\(step.subject)`, which may leave the flow"
      case nil: continue
      }
    }
    return leaving(row)
  }

  private func leaving(_ row: Row) -> String { "row `\(row.reference)` leaves the flow" }

  // MARK: The ways

  private mutating func search() {
    guard let first else {
      if isBack { goBack() }
      return
    }
    follow(from: first)
    if !isDone, goesBackPast(first) { goBack() }
  }

  private var isDone: Bool { isLeft && stopsAtExit }
  /// Whether the row leads to the step that asks, where the secret then is.
  private var staysThere: Bool { first == asking.index }

  /// Whether nothing of a step happens with the secret other than, perhaps, that the step is
  /// skipped.
  private func ends(at step: Int) -> Bool {
    using.contains(step) || step == asking.index && !staysThere
  }

  /// Whether a step at which ways end may be skipped, for another reason than one for which the
  /// step that asks for the secret is skipped too.
  private func isSkipped(_ step: Int) -> Bool {
    guard ways.mayBeSkipped[step], step != asking.index || staysThere else { return false }
    let known = asking.unless.map(\.fact.name)
    return context.flow.step(at: step).unless.contains { !known.contains($0.fact.name) }
  }

  private func forEachAfter(_ step: Int, _ body: (Int) -> Void) {
    let mustSkip = ends(at: step)
    guard !mustSkip || isSkipped(step) else { return }
    ways.forEachAfter(step) { next, isSkip in if isSkip || !mustSkip { body(next) } }
  }

  private mutating func follow(from step: Int) {
    var waiting = [step]
    while let step = waiting.popLast() {
      guard reached.insert(step) else { continue }
      if stopsAtExit, exit(at: step) != nil {
        isLeft = true
        return
      }
      forEachAfter(step) { waiting.append($0) }
    }
  }

  /// Whether a run goes back from here to the screen that was shown before the step that asks, with
  /// nothing else shown since.
  private func goesBackPast(_ first: Int) -> Bool {
    let start = asking.index
    if ways.isScreen[start], !ways.mayBeSkipped[start] {
      return staysThere && ways.goesBack[start] && !ends(at: start)
    }
    var seen = StepSet(of: context.flow)
    var waiting = [first]
    while let step = waiting.popLast() {
      guard seen.insert(step) else { continue }
      if ways.goesBack[step], !ends(at: step) || isSkipped(step) && skipGoesBack(step) {
        return true
      }
      guard !ways.isScreen[step] || ways.mayBeSkipped[step] else { continue }
      forEachAfter(step) { waiting.append($0) }
    }
    return false
  }

  private func skipGoesBack(_ step: Int) -> Bool {
    context.graph.rows(of: context.flow.step(at: step)).first.map {
      context.graph.targetKind(of: $0) == .back
    } ?? false
  }

  /// Follows runs that go back to the screens before the step that asks, and so on from there.
  private mutating func goBack() {
    let entries = context.outerEntries
    var seen = StepSet(of: context.flow)
    var waiting = [asking.index]
    while !isDone, let step = waiting.popLast() {
      // From each of these steps runs go back to the screen before; back to it, all ways without a
      // screen.
      var before = StepSet(of: context.flow)
      var rest = [step]
      while let place = rest.popLast() {
        guard before.insert(place) else { continue }
        if entries.contains(place) {
          (goesBackOut, isLeft) = (true, true)
          if stopsAtExit { return }
        }
        ways.forEachBefore(place) { from, isSkip in
          guard ways.isScreen[from] else {
            rest.append(from)
            return
          }
          if isSkip { rest.append(from) }
          guard from != step, context.reached.contains(from), seen.insert(from) else { return }
          follow(from: from)
          if ways.goesBack[from] && !ends(at: from) || ways.mayBeSkipped[from] {
            waiting.append(from)
          }
        }
      }
    }
  }

  // MARK: What leaves

  private func exit(at index: Int) -> Exit? {
    let mustSkip = ends(at: index)
    guard !mustSkip || isSkipped(index), mayLeave(index) else { return nil }
    let step = context.flow.step(at: index)
    for row in context.graph.rows(of: step).prefix(mustSkip ? 1 : .max) where leaves(row) {
      return .row(row)
    }
    guard !mustSkip, context.traits.steps[index].contains(.call) else { return nil }
    if ways.leaves[index] { return .call(step) }
    guard goesBackOut, let callee = context.graph.calleePlace(of: step) else { return nil }
    return context.catalogue.goesBack[callee] ? .call(step) : nil
  }

  /// Whether some row of a step leaves the flow, or the step calls something.
  private func mayLeave(_ step: Int) -> Bool {
    let edges = Int(context.graph.starts[step])..<Int(context.graph.starts[step + 1])
    return context.traits.steps[step].contains(.call)
      || edges.contains { context.graph.targets[$0] < 0 }
  }

  private func leaves(_ row: Row) -> Bool {
    switch context.graph.way(of: row) {
    case .flow(let place, _): place != context.place
    case .outline, .missing: true
    case .exit(let kind): kind != .back || goesBackOut
    case .error(let place, _):
      context.catalogue.ends[place] || goesBackOut && context.catalogue.goesBack[place]
    case .step, nil: false
    }
  }
}
