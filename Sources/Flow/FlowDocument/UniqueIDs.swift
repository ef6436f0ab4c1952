/// The ids of parts, of which none is used twice.
struct UniqueIDs {
  private var used: Set<String> = []
  /// How often an id was asked for that is used.
  private var repeats: [String: Int] = [:]

  init(_ ids: some Sequence<String> = []) { used = Set(ids) }

  func contains(_ id: String) -> Bool { used.contains(id) }

  /// Uses an id, and says whether it was free.
  mutating func insert(_ id: String) -> Bool { used.insert(id).inserted }

  /// Uses an id that another part has, with a number: `1a (2)`.
  mutating func repeated(_ id: String) -> String {
    var made: String
    repeat {
      repeats[id, default: 1] += 1
      made = "\(id) (\(repeats[id, default: 2]))"
    } while !insert(made)
    return made
  }
}
