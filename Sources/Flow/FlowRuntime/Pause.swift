public import FlowModel

/// Where a run stands still.
public enum Pause: Hashable, Sendable {
  case ended(End)
  /// A person, a timer or an unbound action must decide at this step.
  case waiting(Step)
  /// The action of this step is under way, and the user may choose meanwhile.
  case working(Step)
  /// The run has left the flow that it was to stay in, for this step.
  case left(Step)
}
