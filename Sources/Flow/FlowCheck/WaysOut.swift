internal import FlowModel

/// The steps of a flow from which a run can leave it: to the end, to another flow, to its caller,
/// or by Back past its first screen.
///
/// A run that goes back comes to the screen that was shown last, and from there, if that screen has
/// a Back, to the one before. So of two steps that go back only that one leads out which comes
/// after a screen that does, or before the first screen. The work is linear in the number of rows.
struct WaysOut {
  /// The steps from which there is a way out.
  private(set) var steps: StepSet
  private let ways: FlowWays

  init(_ context: CheckContext) {
    ways = FlowWays(context)
    steps = StepSet(of: context.flow)
    // Forwards, whatever is shown. Without rows, a run waits there for ever; that is a matter of
    // another rule.
    var waiting = ways.leaves.indices.filter {
      context.reached.contains($0)
        && (ways.leaves[$0] || context.graph.starts[$0] == context.graph.starts[$0 + 1])
    }
    while let step = waiting.popLast() {
      guard steps.insert(step) else { continue }
      ways.forEachBefore(step) { from, _ in waiting.append(from) }
    }
    guard ways.goesBack.contains(true) else { return }
    let goingBack = goingBack(context)
    let afterGood = afterGood(context)
    for step in ways.goesBack.indices where afterGood.contains(step) && goingBack.contains(step) {
      steps.insert(step)
    }
  }

  /// Adds the steps to which runs come from a step.
  ///
  /// - Returns: those that are new, by their indices.
  func follow(from step: Step, adding found: inout StepSet) -> [Int] {
    var (new, waiting): ([Int], [Int]) = ([], [step.index])
    while let step = waiting.popLast() {
      guard found.insert(step) else { continue }
      new.append(step)
      ways.forEachAfter(step) { next, _ in waiting.append(next) }
    }
    return new
  }

  /// The steps that go back to the screen that was shown last when a run came to them: at once, or
  /// by the next one.
  private func goingBack(_ context: CheckContext) -> StepSet {
    var found = StepSet(of: context.flow)
    var waiting = ways.goesBack.indices.filter { ways.goesBack[$0] && context.reached.contains($0) }
    while let step = waiting.popLast() {
      guard found.insert(step) else { continue }
      ways.forEachBefore(step) { from, isSkip in
        if !ways.isScreen[from] || isSkip { waiting.append(from) }
      }
    }
    return found
  }

  /// The steps to which runs come when the screen that was shown last leads out, or none was shown.
  /// Going back from a screen leads to the one before, so a screen counts if it comes after such a
  /// one.
  private func afterGood(_ context: CheckContext) -> StepSet {
    var found = StepSet(of: context.flow)
    var waiting = context.outerEntries
    for step in ways.isScreen.indices
    where ways.isScreen[step] && context.reached.contains(step) && steps.contains(step) {
      ways.forEachAfter(step) { next, _ in waiting.append(next) }
    }
    while let step = waiting.popLast() {
      guard found.insert(step) else { continue }
      // Back also leaves out a screen that would be skipped by now.
      guard !ways.isScreen[step] || ways.goesBack[step] || ways.mayBeSkipped[step] else { continue }
      ways.forEachAfter(step) { next, _ in waiting.append(next) }
    }
    return found
  }
}
