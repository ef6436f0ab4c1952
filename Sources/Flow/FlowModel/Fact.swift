public import Diagnostics

/// A fact that rows may depend on: a name and a finite, ordered set of values.
public struct Fact: Sendable, Hashable {
  package let tables: FlowTables
  package let index: Int
  private var record: FactRecord { tables.all.facts[index] }

  /// The name.
  public var name: String { tables.string(record.name) }
  /// The values in order. A run starts with the first one.
  public var values: [String] { tables.strings(record.values) }
  /// Whether the fact is a counter, declared as a range.
  public var isCounter: Bool { record.lowerBound != nil }
  /// The place of the name in the file.
  public var span: SourceSpan { record.name.span }

  /// All values as a bit set.
  package var domain: UInt64 { .max >> UInt64(64 - record.values.range.count) }

  /// The names of the values in a bit set.
  package func values(_ mask: UInt64) -> [String] {
    values.enumerated().filter { mask >> UInt64($0.offset) & 1 == 1 }.map { $0.element }
  }
}

/// A condition of an `if` or an `unless`: `fact: values`.
public struct Condition: Sendable {
  package let tables: FlowTables
  package let index: Int
  package var record: ConditionRecord { tables.all.conditions[index] }

  /// The fact.
  public var fact: Fact { Fact(tables: tables, index: Int(record.fact)) }
  /// The values for which the condition holds, as a bit set by their index in the fact's values.
  public var mask: UInt64 { record.mask }
  /// The values for which the condition holds.
  public var values: [String] { fact.values(mask) }
  /// The place of the condition in the file.
  public var span: SourceSpan { record.span }
}

/// A change of a fact when a row is taken.
public struct Change: Sendable {
  /// The kind of a change.
  public enum Kind: Hashable, Sendable {
    /// Sets the fact to this value.
    case set(String)
    /// Sets the fact to its first value.
    case reset
    /// Increments the fact, but not beyond its last value.
    case count
  }
  package let tables: FlowTables
  package let index: Int
  var record: ChangeRecord { tables.all.changes[index] }

  /// The fact.
  public var fact: Fact { Fact(tables: tables, index: Int(record.fact)) }
  /// The kind of the change.
  public var kind: Kind {
    switch record.kind {
    case .set: .set(fact.values[Int(record.value)])
    case .reset: .reset
    case .count: .count
    }
  }
  /// For `count`: the outcome that is counted.
  public var outcome: String? { tables.optional(record.outcome) }
  /// The place of the change in the file.
  public var span: SourceSpan { record.span }
}

/// A field for the user to fill in.
public struct Input: Sendable {
  package let tables: FlowTables
  package let index: Int
  private var record: InputRecord { tables.all.inputs[index] }

  /// The name.
  public var name: String { tables.string(record.name) }
  /// The name in code, if the file gives another one than ``name``.
  public var codeName: String? { tables.optional(record.codeName) }
  /// The place of that name in the file.
  package var codeNameSpan: Span { record.codeName.span }
  /// What the input is called on a screen: its name, or what the language calls it.
  public var label: String {
    #if hasFeature(Embedded)
      name
    #else
      tables.translation?.labels[index] ?? name
    #endif
  }
  /// Whether the value is a secret, which is never shown, stored, traced or written to a snapshot.
  public var isSecret: Bool { record.isSecret }
  /// Whether only the digits 0-9 may be entered.
  public var isDigits: Bool { record.isDigits }
  /// The allowed number of characters.
  public var length: ClosedRange<Int> { Int(record.least)...Int(record.most) }
  /// The form of an input in words: `6 digits`, `4 to 12 characters`.
  public var requirement: String {
    let what = isDigits ? "digits" : "characters"
    if length.lowerBound == length.upperBound { return "\(length.lowerBound) \(what)" }
    if length == 0...Int(InputRecord.longest) { return "text" }
    return "\(length.lowerBound) to \(length.upperBound) \(what)"
  }
  /// The place of the name in the file.
  public var span: SourceSpan { record.name.span }
}
