internal import FlowModel
internal import JSON

// The secrets that a run had when it was saved and that are gone, in a snapshot: their names and
// where to ask for them.
extension Snapshot {
  init?(
    _ machine: Machine, inputs: [String: String], values: RunValues, asked: AskedSecrets,
    key: ActionKey?, timeOfDay: Int64
  ) {
    self.init(machine, inputs: inputs, values: values, timeOfDay: timeOfDay)
    self.key = key
    let flows = machine.program.catalogue.flows
    self.asked = asked.entries.map { entry in
      let origin = entry.origin.flatMap { Snapshot($0.machine, inputs: [:], values: $0.values) }
      let scope = entry.scope
      return Asked(
        secrets: entry.items.map(\.name), spent: entry.items.map { Int64($0.spent ?? -1) },
        place: "\(scope.level) \(scope.depth) \(flows[Int(scope.flow)].id)",
        origin: origin.map { [$0] } ?? [])
    }
  }

  private init?(_ machine: Machine, inputs: [String: String], values: RunValues) {
    self.init(machine, inputs: inputs, values: values, timeOfDay: 0)
  }

  /// The secrets that are to be asked for again on a program. Where a step that has asked cannot be
  /// found again, the action that needs them is still not performed.
  func asked(on program: Program) -> AskedSecrets {
    AskedSecrets(
      asked.compactMap { asked in
        guard let scope = Snapshot.scope(asked.place, on: program) else { return nil }
        let origin = asked.origin.first.flatMap { saved -> AskedSecrets.Origin? in
          guard let machine = try? saved.machine(on: program) else { return nil }
          return AskedSecrets.Origin(
            machine: machine, values: saved.values(on: program), rules: nil, rows: 0)
        }
        return AskedSecrets.Entry(
          items: zip(asked.secrets, asked.spent).map { name, spent in
            AskedSecrets.Item(name: name, spent: spent < 0 ? nil : Int(spent))
          }, scope: scope, origin: origin)
      })
  }

  private static func scope(_ place: String, on program: Program) -> SecretScope? {
    let parts = place.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let level = Int32(parts[0]), let depth = Int32(parts[1]),
      let flow = program.catalogue.indexByID[String(parts[2])]
    else { return nil }
    return SecretScope(level: level, depth: depth, flow: Int32(flow))
  }

  // MARK: Text

  /// Adds when the first timer runs out, and what the keys of actions are made of.
  func addDue(to text: inout String) {
    if let due { text += ",\"due\":\(due)" }
    if let key { text += ",\"key\":\(JSONValue.quoted(key.text))" }
  }

  mutating func readDue(in value: JSONValue) throws(SnapshotError) {
    if let member = value["due"] { due = try Snapshot.need(member.integer, "due") }
    if let member = value["key"] {
      key = try Snapshot.need(member.string.flatMap { ActionKey(text: $0) }, "key")
    }
  }

  func addAsked(to text: inout String) {
    guard !asked.isEmpty else { return }
    let entries = asked.map { asked in
      let names = asked.secrets.map(JSONValue.quoted).joined(separator: ",")
      var text = "{\"secrets\":[\(names)],\"in\":\(JSONValue.quoted(asked.place))"
      if asked.spent.contains(where: { $0 >= 0 }) {
        text += ",\"spent\":[\(asked.spent.map(String.init).joined(separator: ","))]"
      }
      if let origin = asked.origin.first {
        text += ",\"from\":{"
        origin.addMembers(to: &text)
        text += "}"
      }
      return text + "}"
    }
    text += ",\"asked\":[\(entries.joined(separator: ","))]"
  }

  static func asked(in value: JSONValue, as reading: Reading) throws(SnapshotError) -> [Asked] {
    guard let list = value["asked"] else { return [] }
    var found: [Asked] = []
    for entry in try need(list.array, "asked") {
      let secrets = try need(entry["secrets"]?.array, "asked").compactMap(\.string)
      let spent = entry["spent"]?.array?.compactMap(\.integer) ?? secrets.map { _ in -1 }
      let place = try need(entry["in"]?.string, "asked")
      guard !secrets.isEmpty, spent.count == secrets.count else { throw .malformed("`asked`") }
      var origin: [Snapshot] = []
      if let from = entry["from"] { origin.append(try Snapshot(members: from, as: reading)) }
      found.append(Asked(secrets: secrets, spent: spent, place: place, origin: origin))
    }
    return found
  }
}
