/// The stack for Back, calls and Resume.
///
/// Entries that are removed stay in memory until others replace them, so going back only writes the
/// count.
package struct History: RandomAccessCollection, Sendable {
  private var entries: [HistoryEntry] = []
  private var depth: Int32 = 0

  package init(capacity: Int) { entries.reserveCapacity(capacity) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { Int(depth) }

  package subscript(place: Int) -> HistoryEntry {
    get { entries[place] }
    set { entries[place] = newValue }
  }

  package mutating func push(_ entry: HistoryEntry) {
    let place = Int(depth)
    if place < entries.count { entries[place] = entry } else { entries.append(entry) }
    depth += 1
  }

  /// Removes all entries from `place` on.
  package mutating func pop(to place: Int) { depth = Int32(truncatingIfNeeded: place) }
}
