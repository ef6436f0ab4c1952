internal import FlowModel
internal import JSON

extension Snapshot {
  /// The snapshot as one line of JSON. The same run always gives the same text.
  public var json: String {
    JSONValue.object([
      "flowrun": .integer(Snapshot.format), "as": .string(reading.rawValue),
      "step": .string(step), "clock": .integer(clock), "enteredAt": .integer(enteredAt),
      "frame": .integer(frame), "returned": returned.map { .string($0) },
      "facts": Snapshot.object(facts),
      "history": .array(
        history.map { entry in
          .object([
            "kind": .string(entry.kind.name), "step": .string(entry.step),
            "frame": .integer(entry.frame),
          ])
        }),
      "flows": .object(
        members: flows.sorted { $0.key < $1.key }.map { ($0.key, Snapshot.object($0.value)) }),
    ]).text
  }

  /// Reads a snapshot.
  ///
  /// - Throws: ``SnapshotError`` for any text that ``json`` would not have written.
  public init(json: String) throws(SnapshotError) {
    let value: JSONValue
    do { value = try JSONReader.read(json) } catch { throw .notJSON(error.description) }
    guard let format = value["flowrun"] else { throw .otherFormat("none") }
    guard format.integer == Int64(Snapshot.format) else { throw .otherFormat(format.text) }
    reading = try Snapshot.need(value["as"]?.string.flatMap(Reading.init), "as")
    step = try Snapshot.need(value["step"]?.string, "step")
    clock = try Snapshot.need(value["clock"]?.integer, "clock")
    enteredAt = try Snapshot.need(value["enteredAt"]?.integer, "enteredAt")
    frame = Int(try Snapshot.need(value["frame"]?.integer, "frame"))
    returned = value["returned"]?.string
    facts = try Snapshot.strings(value["facts"], "facts")
    history = []
    for entry in try Snapshot.need(value["history"]?.array, "history") {
      history.append(
        Entry(
          kind: try Snapshot.need(
            entry["kind"]?.string.flatMap(HistoryEntry.Kind.init(name:)), "history"),
          step: try Snapshot.need(entry["step"]?.string, "history"),
          frame: Int(try Snapshot.need(entry["frame"]?.integer, "history"))))
    }
    flows = [:]
    for member in try Snapshot.need(value["flows"]?.members, "flows") {
      flows[member.key] = try Snapshot.strings(member.value, "flows")
    }
  }

  private static func need<T>(_ value: T?, _ key: String) throws(SnapshotError) -> T {
    guard let value else { throw .malformed("`\(key)` is missing or wrong") }
    return value
  }

  private static func strings(
    _ value: JSONValue?, _ key: String
  ) throws(SnapshotError) -> [String: String] {
    var result: [String: String] = [:]
    for member in try need(value?.members, key) {
      result[member.key] = try need(member.value.string, key)
    }
    return result
  }

  private static func object(_ strings: [String: String]) -> JSONValue {
    .object(members: strings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }
}

extension HistoryEntry.Kind {
  var name: String {
    switch self {
    case .screen: "screen"
    case .call: "call"
    case .failure: "failure"
    case .departure: "departure"
    case .suspension: "suspension"
    }
  }

  init?(name: String) {
    let all: [HistoryEntry.Kind] = [.screen, .call, .failure, .departure, .suspension]
    guard let kind = all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
