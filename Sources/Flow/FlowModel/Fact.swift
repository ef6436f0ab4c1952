public import Diagnostics

/// Something that rows may be decided on: a name and a finite, ordered set of values.
public struct Fact: Sendable, Hashable {
  package let tables: FlowTables
  package let index: Int
  private var record: FactRecord { tables.facts[index] }

  public var name: String { tables.string(record.name) }
  /// The values in order; the first is where a run starts.
  public var values: [String] { tables.strings(record.values) }
  /// Whether it is a counter, declared as a range.
  public var isCounter: Bool { record.lowerBound != nil }
  public var span: Span { record.name.span }

  /// All its values, with a bit for each.
  package var domain: UInt64 { .max >> UInt64(64 - record.values.range.count) }

  /// The values whose bits are set.
  package func values(_ mask: UInt64) -> [String] {
    values.enumerated().filter { mask >> UInt64($0.offset) & 1 == 1 }.map(\.element)
  }

  public static func == (a: Fact, b: Fact) -> Bool { a.tables === b.tables && a.index == b.index }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(tables))
    hasher.combine(index)
  }
}

/// `fact: values` of an `if` or an `unless`.
public struct Condition: Sendable {
  package let tables: FlowTables
  package let index: Int
  package var record: ConditionRecord { tables.conditions[index] }

  public var fact: Fact { Fact(tables: tables, index: Int(record.fact)) }
  /// The values that hold, one bit each, by their position in the fact's values.
  public var mask: UInt64 { record.mask }
  public var values: [String] { fact.values(mask) }
  public var span: Span { record.span }
}

/// What taking a row does to a fact.
public struct Change: Sendable {
  public enum Kind: Hashable, Sendable {
    /// To this value.
    case set(String)
    /// Back to the first value.
    case reset
    /// Up by one, ending at the last value.
    case count
  }
  package let tables: FlowTables
  package let index: Int
  var record: ChangeRecord { tables.changes[index] }

  public var fact: Fact { Fact(tables: tables, index: Int(record.fact)) }
  public var kind: Kind {
    switch record.kind {
    case .set: .set(fact.values[Int(record.value)])
    case .reset: .reset
    case .count: .count
    }
  }
  /// For `count`: the outcome that counts.
  public var outcome: String? { tables.optional(record.outcome) }
  public var span: Span { record.span }
}

/// A field that the user fills in.
public struct Input: Sendable {
  package let tables: FlowTables
  package let index: Int
  private var record: InputRecord { tables.inputs[index] }

  public var name: String { tables.string(record.name) }
  /// Never shown, stored, traced or written to a snapshot.
  public var isSecret: Bool { record.isSecret }
  /// Only 0-9 may be entered.
  public var isDigits: Bool { record.isDigits }
  /// The allowed number of characters.
  public var length: ClosedRange<Int> { Int(record.least)...Int(record.most) }
  public var span: Span { record.name.span }
}
