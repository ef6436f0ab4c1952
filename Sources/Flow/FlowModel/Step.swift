public import Diagnostics

/// A step of a flow, with its id in the document.
public struct Step: Sendable, Hashable, CustomStringConvertible {
  package let tables: FlowTables
  /// The index in the flow's steps, in document order.
  public let index: Int
  package var record: StepRecord { tables.all.steps[index] }
  var rareFields: StepRareFields { tables.rareFields(ofStep: index) }

  package init(tables: FlowTables, index: Int) {
    self.tables = tables
    self.index = index
  }

  /// The flow.
  public var flow: Flow { Flow(tables: tables) }
  /// The section that it belongs to.
  public var section: FlowSection { FlowSection(tables: tables, index: Int(record.section)) }
  /// The id in the document: `1.4`, `7b.a`.
  public var id: String { tables.string(record.id) }
  /// The id with the flow: `UC2.3:1.4`.
  public var qualified: String { "\(flow.id):\(id)" }
  /// The same, in messages.
  public var description: String { qualified }
  /// The kind of the step.
  public var activity: Activity { record.activity }
  /// The object of the activity: for example, the name of the screen or the called flow.
  public var subject: String { tables.string(record.subject) }
  /// The sentence in the printed table. For a call it lacks the title of the called flow.
  public var text: String {
    #if hasFeature(Embedded)
      activity.sentence(subject)
    #else
      let shown = record.showsValues ? ShownText.read(subject) : subject
      return tables.translation?.words.sentence(activity.key, shown) ?? activity.sentence(shown)
    #endif
  }
  package var subjectBytes: ArraySlice<UInt8> { tables.all.pool[record.subject.range] }
  /// The text of the screen.
  public var message: String? { tables.optional(record.message) }
  /// A remark.
  public var note: String? { tables.optional(rareFields.note) }
  /// The message shown while the user waits.
  public var loading: String? { tables.optional(rareFields.loading) }
  /// A slip of the document that no target can repair.
  public var slip: String? { tables.optional(rareFields.slip) }
  /// Why another call was meant.
  public var why: String? { tables.optional(rareFields.why) }
  /// The name of the action, which selects the handler.
  public var action: String? { tables.optional(record.action) }
  /// The flow that the step calls in a reading. Nil if it calls none.
  public func callee(_ reading: Reading) -> String? {
    guard activity == .call else { return nil }
    if reading == .meant, let meant = tables.optional(rareFields.meantCall) { return meant }
    return subject
  }
  /// The flow that was meant to be called, if the file says so.
  public var meantCall: String? { tables.optional(rareFields.meantCall) }
  /// The place of `meant call` in the file. Nil without one.
  public var meantCallSpan: SourceSpan? {
    rareFields.meantCall.isPresent ? rareFields.meantCall.span : nil
  }
  /// The fields for the user to fill in.
  public var inputs: [Input] { record.inputs.range.map { Input(tables: tables, index: $0) } }
  package var hasInputs: Bool { !record.inputs.isEmpty }
  package var hasButtons: Bool { !record.buttons.isEmpty }
  /// The texts of the buttons.
  public var buttons: [String] { tables.strings(record.buttons) }
  /// The places of the buttons in the file.
  public var buttonSpans: [SourceSpan] { record.buttons.range.map { tables.all.texts[$0].span } }
  /// The texts of the items.
  public var items: [String] { tables.strings(rareFields.items) }
  /// The arguments of the call or the action, as parameter and input.
  public var arguments: [(parameter: String, value: String)] {
    let texts = tables.strings(rareFields.arguments)
    return stride(from: 0, to: texts.count, by: 2).map { (texts[$0], texts[$0 + 1]) }
  }
  /// The facts that the step counts.
  public var counts: [Change] { record.counts.range.map { Change(tables: tables, index: $0) } }
  /// The step is skipped if one of these holds.
  public var unless: [Condition] {
    rareFields.unless.range.map { Condition(tables: tables, index: $0) }
  }
  /// How long the step takes, in milliseconds.
  public var takes: ClosedRange<Int>? {
    rareFields.takes.map { Int($0.lowerBound)...Int($0.upperBound) }
  }
  /// The names of the values that the action or the called flow returns.
  public var values: [String] { tables.strings(rareFields.values) }
  package var valueSpans: [Span] { rareFields.values.range.map { tables.all.texts[$0].span } }
  /// Whether traces have the values.
  public var isTraced: Bool { rareFields.isTraced }
  /// Whether a text of the step shows values.
  public var showsValues: Bool { record.showsValues }
  /// The texts that may show values, with their places in the file.
  package var shownTexts: [(text: String, span: Span)] {
    let fields = rareFields
    let texts = [record.message, fields.loading] + fields.items.range.map { tables.all.texts[$0] }
    return (texts + (activity == .notice ? [record.subject] : [])).filter { $0.isPresent }.map {
      (tables.string($0), $0.span)
    }
  }
  /// Whether the user can cancel the step. Nil if the document does not say.
  public var isCancelable: Bool? { rareFields.cancelable }
  /// Whether it has a single row with the step's own id, and no table of outcomes.
  public var hasOwnRow: Bool { record.hasOwnRow }
  /// Whether the document lacks it: all its rows are proposals.
  public var isProposed: Bool { rows(.written).isEmpty && !rows(.meant).isEmpty }
  /// Whether it is a line of an extension.
  public var isLine: Bool { record.isLine }

  /// The rows that can be taken from here in a reading, in document order, extensions last.
  public func rows(_ reading: Reading) -> [Row] {
    (reading == .meant ? record.rowsMeant : record.rowsWritten).range.map {
      Row(tables: tables, index: Int(tables.all.stepRows[$0]))
    }
  }

  /// The row of a step without `rows`, which leads on.
  package var ownRow: Row? { rows(.written).first { $0.kind == .own } }

  /// The place of the id in the file.
  public var span: SourceSpan { record.id.span }
  /// The line of the step in its file, from 1.
  public var line: Int { Int(record.line) }
  /// File, line and qualified id, for messages.
  public var place: String { "\(tables.all.path):\(line): \(qualified)" }
  /// The place of the subject in the file.
  public var subjectSpan: SourceSpan { record.subject.span }
  /// The place of the action's name in the file.
  public var actionSpan: SourceSpan { record.action.span }
}
