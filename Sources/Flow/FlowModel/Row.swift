public import Diagnostics

/// An outcome of a step, with its id in the document.
public struct Row: Sendable, Hashable, CustomStringConvertible {
  package let tables: FlowTables
  /// The index in the flow's rows, in document order.
  public let index: Int
  package var record: RowRecord { tables.all.rows[index] }
  var rareFields: RowRareFields { tables.rareFields(ofRow: index) }
  package var meantRecord: TargetRecord? { tables.meant(record) }

  package init(tables: FlowTables, index: Int) {
    self.tables = tables
    self.index = index
  }

  /// The kind of a row.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The only row of a step that has no table of outcomes. Its id is the step's.
    case own
    /// Each is written as the key of the same name.
    case user, `case`, result, event, error
    /// An extension of a main scenario.
    case `extension`

    /// The keyword in the language, for the kinds that have one.
    public var key: String { rawValue }

    /// What the printed table has before the label.
    package var prefix: String {
      switch self {
      case .own, .extension: ""
      case .user: "User "
      case .case: "Case: "
      case .result: "Result: "
      case .event: "Event: "
      case .error: "Error: "
      }
    }
  }

  /// The flow.
  public var flow: Flow { Flow(tables: tables) }
  /// The id in the document: `1.4b`.
  public var id: String { tables.string(record.id) }
  /// The unique form of the id: `3.3a#2` for the second row with that id.
  public var reference: String {
    record.occurrence > 1 ? "\(id)#\(record.occurrence)" : id
  }
  /// 1 for the first row with that id in the flow, 2 for the second.
  package var occurrence: Int { Int(record.occurrence) }
  /// The reference with the flow: `UC2.3:1.4b`.
  public var qualified: String { "\(flow.id):\(reference)" }
  /// The same, in messages.
  public var description: String { qualified }
  /// The kind of the row.
  public var kind: Kind { record.kind }
  /// The text after the kind: `Biometrics are enabled`.
  public var label: String { tables.string(record.label) }
  package var labelBytes: ArraySlice<UInt8> { tables.all.pool[record.label.range] }
  /// The sentence in the printed table.
  public var text: String {
    guard kind != .own else { return step.text }
    #if !hasFeature(Embedded)
      if let text = tables.translation?.words.sentence(kind.key, label) { return text }
    #endif
    return kind.prefix + label
  }
  /// The step that the row belongs to, as written.
  public var step: Step { Step(tables: tables, index: Int(record.step)) }
  /// The step that the row belongs to in a reading.
  public func step(_ reading: Reading) -> Step {
    Step(tables: tables, index: Int(reading == .meant ? record.meantStep : record.step))
  }

  /// The document's target. Nil for a proposed row.
  public var next: Target? { record.next.map { tables.target($0) } }
  /// The target that was meant, if the file gives one.
  public var meant: Target? { meantRecord.map { tables.target($0) } }
  /// The target in a reading. Nil if the row does not exist in it.
  public func target(_ reading: Reading) -> Target? {
    targetRecord(reading).map { tables.target($0) }
  }
  /// The kind of the target in a reading. Nil if the row does not exist in it.
  package func targetKind(_ reading: Reading) -> Target.Kind? { targetRecord(reading)?.kind }
  /// Whether the row exists in a reading.
  public func has(_ reading: Reading) -> Bool {
    record.next != nil || reading == .meant && meantRecord != nil
  }
  /// The step of this flow that the row leads to in a reading; for `stay`, its own step. Nil if the
  /// row leaves the flow, or names a step that does not exist.
  public func next(_ reading: Reading) -> Step? {
    guard let target = targetRecord(reading) else { return nil }
    switch target.kind.destination {
    case .step: return target.step < 0 ? nil : Step(tables: tables, index: Int(target.step))
    case .itself: return step(reading)
    case .flow, .errorFlow, .caller, .screen, .suspension, .end: return nil
    }
  }
  private func targetRecord(_ reading: Reading) -> TargetRecord? {
    reading == .meant ? meantRecord ?? record.next : record.next
  }
  /// Whether the row is a proposal, which the document lacks.
  public var isProposed: Bool { record.next == nil }
  /// Why the target was meant.
  public var why: String? { tables.optional(rareFields.why) }
  /// The id that was meant.
  public var meantID: String? { tables.optional(rareFields.meantID) }
  /// A slip of the document that no target can repair.
  public var slip: String? { tables.optional(rareFields.slip) }
  /// The outcome of the action, or the result of the call, for which the row is taken.
  public var outcome: String? {
    if let outcome = tables.optional(record.outcome) { return outcome }
    return kind == .result || kind == .error ? label : nil
  }
  /// The outcome for which the row is taken, or `done` for the own row of a step with a call or an
  /// action.
  public var expectedOutcome: String? {
    outcome ?? (kind == .own && (step.action != nil || step.activity == .call) ? "done" : nil)
  }
  /// The conditions of `if`. All must hold.
  public var conditions: [Condition] {
    record.conditions.range.map { Condition(tables: tables, index: $0) }
  }
  package var hasConditions: Bool { !record.conditions.isEmpty }
  /// The conditions in words: `tries: 1 or 2, platform: ios`.
  public var needs: String {
    conditions.map { "\($0.fact.name): \($0.values.joined(separator: " or "))" }
      .joined(separator: ", ")
  }
  /// The changes of `set`, then those of `reset`.
  public var changes: [Change] { record.changes.range.map { Change(tables: tables, index: $0) } }
  package var hasChanges: Bool { !record.changes.isEmpty }
  /// The names of the inputs that the user fills in to take the row.
  public var enters: [String] { tables.strings(rareFields.enters) }
  package var hasEntries: Bool { !rareFields.enters.isEmpty }
  package var enterSpans: [Span] { rareFields.enters.range.map { tables.all.texts[$0].span } }
  /// The time at which the row is taken, in milliseconds after entering what ``scope`` says. Nil
  /// without a timer.
  public var after: Int64? { rareFields.after > 0 ? Int64(rareFields.after) : nil }
  /// Whether the timer begins again when a suspended run is resumed.
  public var restarts: Bool { rareFields.restarts }

  /// The part of a flow in which a row may be taken.
  public enum Scope: UInt8, Hashable, Sendable {
    /// A single step.
    case step
    /// All steps of a section.
    case section
    /// All steps of the flow.
    case flow
  }

  /// Where the row may be taken, and from where on its timer runs.
  public var scope: Scope {
    guard let anywhere else { return .step }
    return anywhere.section < 0 ? .flow : .section
  }
  private var anywhere: AnywhereRecord? {
    record.anywhere == 0 ? nil : tables.all.anywhere[Int(record.anywhere) - 1]
  }
  /// Whether the row holds anywhere in a flow or section. There is one such row for each of the
  /// steps at which it may be taken, all with the same reference.
  public var isAnywhere: Bool { record.anywhere > 0 }
  /// Of a row that holds anywhere, the one that stands for all of them. Otherwise the row itself.
  public var original: Row {
    anywhere.map { Row(tables: tables, index: Int($0.rows.start)) } ?? self
  }
  /// Of a row that holds anywhere, the row of each step at which it may be taken. Otherwise the row
  /// itself.
  package var copies: [Row] {
    anywhere.map { $0.rows.range.map { Row(tables: tables, index: $0) } } ?? [self]
  }
  /// A side effect, in words.
  public var does: String? { tables.optional(rareFields.does) }
  /// The message that is shown when the row is taken.
  public var message: String? { tables.optional(rareFields.message) }
  package var messageSpan: Span { rareFields.message.span }
  /// Whether the message shows values.
  package var showsValues: Bool { rareFields.showsValues }
  /// The code that is sent to the caller.
  public var answer: String? { tables.optional(rareFields.answer) }

  /// The place of the row's id in the file.
  public var span: SourceSpan { record.span }
  /// The line of the row in its file, from 1.
  public var line: Int { Int(record.line) }
  /// The place of its target in a reading.
  public func targetSpan(_ reading: Reading) -> SourceSpan {
    targetRecord(reading)?.span ?? record.span
  }
  /// The place of `meant` in the file. Nil without one.
  public var meantSpan: SourceSpan? {
    if let span = meantRecord?.span { return span }
    return rareFields.meantID.isPresent ? rareFields.meantID.span : nil
  }
  /// The place of the text after the kind.
  public var labelSpan: SourceSpan { record.label.isPresent ? record.label.span : record.span }
}
