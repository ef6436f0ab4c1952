internal import JSON

/// The paths of a flow, as JSON or an app has them.
struct ListedPaths: Sendable {
  let flow: String?
  /// Nil for any.
  let reading: String?
  let paths: [DriverPath]

  /// Reads what `flowrun paths --format json` prints: entries of flows, the entry of a flow, or
  /// paths alone. Nil if it is something else.
  static func given(_ json: [UInt8]) -> (listed: [ListedPaths]?, paths: [DriverPath])? {
    guard let value = JSONValue(parsing: json) else { return nil }
    if let paths = paths(in: value) { return (nil, paths) }
    var listed: [ListedPaths] = []
    for entry in value.array ?? [value] {
      guard let paths = entry["paths"].flatMap(paths(in:)) else { return nil }
      listed.append(
        ListedPaths(flow: entry["flow"]?.string, reading: entry["reading"]?.string, paths: paths))
    }
    return (listed, [])
  }

  private static func paths(in value: JSONValue) -> [DriverPath]? {
    guard let array = value.array else { return nil }
    var paths: [DriverPath] = []
    for one in array {
      guard let rows = one["rows"]?.array else { return nil }
      let names = rows.compactMap(\.string)
      guard names.count == rows.count else { return nil }
      let facts = (one["facts"]?.members ?? []).compactMap { fact in
        (fact.value.string ?? fact.value.integer.map(String.init)).map { (fact.key, $0) }
      }
      paths.append(DriverPath(rows: names, facts: Dictionary(facts) { $1 }))
    }
    return paths
  }
}
