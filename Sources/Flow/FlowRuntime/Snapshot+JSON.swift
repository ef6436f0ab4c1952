internal import FlowModel
internal import JSON

extension Snapshot {
  /// The snapshot as one line of JSON. The same run always gives the same text.
  public var json: String {
    let text = JSONValue.object([
      "flowrun": .integer(Snapshot.format), "as": .string(reading.rawValue),
      "step": .string(step), "clock": .integer(clock), "enteredAt": .integer(enteredAt),
      "returned": returned.map { .string($0) }, "facts": Snapshot.object(facts),
      "history": .array(
        history.map { .object(["kind": .string($0.kind.name), "step": .string($0.step)]) }),
      "flows": .object(
        members: flows.sorted { $0.key < $1.key }.map { ($0.key, Snapshot.object($0.value)) }),
    ]).text
    return Snapshot.sealed(text.dropLast())
  }

  /// The text of an object without its closing brace, completed by its checksum: 26 characters.
  private static func sealed(_ text: Substring) -> String {
    var sum = Checksum()
    sum.add(text)
    return "\(text),\"sum\":\"\(sum.text)\"}"
  }

  /// Reads a snapshot.
  ///
  /// - Throws: ``SnapshotError`` for any text that ``json`` would not have written.
  public init(json: String) throws(SnapshotError) {
    // First the checksum, which finds damage faster than the reader of JSON does.
    let isOurs = json.hasPrefix("{\"flowrun\":\(Snapshot.format),")
    guard !isOurs || json == Snapshot.sealed(json.dropLast(26)) else {
      throw .malformed("the checksum does not match")
    }
    let value: JSONValue
    do { value = try JSONReader.read(json) } catch { throw .notJSON(error.description) }
    guard let format = value["flowrun"] else { throw .otherFormat("none") }
    guard isOurs else { throw .otherFormat(format.text) }
    reading = try Snapshot.need(value["as"]?.string.flatMap(Reading.init), "as")
    step = try Snapshot.need(value["step"]?.string, "step")
    clock = try Snapshot.need(value["clock"]?.integer, "clock")
    enteredAt = try Snapshot.need(value["enteredAt"]?.integer, "enteredAt")
    returned = try value["returned"].map { value throws(SnapshotError) in
      try Snapshot.need(value.string, "returned")
    }
    facts = try Snapshot.strings(value["facts"], "facts")
    history = []
    for entry in try Snapshot.need(value["history"]?.array, "history") {
      history.append(
        Entry(
          kind: try Snapshot.need(
            entry["kind"]?.string.flatMap(HistoryEntry.Kind.init(name:)), "history"),
          step: try Snapshot.need(entry["step"]?.string, "history")))
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
  private static let names = ["screen", "call", "failure", "departure", "suspension"]

  var name: String { HistoryEntry.Kind.names[Int(rawValue)] }

  init?(name: String) {
    guard let value = HistoryEntry.Kind.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: Int32(value))
  }
}
