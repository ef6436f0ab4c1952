package import Diagnostics

// The records of a flow's tables. Views (`Flow`, `Step`, `Row`) read them; only the loader writes
// them.

package struct HeaderRecord: Sendable {
  package var id = PooledText.none
  package var alias = PooledText.none
  package var kind = Flow.Kind.useCase
  package var title = PooledText.none
  package var outline = PooledText.none
  package var summary = PooledText.none
  package var goal = PooledText.none
  package var actor = PooledText.none
  package var slip = PooledText.none
  package var preconditions = TableRange.none
  package var postconditions = TableRange.none
  package var triggeredBy = TableRange.none
  package var usedBy = TableRange.none
  package var documentation = TableRange.none
  package var tests = TableRange.none
  package var notes = TableRange.none
  package var errors = TableRange.none
  package var parameters = TableRange.none
  package var results = TableRange.none
  package var form = Flow.Form.table
  /// Whether a step of the flow has values, or a text shows some.
  package var showsValues = false

  package init() {}
}

package struct FactRecord: Sendable {
  package var name: PooledText
  /// The values as texts, in order. A range is written out.
  package var values: TableRange
  /// For a range `0..5`, its lower bound. Otherwise nil.
  package var lowerBound: Int32?

  package init(name: PooledText, values: TableRange, lowerBound: Int32?) {
    self.name = name
    self.values = values
    self.lowerBound = lowerBound
  }
}

package struct SectionRecord: Sendable {
  package var id = PooledText.none
  package var title = PooledText.none
  package var steps = TableRange.none
  /// For an extension, its row. Otherwise nil.
  package var extensionRow: Int32?

  package init() {}
}

package struct StepRecord: Sendable {
  package var id = PooledText.none
  package var line: UInt32 = 0
  package var section: Int32 = 0
  package var subject = PooledText.none
  package var message = PooledText.none
  package var action = PooledText.none
  package var inputs = TableRange.none
  package var buttons = TableRange.none
  package var counts = TableRange.none
  /// The rows that can be taken from here, in `Tables.stepRows`: as written, and as meant. Those of
  /// the next step follow.
  package var rowsWritten = TableRange.none
  package var rowsMeant = TableRange.none
  /// The index of its rare fields in `Tables.stepRareFields`; -1 if it has none.
  package var rare: Int32 = -1
  package var activity = Activity.system
  /// Whether it has a single row with the step's own id.
  package var hasOwnRow = false
  package var isLine = false
  /// Whether its texts have braces, for values.
  package var showsValues = false

  package init() {}
}

package struct InputRecord: Sendable {
  /// The largest number of characters that an input may have.
  package static let longest: UInt16 = 4096

  package var name = PooledText.none
  package var isSecret = false
  package var isDigits = false
  package var least: UInt16 = 0
  package var most = longest
  /// Its name in code, if that is another one.
  package var codeName = PooledText.none

  package init() {}
}

package struct ConditionRecord: Sendable {
  /// The index of the fact in the flow's facts.
  package var fact: Int32
  /// The values for which the condition holds, as a bit set.
  package var mask: UInt64
  package var span: Span

  package init(fact: Int32, mask: UInt64, span: Span) {
    self.fact = fact
    self.mask = mask
    self.span = span
  }
}

package struct ChangeRecord: Sendable {
  package enum Kind: UInt8, Sendable { case set, reset, count }
  package var kind: Kind
  package var fact: Int32
  /// For `set`: the index of the value.
  package var value: UInt8
  /// For `count`: the outcome that is counted.
  package var outcome: PooledText
  package var span: Span

  package init(
    kind: Kind, fact: Int32, value: UInt8 = 0, outcome: PooledText = .none, span: Span
  ) {
    self.kind = kind
    self.fact = fact
    self.value = value
    self.outcome = outcome
    self.span = span
  }
}

package struct RowRecord: Sendable {
  /// The whole id in the document: `1.4b`.
  package var id = PooledText.none
  package var label = PooledText.none
  package var outcome = PooledText.none
  package var next: TargetRecord?
  package var conditions = TableRange.none
  package var changes = TableRange.none
  /// The step that the row belongs to, and the one that was meant.
  package var step: Int32 = 0
  package var meantStep: Int32 = 0
  /// The index of its rare fields in `Tables.rowRareFields`; -1 if it has none.
  package var rare: Int32 = -1
  package var line: UInt32 = 0
  /// 1 for the first row with that id in the flow, 2 for the second.
  package var occurrence: UInt16 = 1
  package var kind = Row.Kind.own
  /// For a row that holds anywhere, 1 and its index in `Tables.anywhere`. Otherwise 0.
  package var anywhere: UInt8 = 0

  package init() {}

  package var span: Span { id.span }
}

/// A row that holds anywhere in a flow or a section. The rows are copies of it, one for each step
/// at which it may be taken.
package struct AnywhereRecord: Sendable {
  /// The index of the section; -1 for the whole flow.
  package var section: Int32
  package var rows: TableRange

  package init(section: Int32, rows: TableRange) {
    self.section = section
    self.rows = rows
  }
}

package struct TargetRecord: Sendable {
  package var kind: Target.Kind
  /// For `step` and `section`, the index of the step in this flow. Otherwise -1.
  package var step: Int32
  /// The name in the target: the id of the step or section, the flow, the result, or the error
  /// flow. Its span is that of the whole target.
  package var name: PooledText
  /// For `goto UC9.2:1.1`: the length of the id of the step or row, which follows the name.
  package var placeCount: UInt32

  package init(kind: Target.Kind, name: PooledText, placeCount: UInt32 = 0, step: Int32 = -1) {
    self.kind = kind
    self.name = name
    self.placeCount = placeCount
    self.step = step
  }

  package var span: Span { name.span }
  /// Whether it leads out of the flow, to a place given in another file or in the header.
  package var leaves: Bool { kind.leadsToFlow || kind.destination == .caller }
  /// For `goto UC9.2:1.1`: the id of the step or row.
  package var place: PooledText {
    guard placeCount > 0 else { return .none }
    return PooledText(offset: name.offset + name.count + 1, count: placeCount, span: name.span)
  }
}

/// A rule of the check that may be broken, and the reason.
package struct AllowanceRecord: Sendable {
  package enum Owner: Hashable, Sendable {
    case flow
    case step(Int32)
    case row(Int32)
  }
  package var rule: PooledText
  package var reason: PooledText
  package var owner: Owner

  package init(rule: PooledText, reason: PooledText, owner: Owner) {
    self.rule = rule
    self.reason = reason
    self.owner = owner
  }
}
