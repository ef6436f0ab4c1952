internal import FlowModel

/// The ways of a run on which a secret that was entered is not used yet.
///
/// A way ends where something uses the secret, and where the run comes back to the step that asks for it,
/// since there it is entered again. Back leads to the screen before, so past the step only if it is no screen.
struct SecretWays {
  private let ways: FlowWays
  private let using: StepSet
  private let context: CheckContext
  /// The step that asks for the secret.
  private let asking: Step
  /// Whether the row leads to that step again, where the secret then is.
  private var staysThere = false
  /// The steps to which runs come with the secret, other than those at which ways end.
  private var reached: StepSet
  /// Whether the run may go back past the first screen of the flow.
  private var goesBackOut = false
  /// In words, what leaves the flow with the secret. Nil if nothing does.
  private(set) var exit: String?

  init(_ row: Row, _ ways: FlowWays, _ using: StepSet, _ context: CheckContext) {
    (self.ways, self.using, self.context) = (ways, using, context)
    asking = context.graph.step(of: row)
    reached = StepSet(of: context.flow)
    var first: Int?
    var isBack = false
    switch context.graph.way(of: row) {
    case .step(let next): first = next.index
    case .flow(context.place, let step): first = step
    case .flow, .outline, .missing: exit = leaving(row)
    case .exit(let kind): if kind == .back { isBack = true } else { exit = leaving(row) }
    case .error(let place, _):
      if context.catalogue.ends[place] { exit = leaving(row) }
      isBack = context.catalogue.goesBack[place] && !ways.isScreen[asking.index]
    case nil: return
    }
    guard exit == nil else { return }
    staysThere = first == asking.index
    if let first {
      follow(from: first)
      isBack = goesBackPast(first)
    }
    if isBack { goBack() }
    exit = firstExit(or: row)
  }

  /// Whether nothing of a step happens with the secret other than, perhaps, that the step is skipped.
  private func ends(at step: Int) -> Bool {
    using.contains(step) || step == asking.index && !staysThere
  }

  /// Whether a step at which ways end may be skipped, for another reason than one for which the step that
  /// asks for the secret is skipped too.
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
      forEachAfter(step) { waiting.append($0) }
    }
  }

  /// Whether a run goes back from here to the screen that was shown before the step that asks, with nothing
  /// else shown since.
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
    while let step = waiting.popLast() {
      // From each of these steps runs go back to the screen before; back to it, all ways without a screen.
      var before = StepSet(of: context.flow)
      var rest = [step]
      while let place = rest.popLast() {
        guard before.insert(place) else { continue }
        if entries.contains(place) { goesBackOut = true }
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

  private func firstExit(or row: Row) -> String? {
    for index in ways.isScreen.indices where reached.contains(index) {
      let mustSkip = ends(at: index)
      guard !mustSkip || isSkipped(index) else { continue }
      guard mayLeave(index) else { continue }
      let step = context.flow.step(at: index)
      let rows = context.graph.rows(of: step).prefix(mustSkip ? 1 : .max)
      if let row = rows.first(where: leaves) { return leaving(row) }
      if !mustSkip, let callee = context.graph.calleePlace(of: step),
        context.catalogue.ends[callee] || goesBackOut && context.catalogue.goesBack[callee]
      {
        return "step `\(step.id)` calls `\(step.subject)`, which may leave the flow"
      }
      if !mustSkip, step.activity == .call, ways.leaves[step.index] {
        return "step `\(step.id)` calls `\(step.subject)`, which may leave the flow"
      }
    }
    return goesBackOut ? leaving(row) : nil
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

  private func leaving(_ row: Row) -> String { "row `\(row.reference)` leaves the flow" }
}
