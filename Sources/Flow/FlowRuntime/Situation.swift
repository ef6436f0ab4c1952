public import FlowModel

/// Where a run stands, and what to show there: a screen or a prompt, what may be entered, which
/// rows may be taken and why others may not, the timer, and the end.
public struct Situation: Sendable {
  /// The machine. Its clock shows when the situation was looked at.
  public let machine: Machine
  /// Whether the step's action is running. Its answer may come before the user's decision.
  public let isWorking: Bool
  /// Why the run stopped at this step, if it could not go on.
  public let problem: RunnerError?
  /// What a handler threw, with its type, if ``problem`` is
  /// ``RunnerError/handlerFailed(_:action:step:)``.
  public let thrown: (any Error)?
  /// Why the step asks again for secrets that were entered before: an action needed one that was
  /// gone, and was not performed. Nil otherwise.
  public let askedAgain: AskedAgain?
  /// The values and plain inputs that the texts show, by name. Empty if the texts show none.
  public let values: [String: String]

  package init(
    _ machine: Machine, isWorking: Bool, problem: RunnerError? = nil,
    thrown: (any Error)? = nil, askedAgain: AskedAgain? = nil, values: [String: String] = [:]
  ) {
    self.thrown = thrown
    self.askedAgain = askedAgain
    self.values = values
    self.machine = machine
    self.isWorking = isWorking
    self.problem = problem
  }

  /// The step; at the end of the run, the last one.
  public var step: Step { machine.step }
  /// How the run ended. Nil while it goes on.
  public var end: End? { machine.end }
  /// What the step shows: `screen`, `prompt`, `notice`; or what happens there without being shown.
  public var activity: Activity { step.activity }
  /// The name of the screen, or the sentence of a step that shows nothing.
  public var title: String { activity.isShown ? filled(step.subject) : step.text }
  /// The text of the screen; while an action runs, the loading message if there is one.
  public var message: String? { ((isWorking ? step.loading : nil) ?? step.message).map(filled) }
  /// The entries of the list that the screen shows.
  public var items: [String] { step.items.map(filled) }
  /// The fields to fill in.
  public var inputs: [Input] { step.inputs }
  /// The texts of the buttons.
  public var buttons: [String] { step.buttons }

  /// A text of the step with its values. A value that is not there is shown as nothing.
  private func filled(_ text: String) -> String {
    guard step.showsValues else { return text }
    return ShownText.filled(text) { values[$0] ?? "" }
  }

  /// A row of the step.
  public struct Choice: Sendable {
    /// The row.
    public let row: Row
    /// Why it cannot be taken now. Nil if it can, once its inputs are entered.
    public let refusal: Refusal?
    /// Whether the user may take it.
    public var isEnabled: Bool { refusal == nil }
  }

  /// All rows of the step, in document order. Empty at the end.
  public var choices: [Choice] {
    guard end == nil else { return [] }
    return machine.rows.enumerated().map { position, row in
      Choice(row: row, refusal: machine.refusal(of: position, isWorking: isWorking))
    }
  }

  /// The rows that may be chosen, also those that only wait for their time.
  public var rows: [Row] {
    choices.filter { choice in
      if case .early = choice.refusal { return true }
      return choice.isEnabled
    }.map(\.row)
  }

  /// The row that is taken when time has passed, which may be one of a calling step, and the
  /// milliseconds until then. Nil without a timer.
  public var timer: (row: Row, rest: Int64)? {
    machine.timer.map { (machine.row(of: $0), max(0, $0.due.earlier(by: machine.clock))) }
  }

  /// How long it is until the timer runs out, for a countdown. Nil without a timer.
  ///
  /// The instant is `clock.now + remaining` on a clock that goes on, and for a `Date`
  /// `.now + remaining / .seconds(1)`.
  public var remaining: Duration? { timer.map { .milliseconds($0.rest) } }

  /// Whether something may happen before the decision: an answer of the action, or the timer.
  public var isContested: Bool { isWorking || machine.timer != nil }
}
