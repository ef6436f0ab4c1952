public import Diagnostics

/// A step of a flow, under the document's own id.
public struct Step: Sendable, Hashable {
  package let tables: FlowTables
  /// The position in the flow's steps, in document order.
  public let index: Int
  package var record: StepRecord { tables.steps[index] }
  private var rareFields: StepRareFields { tables.rareFields(ofStep: index) }

  package init(tables: FlowTables, index: Int) {
    self.tables = tables
    self.index = index
  }

  public static func == (a: Step, b: Step) -> Bool { a.tables === b.tables && a.index == b.index }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(tables))
    hasher.combine(index)
  }

  public var flow: Flow { Flow(tables: tables) }
  public var section: Section { Section(tables: tables, index: Int(record.section)) }
  /// The document's id: `1.4`, `7b.a`.
  public var id: String { tables.string(record.id) }
  /// The id with its flow: `UC2.3:1.4`.
  public var qualified: String { "\(flow.id):\(id)" }
  public var activity: Activity { record.activity }
  /// What the activity is about: the screen's name, the flow that is called.
  public var subject: String { tables.string(record.subject) }
  /// The sentence of the printed table. A call's gets the title from the catalogue.
  public var text: String { activity.sentence(subject) }
  public var message: String? { tables.optional(record.message) }
  public var note: String? { tables.optional(rareFields.note) }
  public var loading: String? { tables.optional(rareFields.loading) }
  public var slip: String? { tables.optional(rareFields.slip) }
  public var why: String? { tables.optional(rareFields.why) }
  /// The name of the handler that does the work.
  public var action: String? { tables.optional(record.action) }
  /// The flow that is called in a reading.
  public func callee(_ reading: Reading) -> String? {
    guard activity == .call else { return nil }
    if reading == .meant, let meant = tables.optional(rareFields.meantCall) { return meant }
    return subject
  }
  public var meantCall: String? { tables.optional(rareFields.meantCall) }
  /// Where the file says which call was meant; nil when it says nothing.
  public var meantCallSpan: Span? {
    rareFields.meantCall.isPresent ? rareFields.meantCall.span : nil
  }
  public var inputs: [Input] { record.inputs.range.map { Input(tables: tables, index: $0) } }
  public var buttons: [String] { tables.strings(record.buttons) }
  public var buttonSpans: [Span] { record.buttons.range.map { tables.texts[$0].span } }
  public var items: [String] { tables.strings(rareFields.items) }
  /// What is handed to the call or the action, as parameter and input.
  public var arguments: [(parameter: String, value: String)] {
    rareFields.arguments.range.map {
      (tables.string(tables.arguments[$0].parameter), tables.string(tables.arguments[$0].value))
    }
  }
  public var counts: [Change] { record.counts.range.map { Change(tables: tables, index: $0) } }
  /// The step is passed over when one of these holds.
  public var unless: [Condition] {
    rareFields.unless.range.map { Condition(tables: tables, index: $0) }
  }
  /// How long it takes, in milliseconds.
  public var takes: ClosedRange<Int>? { rareFields.takes.map { Int($0.least)...Int($0.most) } }
  public var isCancelable: Bool? { rareFields.cancelable }
  /// Whether it has no table of outcomes but one row under its own id.
  public var hasOwnRow: Bool { record.hasOwnRow }
  /// Whether it is a line of an extension.
  public var isLine: Bool { record.isLine }

  /// The rows that lead on from here in a reading, in document order, extensions last.
  public func rows(_ reading: Reading) -> [Row] {
    (reading == .meant ? record.rowsMeant : record.rowsWritten).range.map {
      Row(tables: tables, index: Int(tables.stepRows[$0]))
    }
  }

  public var span: Span { record.id.span }
  /// The line of its file it stands on, from 1.
  public var line: Int { Int(record.line) }
  /// Its file, line and qualified id, for messages.
  public var place: String { "\(tables.path):\(line): \(qualified)" }
  public var subjectSpan: Span { record.subject.span }
  public var actionSpan: Span { record.action.span }
}
