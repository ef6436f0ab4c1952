package import JSON

/// A suspension of a run, as a trace has it.
public struct TraceSuspension: Hashable, Sendable {
  /// The step at which the other flow starts, with its flow.
  public let to: String
  /// When the run was suspended, in milliseconds of its clock.
  public let at: Int64

  /// Suspensions as a member of a JSON object. Nil if there are none.
  package static func member(_ suspensions: [TraceSuspension]) -> (String, JSONValue)? {
    if suspensions.isEmpty { return nil }
    var values: [JSONValue] = []
    for suspension in suspensions {
      values.append(
        .object(members: [("to", .string(suspension.to)), ("at", .integer(suspension.at))]))
    }
    return ("suspended", .array(values))
  }
}
