public import FlowModel

/// Why a run has stopped for now.
public enum Pause: Hashable, Sendable {
  /// The run has ended.
  case ended(End)
  /// A person, a timer or an unbound action has to decide at this step.
  case waiting(Step)
  /// The action of this step is running, and the user may choose meanwhile.
  case working(Step)
  /// The run left the flow in which it was to stay, and is now at this step.
  case left(Step)
}
