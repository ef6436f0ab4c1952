/// Why a run could not go on. It stands where it stood. A step is named by its file, line and id.
public enum RunnerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The flow is an outline, or of another catalogue.
  case cannotStart(String)
  /// An action's outcomes and a step's rows do not fit: the step with its place, and the outcomes
  /// that the step has no row for.
  case unhandledOutcomes(action: String, step: String, outcomes: [String])
  /// The step has no row of that name; the rows it has.
  case noSuchRow(String, step: String, has: [String])
  /// The conditions of the row do not hold.
  case conditionUnmet(String)
  /// The handler answered what it did not declare, or what no row stands for now.
  case unexpectedOutcome(String, action: String, step: String)
  /// The handler threw.
  case handlerFailed(String, action: String, step: String)
  /// The handler did not answer within the deadline.
  case handlerSilent(action: String, step: String)
  /// A flow returned what its caller has no row for.
  case unhandledResult(String, step: String)
  /// Only machines have acted for so many steps that nobody will stop them.
  case loop(step: String)
  case callTooDeep(step: String)
  case ended
  case cancelled
  /// Somebody else is waiting for the run already.
  case busy

  public var description: String {
    switch self {
    case .cannotStart(let flow): "`\(flow)` cannot be started: it is an outline or not in here"
    case .unhandledOutcomes(let action, let step, let outcomes):
      "\(step): the action `\(action)` may answer \(list(outcomes)), which the step has no row for"
    case .noSuchRow(let row, let step, let has):
      "\(step) has no row `\(row)`; it has \(list(has))"
    case .conditionUnmet(let row): "the conditions of row `\(row)` do not hold"
    case .unexpectedOutcome(let outcome, let action, let step):
      "\(step): the action `\(action)` answered `\(outcome)`, which no row stands for"
    case .handlerFailed(let reason, let action, let step):
      "\(step): the action `\(action)` failed: \(reason)"
    case .handlerSilent(let action, let step):
      "\(step): the action `\(action)` did not answer in time"
    case .unhandledResult(let result, let step):
      "\(step): the called flow returned `\(result)`, which no row stands for"
    case .loop(let step): "\(step): the run goes round and nothing can stop it"
    case .callTooDeep(let step):
      "\(step): flows call each other more than \(Machine.maximumDepth) deep"
    case .ended: "the run has ended"
    case .cancelled: "the run was cancelled"
    case .busy: "the run is being waited for already"
    }
  }

  private func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
