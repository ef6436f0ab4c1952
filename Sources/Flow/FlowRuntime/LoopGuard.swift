internal import FlowModel

/// Finds out that a run goes round by itself: it comes to the same state again, or takes too many
/// steps.
package struct LoopGuard: Sendable {
  private var seen: Machine
  private var count = 0
  private var next = 8

  /// A guard of the steps after this state.
  package init(_ machine: Machine) {
    seen = machine
  }

  /// Notes a step that has happened by itself.
  package mutating func note(_ machine: Machine) throws(WalkError) {
    count += 1
    guard count <= Walk.patience, !machine.isSame(as: seen) else {
      throw .loop(machine.step.qualified)
    }
    guard count == next else { return }
    seen = machine
    next *= 2
  }
}

extension Machine {
  /// Whether everything is as in another machine, apart from what only timers depend on.
  package func isSame(as other: Machine) -> Bool {
    block == other.block && hasEnded == other.hasEnded && frame == other.frame
      && returned == other.returned && clock == other.clock && enteredAt == other.enteredAt
      && factValues == other.factValues && history.elementsEqual(other.history)
  }
}
