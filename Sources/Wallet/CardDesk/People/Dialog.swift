public import FlowModel
public import FlowRuntime

/// A question to a person at a step of a run: something to agree to, or codes to enter.
public struct Dialog: Sendable {
  /// The step's title: `PIN1`.
  public let title: String
  /// The facts for the person, one per line: who asks, for what, how many tries are left,
  /// what went wrong.
  public let lines: [String]
  /// The text of the step.
  public let message: String?
  /// The codes to enter.
  public let fields: [Input]
  /// The row for somebody who agrees. Nil while there is only something to wait for.
  public let accept: Row?
  /// The row for somebody who does not.
  public let decline: Row?

  /// The dialog for a situation, or nil if no person decides there.
  ///
  /// The first row of the user enters the codes or agrees, the last one gives up. A step that waits
  /// for something else has the last one only.
  public init?(_ situation: Situation, lines: [String]) {
    let rows = situation.rows.filter { $0.kind == .user }
    guard let last = rows.last else { return nil }
    title = situation.title
    self.lines = lines
    message = situation.message
    fields = situation.inputs
    accept = rows.count > 1 ? rows[0] : nil
    decline = last
  }

  /// The label of a row's button: its words without `selects`.
  public static func button(_ row: Row) -> String {
    row.label.hasPrefix("selects ") ? String(row.label.dropFirst(8)) : row.label
  }
}

/// Somebody who decides at the prompts of a run: through a dialog, at a terminal, or made up.
public protocol DeskPerson: Sendable {
  /// Shows a dialog, enters codes into the run, and returns the row that the person takes. Nil to
  /// let time pass. Cancelled if something else happens first.
  func decide(_ dialog: Dialog, in run: Runner) async throws -> Row?
}
