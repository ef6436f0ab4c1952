public import FlowModel

/// Why a run has stopped for now.
public enum Pause: Hashable, Sendable, CustomStringConvertible {
  /// The run has ended.
  case ended(End)
  /// A person, a timer or an unbound action has to decide at this step.
  case waiting(Step)
  /// The action of this step is running, and the user may choose meanwhile.
  case working(Step)
  /// The run left the flow in which it was to stay, and is now at this step.
  case left(Step)

  /// The reason and the step: `waiting at UC2.3:1.3`.
  public var description: String {
    switch self {
    case .ended(let end): "ended: \(end)"
    case .waiting(let step): "waiting at \(step)"
    case .working(let step): "working at \(step)"
    case .left(let step): "left to \(step)"
    }
  }
}
