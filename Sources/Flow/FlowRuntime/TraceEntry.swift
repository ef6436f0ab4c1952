public import FlowModel
package import JSON

/// A value that an action has returned to be shown.
public struct ShownValue: Hashable, Sendable {
  /// The name in the flow.
  public let name: String
  /// The value. Empty if the action had none.
  public let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A taken row.
public struct TraceEntry: Hashable, Sendable {
  /// The row.
  public let row: Row
  /// The step of the row. For an extension it depends on the reading.
  public let step: Step
  /// The target that was followed.
  public let target: Target
  /// Where the run went: a step with its flow, or how the run ended.
  public let to: String
  /// When the row was taken, in milliseconds of the run's clock.
  public let at: Int64
  /// Whether the step was skipped.
  public let isPassedOver: Bool
  /// The message of the row, with values in place.
  public let message: String?
  /// The values that the step returned, if it says `trace: yes`.
  public let values: [ShownValue]
  /// The suspensions of the run between the row before and this one, in order: objects with `to`,
  /// the step at which the other flow starts, and `at`, the time in milliseconds.
  package let suspensions: [JSONValue]
  #if !hasFeature(Embedded)
    /// Where the run stood. Nil unless the trace is a full one.
    public package(set) var state: TraceState? = nil
    /// When the run went back between the row before and this one, since secrets were gone: objects
    /// with `to`, the step that asks for them; `at`, the time in milliseconds; `rows`, how many of
    /// the rows before were taken back; and `secrets`, their names.
    package var returns: [JSONValue] = []
  #endif

  /// The entry as a line for people, after a line for each time that the run went back.
  public var text: String {
    let time = "\(at) ms"
    let pad = String(repeating: " ", count: max(0, 10 - time.count))
    var line = ""
    #if !hasFeature(Embedded)
      for value in returns { line += TraceEntry.text(ofReturn: value) + "\n" }
    #endif
    line += "\(pad)\(time)  \(row.qualified)  \(row.source.text) -> \(target)"
    if row.isAnywhere { line += "  (at \(step.id))" }
    if isPassedOver { line += "  (passed over)" }
    if let answer = row.answer { line += "  (answers \(answer))" }
    for value in values { line += "  (\(value.name): \(JSONValue.quoted(value.text)))" }
    return line
  }

  /// The entry as a JSON object on one line.
  public var json: String { JSONValue.object(members: members).text }

  /// The members of the JSON object.
  var members: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("row", .string(row.qualified)), ("step", .string(step.qualified)),
      ("kind", .string(row.kind.key)), ("text", .string(row.source.text)),
      ("next", .string(target.description)), ("to", .string(to)), ("at", .integer(at)),
    ]
    if let answer = row.answer { members.append(("answer", .string(answer))) }
    if isPassedOver { members.append(("passedOver", .bool(true))) }
    if !values.isEmpty {
      members.append(("values", .object(members: values.map { ($0.name, .string($0.text)) })))
    }
    #if !hasFeature(Embedded)
      if !returns.isEmpty { members.append(("askedAgain", .array(returns))) }
    #endif
    if !suspensions.isEmpty { members.append(("suspended", .array(suspensions))) }
    return members
  }
}

#if !hasFeature(Embedded)
  extension TraceEntry {
    /// A line that says that the run went back.
    package static func text(ofReturn value: JSONValue) -> String {
      let time = "\(value["at"]?.integer ?? 0) ms"
      let pad = String(repeating: " ", count: max(0, 10 - time.count))
      let rows = value["rows"]?.integer ?? 0
      let names = (value["secrets"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
      return "\(pad)\(time)  asks again for \(names) at \(value["to"]?.string ?? ""): "
        + (rows == 1 ? "1 row is" : "\(rows) rows are") + " taken back"
    }
  }

  extension Collection<TraceEntry> {
    /// The rows that were not taken back: those of the same run in which it was not asked again.
    package var standing: [TraceEntry] {
      var rows: [TraceEntry] = []
      for entry in self {
        for value in entry.returns {
          rows.removeLast(Swift.min(rows.count, Int(value["rows"]?.integer ?? 0)))
        }
        rows.append(entry)
      }
      return rows
    }
  }
#endif
