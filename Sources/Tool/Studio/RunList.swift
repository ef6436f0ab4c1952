internal import FlowRuntime
internal import JSON

/// The runs that report to a studio, the newest first.
struct RunList {
  /// Older runs are forgotten.
  static let most = 20

  private var runs: [(id: String, report: JSONValue)] = []
  /// How often something has changed.
  private(set) var number = 0

  var json: JSONValue { .array(runs.map(\.report)) }

  /// Takes a report of a run. Returns whether it is one: everything else that a sender writes is
  /// left out.
  mutating func take(_ bytes: [UInt8]) -> Bool {
    guard let json = JSONValue(parsing: bytes), let id = RunList.text(json["run"]), !id.isEmpty,
      let flow = RunList.text(json["flow"]), let name = RunList.text(json["name"]),
      let reading = RunList.text(json["as"]), let step = RunList.text(json["step"]),
      let stands = RunList.text(json["stands"]), let rows = json["rows"]?.array,
      rows.count <= RunReport.mostRows, let facts = json["facts"]?.members, facts.count <= 200
    else { return false }
    var names: [String] = []
    for row in rows {
      guard let name = RunList.text(row) else { return false }
      names.append(name)
    }
    var values: [(String, JSONValue)] = []
    for fact in facts {
      guard let value = RunList.text(fact.value) else { return false }
      values.append((fact.key, .string(value)))
    }
    func flag(_ key: String) -> JSONValue? { json[key]?.bool == true ? .bool(true) : nil }
    let from: JSONValue? = RunList.text(json["from"]).map { .string($0) }
    let report = JSONValue.object([
      "run": .string(id), "name": .string(name), "flow": .string(flow), "from": from,
      "as": .string(reading), "facts": .object(members: values), "rows": .strings(names),
      "cut": flag("cut"), "step": .string(step), "stands": .string(stands), "over": flag("over"),
    ])
    // A run keeps its place.
    if let place = runs.firstIndex(where: { $0.id == id }) {
      runs[place].report = report
    } else {
      runs.insert((id, report), at: 0)
      if runs.count > RunList.most { runs.removeLast() }
    }
    number += 1
    return true
  }

  /// A name, which is never long.
  private static func text(_ value: JSONValue?) -> String? {
    value?.string.flatMap { $0.utf8.count <= 300 ? $0 : nil }
  }
}
