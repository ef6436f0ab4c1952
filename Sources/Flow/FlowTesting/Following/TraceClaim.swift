package import FlowModel
package import JSON

/// What a line of a trace says of a taken row. Only the row itself has to be there.
package struct TraceClaim: Sendable {
  package let row: Row
  /// The step at which it was taken, with its flow.
  package var step: String?
  /// The target that was followed.
  package var next: String?
  /// Where the run went, or how it ended.
  package var to: String?
  /// When it was taken, in milliseconds.
  package var at: Int64?
  /// What a caller got as an answer.
  package var answer: String?
  /// Whether the step was skipped.
  package var isPassedOver = false
  /// What the row says.
  package var text: String?
  /// The suspensions between the row before and this one.
  package var suspensions: [Suspension] = []
  /// When the run went back to a step that asks for secrets, between the row before and this one.
  package var returns: [Return] = []

  /// A return to a step that asks for secrets, which a line of a trace has.
  package struct Return: Sendable {
    /// The step, with its flow.
    package let to: String
    /// When, in milliseconds.
    package let at: Int64?
    /// How many of the rows before are taken back.
    package let rows: Int

    /// The returns of a line.
    package static func all(in line: JSONValue) -> [Return] {
      (line["askedAgain"]?.array ?? []).compactMap { value in
        value["to"]?.string.map {
          Return(
            to: $0, at: value["at"]?.integer,
            rows: max(0, Int(exactly: value["rows"]?.integer ?? 0) ?? 0))
        }
      }
    }
  }

  /// A suspension that a line of a trace has.
  package struct Suspension: Sendable {
    /// The step at which the other flow starts, with its flow.
    package let to: String
    /// When, in milliseconds.
    package let at: Int64?

    /// The suspensions of a line.
    package static func all(in line: JSONValue) -> [Suspension] {
      (line["suspended"]?.array ?? []).compactMap { value in
        value["to"]?.string.map { Suspension(to: $0, at: value["at"]?.integer) }
      }
    }
  }

  package init(_ row: Row) { self.row = row }

  init(_ row: Row, in line: JSONValue) {
    self.row = row
    step = line["step"]?.string
    next = line["next"]?.string
    to = line["to"]?.string
    at = line["at"]?.integer
    answer = line["answer"]?.string
    isPassedOver = line["passedOver"] == .bool(true)
    text = line["text"]?.string
    suspensions = Suspension.all(in: line)
    returns = Return.all(in: line)
  }
}
