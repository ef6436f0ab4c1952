/// Why a row cannot be taken now.
public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The run has ended.
  case ended
  /// The step is skipped.
  case skipped
  /// The called flow has returned what leads to this other row; nil if no row is for it.
  case result(String?)
  /// Facts have other values than the row needs: those values, in words.
  case conditions(String)
  /// The row is for the answer of the action that is running.
  case working
  /// The row's timer runs out in so many milliseconds.
  case early(Int64)
  /// The timer of this other row ends the step before.
  case laterTimer(than: String)
  /// The row's timer has run out already, and does so only once.
  case ranOut
  /// Nothing was entered for this input: its name, and what it takes.
  case missing(String, needs: String)
  /// What was entered is too short, too long, or not of digits: the input, and what it takes.
  case wrong(String, needs: String)
  /// A secret was entered as plain text.
  case notSecret(String)
  /// The step has no such input; the inputs it has.
  case unknown(String, has: [String])

  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .ended: "the run has ended"
    case .skipped: "the step is skipped"
    case .result(let row?): "the called flow returned what leads to `\(row)`"
    case .result(nil): "no row is for what the called flow returned"
    case .conditions(let values): values
    case .working: "the system is working on it"
    case .early(let rest): "its time comes in \(Refusal.time(rest))"
    case .laterTimer(let row): "the timer of `\(row)` comes first"
    case .ranOut: "its timer has run out already"
    case .missing(let name, let needs): "`\(name)` is missing: \(needs)"
    case .wrong(let name, let needs): "`\(name)` must be \(needs)"
    case .notSecret(let name): "`\(name)` is secret and must be entered as a secret"
    case .unknown(let name, let has):
      "there is no input `\(name)` here"
        + (has.isEmpty ? "" : ", only \(Refusal.list(has))")
    }
  }

  /// Names in backticks.
  static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// A length of time, rounded up to whole seconds: `14 min 3 s`.
  private static func time(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0)
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
