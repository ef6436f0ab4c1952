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
