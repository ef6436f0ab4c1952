/// The tables of one flow file. Never changed after the loader made them.
///
/// A class, so that a `Step` or a `Row` is one reference and an index (decision 0002).
package final class FlowTables: Sendable, Hashable {
  package let all: Tables
  #if !hasFeature(Embedded)
    /// What makes the texts another language. Nil for the flow's own words.
    package let translation: LanguageLayer?
  #endif

  /// Whether the steps stand in the order of their numbers.
  private let isInOrder: Bool

  #if hasFeature(Embedded)
    package init(_ tables: consuming Tables) {
      isInOrder = FlowTables.isInOrder(tables)
      all = tables
    }
  #else
    package init(_ tables: consuming Tables, translation: LanguageLayer? = nil) {
      isInOrder = FlowTables.isInOrder(tables)
      all = tables
      self.translation = translation
    }
  #endif

  private static func isInOrder(_ tables: borrowing Tables) -> Bool {
    for index in tables.steps.indices.dropFirst() {
      let (step, next) = (tables.steps[index - 1].id, tables.steps[index].id)
      guard isBefore(tables.pool[step.range], tables.pool[next.range]) else { return false }
    }
    return true
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

  /// The first step with this id: by halves if the steps stand in the order of their numbers, as
  /// they mostly do.
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

  /// Whether the numbers of an id, such as 2.9, come before those of another one, such as 2.10.
  /// Every two different ids are in one order.
  private static func isBefore(_ id: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    // The byte at a place, or zero after the end.
    func byte(_ text: ArraySlice<UInt8>, _ place: Int) -> UInt8 {
      place < text.count ? text[text.startIndex + place] : 0
    }
    func isInNumber(_ byte: UInt8) -> Bool { byte != 0 && byte != UInt8(ascii: ".") }
    var place = 0
    while place < id.count, byte(id, place) == byte(other, place) { place += 1 }
    let (first, otherFirst) = (byte(id, place), byte(other, place))
    while isInNumber(byte(id, place)), isInNumber(byte(other, place)) { place += 1 }
    // Of two numbers the one with fewer digits is the smaller one.
    let (goesOn, otherGoesOn) = (isInNumber(byte(id, place)), isInNumber(byte(other, place)))
    return goesOn == otherGoesOn ? first < otherFirst : otherGoesOn
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

  package func strings(_ slice: TableRange) -> [String] {
    slice.range.map { string(all.texts[$0]) }
  }

  /// Whether two texts of two flows are equal.
  package func isSame(_ text: PooledText, as other: PooledText, of tables: FlowTables) -> Bool {
    text.count == other.count && all.pool[text.range].elementsEqual(tables.all.pool[other.range])
  }
}
