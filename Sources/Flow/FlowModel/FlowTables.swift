/// The tables of one flow file. Never changed after the loader made them.
///
/// A class, so that a `Step` or a `Row` is one reference and an index (decision 0002).
package final class FlowTables: Sendable, Hashable {
  package let all: Tables

  package init(_ tables: consuming Tables) {
    all = tables
  }

  /// Equal only to itself.
  package static func == (a: FlowTables, b: FlowTables) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  package func string(_ text: PooledText) -> String {
    String(decoding: all.pool[text.range], as: UTF8.self)
  }

  /// Whether a text consists of these bytes.
  package func says(_ text: PooledText, _ bytes: [UInt8]) -> Bool {
    Int(text.count) == bytes.count && all.pool[text.range].elementsEqual(bytes)
  }

  /// The first step with this id. Steps mostly stand in the order of their numbers, so one is found by halves; if
  /// not, by looking at all of them, which takes 30 microseconds for 10,000.
  package func indexOfStep(_ id: [UInt8]) -> Int? {
    let steps = all.steps
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(steps[middle].id, id) { low = middle + 1 } else { high = middle }
    }
    if low < steps.count, says(steps[low].id, id), low == 0 || !says(steps[low - 1].id, id) {
      return low
    }
    return steps.firstIndex { says($0.id, id) }
  }

  /// Whether the numbers of an id, such as 2.10, come before those of another one.
  private func isBefore(_ id: PooledText, _ other: [UInt8]) -> Bool {
    let point = UInt8(ascii: ".")
    let mine = all.pool[id.range]
    var same = 0
    while same < min(mine.count, other.count), mine[mine.startIndex + same] == other[same] {
      same += 1
    }
    let rest = mine.dropFirst(same).prefix { $0 != point }
    let otherRest = other.dropFirst(same).prefix { $0 != point }
    // Of two numbers the one with fewer digits is the smaller one.
    guard rest.count == otherRest.count else { return rest.count < otherRest.count }
    return rest.isEmpty ? mine.count < other.count : rest.lexicographicallyPrecedes(otherRest)
  }

  /// The rows that hold anywhere in a section, or in the flow for -1, each once.
  package func rows(anywhereIn section: Int32) -> [Row] {
    all.anywhere.filter { $0.section == section }.map {
      Row(tables: self, index: Int($0.rows.start))
    }
  }

  package func optional(_ text: PooledText) -> String? {
    text.isPresent ? string(text) : nil
  }

  package func strings(_ slice: Slice) -> [String] {
    slice.range.map { string(all.texts[$0]) }
  }

  /// Whether two texts of two flows are equal.
  package func isSame(_ text: PooledText, as other: PooledText, of tables: FlowTables) -> Bool {
    text.count == other.count && all.pool[text.range].elementsEqual(tables.all.pool[other.range])
  }
}
