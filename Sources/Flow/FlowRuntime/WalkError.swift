/// Why a run cannot go on as a move says.
public enum WalkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no flow with this name.
  case unknownFlow(String)
  /// There is no such step (first) in the flow (second).
  case unknownStep(String, String)
  /// There is no such fact (first), or it does not have the value (second).
  case unknownFact(String, String)
  /// The flow is not written yet.
  case outline(String)
  /// The step (first) does not have the row; the rows it has (second).
  case noSuchRow(String, [String])
  /// The row (first) is taken in place of another one (second), which the run has taken.
  case inPlace(String, of: String)
  /// The run ended (first) before the script's row (second).
  case endedEarly(String, String)
  /// A flow returned this result, and its caller has no row for it.
  case unhandledResult(String)
  /// The result of a flow leads to this row, but the script names another one.
  case otherRow(String)
  /// The conditions of this row do not hold; what it needs.
  case conditionUnmet(String, needs: String)
  /// This row has a timer that is later than that of the other row.
  case laterTimer(String, than: String)
  /// The timer of this row has run out already.
  case ranOut(String)
  /// At this step no time passes, since the system goes on at once.
  case passing(String)
  /// A script with `only` waits at this call, although it does not enter the flow where time would
  /// pass.
  case notEntered(String)
  /// Calls are nested deeper than ``Machine/maximumDepth``.
  case callTooDeep
  /// The run goes in a circle at this step without using a row of the script.
  case loop(String)

  /// What happened, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .unknownFlow(let name): "there is no flow `\(name)`"
    case .unknownStep(let id, let flow): "`\(flow)` has no step `\(id)` to start from"
    case .unknownFact(let name, let value): "there is no fact `\(name)` with a value `\(value)`"
    case .outline(let flow): "`\(flow)` is an outline: it is not yet written, so it cannot run"
    case .noSuchRow(let step, let rows):
      "step `\(step)` has no such row; it has "
        + (rows.isEmpty ? "none" : Refusal.list(rows))
    case .inPlace(let row, let other):
      "`\(row)` is taken in place of `\(other)`, not after it; leave `\(other)` out"
    case .endedEarly(let end, let row): "the run ended (\(end)) before `\(row)`"
    case .unhandledResult(let name): "the called flow returned `\(name)`, which no row handles"
    case .otherRow(let row): "the called flow returned what leads to `\(row)`"
    case .conditionUnmet(let row, let needs): "`\(row)` needs \(needs)"
    case .laterTimer(let row, let first):
      "`\(row)` is too late: the timer of `\(first)` ends the step before"
    case .ranOut(let row): "the timer of `\(row)` has run out already"
    case .passing(let step): "no time passes at `\(step)`: the system goes on at once"
    case .notEntered(let step):
      "with `only`, the flow that `\(step)` calls is not entered, so no time passes there; "
        + "name the row for its result"
    case .callTooDeep: "flows call each other more than \(Machine.maximumDepth) deep"
    case .loop(let step): "the run goes round at `\(step)` and nothing can stop it"
    }
  }
}
