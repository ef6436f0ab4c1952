public import Diagnostics

/// A use case, a partial flow or an error flow, as read from its file.
public struct Flow: Sendable, Hashable {
  package let tables: FlowTables
  private var header: HeaderRecord { tables.all.header }

  package init(tables: FlowTables) {
    self.tables = tables
  }

  /// The kind of a flow; the raw value is its name in the language.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A flow that stands alone.
    case useCase = "use case"
    /// A flow that others call and that returns a result.
    case partialFlow = "partial flow"
    /// A flow that runs when an action fails.
    case errorFlow = "error flow"
  }

  /// The layout of the document.
  public enum Form: Hashable, Sendable {
    /// Sections, steps and outcomes.
    case table
    /// A main scenario, with or without extensions, or user stories.
    case scenario
  }

  /// The path of the file, as diagnostics print it.
  public var path: String { tables.all.path }
  /// The id, such as `UC2.3`.
  public var id: String { tables.string(header.id) }
  /// A second name, in lower case with hyphens.
  public var alias: String? { tables.optional(header.alias) }
  /// The kind of the flow.
  public var kind: Kind { header.kind }
  /// The layout of the document.
  public var form: Form { header.form }
  /// The title of the document.
  public var title: String { tables.string(header.title) }
  /// The purpose of the flow, if it is not written yet.
  public var outline: String? { tables.optional(header.outline) }
  /// Whether the flow is not written yet.
  public var isOutline: Bool { header.outline.isPresent }
  /// The summary of the document.
  public var summary: String? { tables.optional(header.summary) }
  /// The goal of the document.
  public var goal: String? { tables.optional(header.goal) }
  /// The actor of the document.
  public var actor: String? { tables.optional(header.actor) }
  /// A slip of the document that no target can repair.
  public var slip: String? { tables.optional(header.slip) }
  /// The preconditions, as sentences.
  public var preconditions: [String] { tables.strings(header.preconditions) }
  /// The postconditions, as sentences.
  public var postconditions: [String] { tables.strings(header.postconditions) }
  /// The triggers of the flow: ids of flows, or sentences.
  public var triggeredBy: [String] { tables.strings(header.triggeredBy) }
  /// The flows that use this one.
  public var usedBy: [String] { tables.strings(header.usedBy) }
  /// References to documentation.
  public var documentation: [String] { tables.strings(header.documentation) }
  /// References to tests.
  public var tests: [String] { tables.strings(header.tests) }
  /// Remarks.
  public var notes: [String] { tables.strings(header.notes) }
  /// The error flows that may happen.
  public var errors: [String] { tables.strings(header.errors) }
  /// The inputs that a caller passes.
  public var parameters: [String] { tables.strings(header.parameters) }
  /// The results that can be returned to a caller.
  public var results: [String] { tables.strings(header.results) }

  /// The declared facts, in document order.
  public var facts: [Fact] { tables.all.facts.indices.map { Fact(tables: tables, index: $0) } }
  /// The house rules of the file, about runs that start with this flow.
  public var rules: [HouseRule] {
    tables.all.rules.map { rule in
      var rule = rule
      rule.flow = id
      return rule
    }
  }
  /// The sections, in document order.
  public var sections: [FlowSection] {
    tables.all.sections.indices.map { FlowSection(tables: tables, index: $0) }
  }
  /// The steps, in document order.
  public var steps: [Step] { tables.all.steps.indices.map { Step(tables: tables, index: $0) } }
  package var stepCount: Int { tables.all.steps.count }
  /// The rows, in document order. A row that holds anywhere is there once.
  public var rows: [Row] { rowsOfSteps.filter { $0 == $0.original } }
  /// The same, with a row that holds anywhere for each of its steps.
  package var rowsOfSteps: [Row] {
    tables.all.rows.indices.map { Row(tables: tables, index: $0) }
  }
  /// The rows that hold anywhere in the flow, each once, in document order.
  public var anywhere: [Row] { tables.rows(anywhereIn: -1) }

  /// The step at which a run begins. Nil for an outline.
  public var firstStep: Step? { tables.all.steps.isEmpty ? nil : step(at: 0) }
  package func step(at index: Int) -> Step { Step(tables: tables, index: index) }
  /// The row at an index, where a row that holds anywhere counts for each of its steps.
  package func rowOfSteps(at index: Int) -> Row { Row(tables: tables, index: index) }

  /// The step with this id.
  public func step(_ id: String) -> Step? {
    let wanted = Array(id.utf8)
    return tables.indexOfStep(wanted).map { step(at: $0) }
  }

  /// The row with a reference such as `1.4b` or `3.3a#2`.
  public func row(_ reference: String) -> Row? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = parts.first.map({ Array($0.utf8) }) else { return nil }
    for (index, record) in tables.all.rows.enumerated() where tables.says(record.id, id) {
      let row = Row(tables: tables, index: index)
      if row == row.original, row.reference == reference { return row }
    }
    return nil
  }

  /// The place of the id in the file.
  public var span: SourceSpan { header.id.span }
  /// The places of the entries of a header list, in document order.
  package func spans(of list: (HeaderRecord) -> TableRange) -> [Span] {
    list(header).range.map { tables.all.texts[$0].span }
  }
}
