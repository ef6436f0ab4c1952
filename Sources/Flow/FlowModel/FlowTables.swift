/// The tables of one flow file. Never changed after the loader made them.
///
/// A class, so that a `Step` or a `Row` is one reference and an index (decision 0002).
package final class FlowTables: Sendable, Hashable {
  package let all: Tables

  /// Whether the steps stand in the order of their numbers.
  private let isInOrder: Bool

  package init(_ tables: consuming Tables) {
    let pool = tables.pool
    isInOrder = zip(tables.steps, tables.steps.dropFirst()).allSatisfy {
      FlowTables.isBefore(pool[$0.id.range], pool[$1.id.range])
    }
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

  /// The first step with this id: by halves if the steps stand in the order of their numbers, as they mostly do.
  package func indexOfStep(_ id: [UInt8]) -> Int? {
    guard isInOrder else { return all.steps.firstIndex { says($0.id, id) } }
    var (low, high) = (0, all.steps.count)
    while low < high {
      let middle = (low + high) / 2
      if FlowTables.isBefore(all.pool[all.steps[middle].id.range], id[...]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < all.steps.count && says(all.steps[low].id, id) ? low : nil
  }

  /// Whether the numbers of an id, such as 2.9, come before those of another one, such as 2.10. Every two different ids
  /// are in one order.
  private static func isBefore(_ id: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    let point = UInt8(ascii: ".")
    var same = 0
    while same < min(id.count, other.count),
      id[id.startIndex + same] == other[other.startIndex + same]
    {
      same += 1
    }
    let rest = id.dropFirst(same).prefix { $0 != point }
    let otherRest = other.dropFirst(same).prefix { $0 != point }
    // Of two numbers the one with fewer digits is the smaller one.
    guard rest.count == otherRest.count else { return rest.count < otherRest.count }
    return rest.isEmpty ? id.count < other.count : rest.lexicographicallyPrecedes(otherRest)
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
