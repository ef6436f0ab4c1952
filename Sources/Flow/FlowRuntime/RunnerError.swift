internal import Diagnostics

/// Why a run could not continue. It stays at its step. A step is given by its file, line and id.
public enum RunnerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The flow is an outline, or belongs to another catalogue.
  case cannotStart(String)
  /// A step lacks rows for outcomes of its action: the step with its place, and those outcomes.
  case unhandledOutcomes(action: String, step: String, outcomes: [String])
  /// A step declares a value that its handler does not return: the value, and the nearest one.
  case unreturnedValue(String, action: String, step: String, nearest: String?)
  /// The step has no row of this name; the rows it has.
  case noSuchRow(String, step: String, has: [String])
  /// The row cannot be taken now, and why.
  case refused(String, Refusal)
  /// There is no such fact, or it has no such value: the fact or `fact=value`, and the nearest one.
  case unknownFact(String, nearest: String?)
  /// No step has the action that a handler is bound to, and one that nothing is bound to is nearly
  /// the same.
  case unknownAction(String, nearest: String)
  /// The run goes on by itself at this step, so it cannot be suspended there.
  case notWaiting(step: String)
  /// The step has no timer.
  case noTimer(step: String)
  /// The handler returned an outcome that it did not declare, or for which there is no row now.
  case unexpectedOutcome(String, action: String, step: String)
  /// The handler threw an error.
  case handlerFailed(String, action: String, step: String)
  /// The handler did not answer within the deadline.
  case handlerSilent(action: String, step: String)
  /// The action needs secrets that are gone, and no step of the run has asked for them. Enter them
  /// again, and go on.
  case secretMissing([String], action: String, step: String)
  /// A flow returned a result for which its caller has no row.
  case unhandledResult(String, step: String)
  /// Going on would break a rule that the runner was given.
  case ruleBroken(BrokenRule, step: String)
  /// The run took too many steps without a user: it would never stop.
  case loop(step: String)
  /// Calls are nested deeper than ``Machine/maximumDepth``.
  case callTooDeep(step: String)
  /// The run has ended.
  case ended
  /// The run was cancelled.
  case cancelled
  /// The run was given up.
  case givenUp
  /// Another call is waiting for the run.
  case busy

  /// Where and what happened, in lower case and without a full stop.
  public var description: String {
    if case .noSuchRow(let row, let step, let has) = self {
      return "\(step) has no row `\(row)`; it has \(list(has))"
    }
    return step.map { "\($0): \(reason)" } ?? reason
  }

  /// The step at which it happened, with its file and line. Nil if it belongs to none.
  public var step: String? {
    switch self {
    case .unhandledOutcomes(_, let step, _), .unreturnedValue(_, _, let step, _),
      .noSuchRow(_, let step, _), .notWaiting(let step), .noTimer(let step),
      .unexpectedOutcome(_, _, let step), .handlerFailed(_, _, let step),
      .handlerSilent(_, let step), .secretMissing(_, _, let step),
      .unhandledResult(_, let step), .ruleBroken(_, let step), .loop(let step),
      .callTooDeep(let step):
      step
    case .cannotStart, .refused, .unknownFact, .unknownAction, .ended, .cancelled, .givenUp, .busy:
      nil
    }
  }

  /// What happened without the place of the step, for people who use the app.
  public var reason: String {
    switch self {
    case .cannotStart(let flow): "`\(flow)` cannot be started: it is an outline or not in here"
    case .unhandledOutcomes(let action, _, let outcomes):
      "the action `\(action)` may answer \(list(outcomes)), which the step has no row for"
    case .unreturnedValue(let value, let action, _, let nearest):
      "the action `\(action)` does not return `\(value)`"
        + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    case .noSuchRow(let row, _, let has):
      "there is no row `\(row)`; the step has \(list(has))"
    case .refused(let row, let refusal): "row `\(row)` cannot be taken: \(refusal)"
    case .unknownFact(let name, let nearest):
      "there is no fact `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    case .unknownAction(let name, let nearest):
      "no step has the action `\(name)`; did you mean `\(nearest)`, which is not bound?"
    case .notWaiting:
      "the run does not wait there to be suspended; it goes on by itself"
    case .noTimer: "the step has no timer"
    case .unexpectedOutcome(let outcome, let action, _):
      "the action `\(action)` answered `\(outcome)`, for which the step has no row"
    case .handlerFailed(let reason, let action, _):
      "the action `\(action)` failed: \(reason)"
    case .handlerSilent(let action, _):
      "the action `\(action)` did not answer in time"
    case .secretMissing(let names, let action, _):
      "the action `\(action)` needs \(list(names)), which "
        + (names.count == 1 ? "is not there" : "are not there")
    case .unhandledResult(let result, _):
      "the called flow returned `\(result)`, for which the step has no row"
    case .ruleBroken(let broken, _):
      "going on would break the rule `\(broken.rule)`: \(broken.sentence)"
        + (broken.because.map { " Because: \($0)" } ?? "")
    case .loop: "the run goes round and nothing can stop it"
    case .callTooDeep:
      "flows call each other more than \(Machine.maximumDepth) deep"
    case .ended: "the run has ended"
    case .cancelled: "the run was cancelled"
    case .givenUp: "the run was given up"
    case .busy: "the run is being waited for already"
    }
  }

  private func list(_ names: [String]) -> String { Refusal.list(names) }
}

extension RunnerError {
  /// The error for a fact or a value that the program does not have.
  static func unknownFact(_ fact: String, _ value: String, in program: Program) -> RunnerError {
    guard let known = program.facts.first(where: { $0.name == fact }) else {
      return .unknownFact(
        fact, nearest: DidYouMean.nearest(to: fact, in: program.facts.map(\.name)))
    }
    let nearest = DidYouMean.nearest(to: value, in: known.values)
    return .unknownFact("\(fact)=\(value)", nearest: nearest.map { "\(fact)=\($0)" })
  }
}
