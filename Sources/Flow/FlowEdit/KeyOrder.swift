/// How the value of a key is written.
package enum EditShape: String, Sendable {
  case text, list
  /// Facts with values: a condition, or what is set.
  case facts
  /// What a row leads to.
  case target
  /// Fields to fill in, by name, each with whether it is secret and what it takes.
  case inputs
}

/// The order in which people write the keys of a mapping.
enum KeyOrder {
  /// The keys that say what a row is. A row has one of them.
  private static let rows = ["user", "case", "result", "event", "error"]
  /// The keys that say what happens in a step. A step has one of them.
  private static let steps = [
    "screen", "prompt", "notice", "determine", "validate", "execute", "system", "os", "call",
    "await", "user", "outside",
  ]

  private static let header = [
    "flow", "language", "alias", "kind", "title", "outline", "summary", "goal", "actor",
    "preconditions", "postconditions", "triggered by", "used by", "documentation", "tests",
    "errors", "parameters", "results", "notes", "slip", "allow", "facts", "rules", "sections",
    "steps", "extensions",
  ]
  private static let section = ["section", "title", "anywhere", "steps"]
  private static let step =
    ["step", "line", "extension", "case", "at", "meant at", "proposal"] + steps + [
      "name", "message", "note", "loading", "input", "buttons", "items", "takes", "cancelable",
      "action",
      "with", "values", "trace", "count", "unless", "meant call",
    ] + row.dropFirst(rows.count + 2) + ["rows", "lines"]
  private static let row =
    rows + [
      "name", "message", "on", "if", "after", "restarts", "enters", "by", "set", "reset", "does",
      "answer", "slip", "next", "meant", "meant id", "why", "allow",
    ]
  private static let rule = [
    "rule", "start", "given", "interrupted by", "while", "never", "only", "eventually",
    "exactly once", "just before", "just after", "at most", "always possible", "never both", "of",
    "before", "after", "always", "between", "and", "until", "because", "allow",
  ]
  private static let path = [
    "path", "about", "flow", "as", "from", "only", "facts", "clock", "inputs", "world", "rows",
    "steps", "end", "expect",
  ]

  private static let lists = [
    "preconditions", "postconditions", "triggered by", "used by", "documentation", "tests",
    "errors", "parameters", "results", "notes", "buttons", "items", "values", "enters", "reset",
  ]
  private static let others = [
    "flow", "language", "alias", "section", "step", "line", "extension", "rule", "path", "at",
    "meant at", "proposal", "sections", "steps", "extensions", "lines", "rows", "anywhere",
    "facts", "rules",
    "with", "count", "allow",
  ]

  private static func keys(of place: EditPlace) -> [String] {
    switch place {
    case .file: header
    case .section: section
    case .extension: step
    // An extension has a case, and only the rows of a step have conditions.
    case .step: step.filter { !["case", "if", "meant id"].contains($0) }
    case .row: row
    case .rule: rule
    case .path: path
    }
  }

  /// The keys that may be added to those that a place has. Those are left out whose values have a
  /// shape of their own, and the id.
  static func newKeys(of place: EditPlace, besides keys: [String]) -> [String] {
    let others = self.keys(of: place).filter { !keys.contains($0) && shape(of: $0) != nil }
    return others.filter { rival(of: $0, at: place, among: keys) == nil }
  }

  /// How the value of a key is written. Nil if it is an id, or has other places or a mapping of its
  /// own kind in it.
  static func shape(of key: String) -> EditShape? {
    if others.contains(key) { return nil }
    if ["next", "meant"].contains(key) { return .target }
    if ["if", "unless", "set"].contains(key) { return .facts }
    if key == "input" { return .inputs }
    return lists.contains(key) ? .list : .text
  }

  /// Where a new key belongs among the keys of a mapping: after the last one that comes before it.
  static func index(of key: String, at place: EditPlace, among keys: [String]) -> Int {
    let order = self.keys(of: place)
    guard let own = order.firstIndex(of: key) else { return keys.count }
    let last = keys.lastIndex { order.firstIndex(of: $0).map { $0 < own } ?? false }
    return last.map { $0 + 1 } ?? min(1, keys.count)
  }

  /// The key of a mapping that a new key takes the place of: a row or step is of one kind.
  static func rival(of key: String, at place: EditPlace, among keys: [String]) -> String? {
    let group: [String]
    switch place {
    case .row: group = rows
    case .step: group = steps
    case .file, .section, .extension, .rule, .path: return nil
    }
    guard group.contains(key), !keys.contains(key) else { return nil }
    return keys.first { group.contains($0) }
  }
}
