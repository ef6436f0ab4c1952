public import Diagnostics

/// An outcome of a step, under the document's own id.
public struct Row: Sendable, Hashable {
  package let tables: FlowTables
  /// The position in the flow's rows, in document order.
  public let index: Int
  package var record: RowRecord { tables.rows[index] }
  private var rareFields: RowRareFields { tables.rareFields(ofRow: index) }
  package var meantRecord: TargetRecord? { tables.meant(record) }

  package init(tables: FlowTables, index: Int) {
    self.tables = tables
    self.index = index
  }

  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The row of a step that has no table of outcomes; its id is the step's.
    case own
    case user, `case`, result, event, error
    /// An extension of a main scenario.
    case `extension`

    public var key: String {
      switch self {
      case .own: "own"
      case .user: "user"
      case .case: "case"
      case .result: "result"
      case .event: "event"
      case .error: "error"
      case .extension: "extension"
      }
    }
  }

  public static func == (a: Row, b: Row) -> Bool { a.tables === b.tables && a.index == b.index }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(tables))
    hasher.combine(index)
  }

  public var flow: Flow { Flow(tables: tables) }
  /// The document's id: `1.4b`.
  public var id: String { tables.string(record.id) }
  /// The id, made unique: `3.3a#2` for the second row of that id.
  public var reference: String {
    record.occurrence > 1 ? "\(id)#\(record.occurrence)" : id
  }
  /// 1 for the first row of that id in the flow, 2 for the second.
  package var occurrence: Int { Int(record.occurrence) }
  /// The reference with its flow: `UC2.3:1.4b`.
  public var qualified: String { "\(flow.id):\(reference)" }
  public var kind: Kind { record.kind }
  /// What the row says behind its kind: `Biometrics are enabled`.
  public var label: String { tables.string(record.label) }
  /// The sentence of the printed table.
  public var text: String {
    switch kind {
    case .own: step.text
    case .user: "User \(label)"
    case .case: "Case: \(label)"
    case .result: "Result: \(label)"
    case .event: "Event: \(label)"
    case .error: "Error: \(label)"
    case .extension: label
    }
  }
  /// The step that has the row, in the document's reading.
  public var step: Step { Step(tables: tables, index: Int(record.step)) }
  /// The step that has the row in a reading.
  public func step(_ reading: Reading) -> Step {
    Step(tables: tables, index: Int(reading == .meant ? record.meantStep : record.step))
  }

  /// The document's target. Nil for a proposed row.
  public var next: Target? { record.next.map { tables.target($0) } }
  /// The target that must have been meant, where the file says so.
  public var meant: Target? { meantRecord.map { tables.target($0) } }
  /// The target in a reading. Nil where the row does not exist in it.
  public func target(_ reading: Reading) -> Target? {
    targetRecord(reading).map { tables.target($0) }
  }
  /// Whether a reading has the row.
  public func has(_ reading: Reading) -> Bool {
    record.next != nil || reading == .meant && meantRecord != nil
  }
  /// The step of this flow that the row leads to in a reading, the row's own for `stay`; nil when it
  /// leaves the flow.
  public func next(_ reading: Reading) -> Step? {
    guard let target = targetRecord(reading) else { return nil }
    switch target.kind {
    case .step, .section: return Step(tables: tables, index: Int(target.step))
    case .stay: return step(reading)
    case .goto, .back, .resume, .end, .result, .error: return nil
    }
  }
  private func targetRecord(_ reading: Reading) -> TargetRecord? {
    reading == .meant ? meantRecord ?? record.next : record.next
  }
  /// Whether the document lacks the row and the file proposes it.
  public var isProposed: Bool { record.next == nil }
  public var why: String? { tables.optional(rareFields.why) }
  public var meantID: String? { tables.optional(rareFields.meantID) }
  public var slip: String? { tables.optional(rareFields.slip) }
  /// The outcome of the action, or the result of the call, that the row stands for.
  public var outcome: String? {
    if let outcome = tables.optional(record.outcome) { return outcome }
    return kind == .result || kind == .error ? label : nil
  }
  /// The outcome that takes the row: what it says, and `done` for the own row of a step that calls
  /// a flow or has an action.
  public var expectedOutcome: String? {
    outcome ?? (kind == .own && (step.action != nil || step.activity == .call) ? "done" : nil)
  }
  public var conditions: [Condition] {
    record.conditions.range.map { Condition(tables: tables, index: $0) }
  }
  public var changes: [Change] { record.changes.range.map { Change(tables: tables, index: $0) } }
  /// The names of the inputs that the user fills in to take the row.
  public var enters: [String] { tables.strings(rareFields.enters) }
  package var enterSpans: [Span] { rareFields.enters.range.map { tables.texts[$0].span } }
  /// The timer in milliseconds from entering the step, when the row has one.
  public var after: Int? { rareFields.after > 0 ? Int(rareFields.after) : nil }
  public var does: String? { tables.optional(rareFields.does) }
  public var message: String? { tables.optional(rareFields.message) }
  /// The code that goes back to the caller.
  public var answer: String? { tables.optional(rareFields.answer) }

  public var span: Span { record.span }
  /// The line of its file it stands on, from 1.
  public var line: Int { Int(record.line) }
  /// Where its target stands in a reading.
  public func targetSpan(_ reading: Reading) -> Span {
    targetRecord(reading)?.span ?? record.span
  }
  /// Where the file says what must have been meant; nil when it says nothing.
  public var meantSpan: Span? {
    if let span = meantRecord?.span { return span }
    return rareFields.meantID.isPresent ? rareFields.meantID.span : nil
  }
  public var labelSpan: Span { record.label.isPresent ? record.label.span : record.span }
}
