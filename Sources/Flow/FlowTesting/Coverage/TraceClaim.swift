package import FlowModel
internal import JSON

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

  package init(_ row: Row) { self.row = row }

  init(_ row: Row, in line: JSONValue) {
    self.row = row
    step = line["step"]?.string
    next = line["next"]?.string
    to = line["to"]?.string
    at = line["at"]?.integer
    answer = line["answer"]?.string
    isPassedOver = line["passedOver"] == .bool(true)
  }
}
