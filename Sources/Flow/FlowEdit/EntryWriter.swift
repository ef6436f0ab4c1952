/// Writes new entries of flow files in the way of the files that the project has: a row between
/// braces if it fits in a line, a step with a key per line.
enum EntryWriter {
  /// The keys whose entries have lines of their own.
  private static let tall: Set<String> = ["rows", "anywhere", "facts", "contracts", "states"]

  /// The lines of an entry at a margin.
  ///
  /// - Parameter owner: the key of the list that an item is in.
  static func lines(_ entry: EditEntry, margin: Int, owner: String?) -> [String] {
    let space = ScalarWriter.spaces(margin)
    switch entry {
    case .pair(let key, let value):
      let head = "\(space)\(ScalarWriter.text(key, inline: false)):"
      let (first, rest) = written(value, for: key, at: head.count, margin: margin)
      return [head + first] + rest
    case .item(.mapping(let pairs)) where !pairs.isEmpty:
      var lines = pairs.flatMap { pair in
        self.lines(.pair(pair.key, pair.value), margin: margin + 2, owner: nil)
      }
      lines[0] = "\(space)- \(lines[0].dropFirst(margin + 2))"
      return lines
    case .item(let value): return ["\(space)- \(inline(value, for: owner))"]
    }
  }

  /// What stands after the colon of a key, and the lines below.
  ///
  /// - Parameter column: where the colon ends.
  static func written(
    _ value: EditValue, for key: String, at column: Int, margin: Int
  ) -> (first: String, rest: [String]) {
    switch value {
    case .text(let text): return (" \(ScalarWriter.text(text, for: key, inline: false))", [])
    case .list(let items):
      let short = inline(value, for: key)
      let isFlat = items.allSatisfy { $0.text != nil }
      if isFlat, column + 1 + short.count <= ScalarWriter.width || items.isEmpty {
        return (" \(short)", [])
      }
      return ("", items.flatMap { lines(.item($0), margin: margin + 2, owner: key) })
    case .mapping(let pairs):
      let short = inline(value, for: key)
      let fits = column + 1 + short.count <= ScalarWriter.width && !tall.contains(key)
      if pairs.isEmpty || fits && canBeInline(value) { return (" \(short)", []) }
      return ("", pairs.flatMap { lines(.pair($0.key, $0.value), margin: margin + 2, owner: nil) })
    }
  }

  private static func canBeInline(_ value: EditValue) -> Bool {
    switch value {
    case .text: true
    case .list(let items): items.allSatisfy { $0.text != nil }
    case .mapping(let pairs):
      // A translation has a line of its own.
      pairs.allSatisfy {
        !tall.contains($0.key) && $0.value["of"] == nil && canBeInline($0.value)
      }
    }
  }

  /// A value between brackets.
  static func inline(_ value: EditValue, for key: String?) -> String {
    switch value {
    case .text(let text): return ScalarWriter.text(text, for: key, inline: true)
    case .list(let items):
      return "[\(items.map { inline($0, for: key) }.joined(separator: ", "))]"
    case .mapping(let pairs):
      let entries = pairs.map { inline(.pair($0.key, $0.value), for: key) }
      return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
    }
  }

  /// An entry between brackets.
  static func inline(_ entry: EditEntry, for owner: String?) -> String {
    switch entry {
    case .item(let value): return inline(value, for: owner)
    case .pair(let key, let value):
      return "\(ScalarWriter.text(key, inline: true)): \(inline(value, for: key))"
    }
  }
}
