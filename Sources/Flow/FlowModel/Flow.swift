public import Diagnostics

/// A use case, a partial flow or an error flow, as its file says it.
public struct Flow: Sendable, Hashable {
  package let tables: FlowTables
  private var header: HeaderRecord { tables.header }

  package init(tables: FlowTables) {
    self.tables = tables
  }

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case useCase = "use case"
    case partialFlow = "partial flow"
    case errorFlow = "error flow"
  }

  /// How the document is laid out.
  public enum Form: Hashable, Sendable {
    /// Sections, steps and outcomes.
    case table
    /// A main scenario, with extensions or without, or user stories.
    case scenario
  }

  public static func == (a: Flow, b: Flow) -> Bool { a.tables === b.tables }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(tables)) }

  /// The path of its file, as diagnostics print it.
  public var path: String { tables.path }
  public var id: String { tables.string(header.id) }
  public var alias: String? { tables.optional(header.alias) }
  public var kind: Kind { header.kind }
  public var form: Form { header.form }
  public var title: String { tables.string(header.title) }
  /// What the flow will do, when it is named but not yet written.
  public var outline: String? { tables.optional(header.outline) }
  public var isOutline: Bool { header.outline.isPresent }
  public var summary: String? { tables.optional(header.summary) }
  public var goal: String? { tables.optional(header.goal) }
  public var actor: String? { tables.optional(header.actor) }
  public var slip: String? { tables.optional(header.slip) }
  public var preconditions: [String] { tables.strings(header.preconditions) }
  public var postconditions: [String] { tables.strings(header.postconditions) }
  public var triggeredBy: [String] { tables.strings(header.triggeredBy) }
  public var usedBy: [String] { tables.strings(header.usedBy) }
  public var documentation: [String] { tables.strings(header.documentation) }
  public var tests: [String] { tables.strings(header.tests) }
  public var notes: [String] { tables.strings(header.notes) }
  public var errors: [String] { tables.strings(header.errors) }
  public var parameters: [String] { tables.strings(header.parameters) }
  public var results: [String] { tables.strings(header.results) }

  public var facts: [Fact] { tables.facts.indices.map { Fact(tables: tables, index: $0) } }
  public var sections: [Section] {
    tables.sections.indices.map { Section(tables: tables, index: $0) }
  }
  public var steps: [Step] { tables.steps.indices.map { Step(tables: tables, index: $0) } }
  public var rows: [Row] { tables.rows.indices.map { Row(tables: tables, index: $0) } }

  /// Where a run of the flow begins; nil for an outline.
  public var firstStep: Step? { tables.steps.isEmpty ? nil : step(at: 0) }
  package func step(at index: Int) -> Step { Step(tables: tables, index: index) }

  public func step(_ id: String) -> Step? {
    let wanted = Array(id.utf8)
    return tables.steps.firstIndex { tables.says($0.id, wanted) }.map { step(at: $0) }
  }

  /// The row with a reference: `1.4b`, `3.3a#2`.
  public func row(_ reference: String) -> Row? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let id = parts.first.map({ Array($0.utf8) }) else { return nil }
    let row = tables.rows.indices.first { index in
      tables.says(tables.rows[index].id, id)
        && Row(tables: tables, index: index).reference == reference
    }
    return row.map { Row(tables: tables, index: $0) }
  }

  public var span: Span { header.id.span }
  /// Where the entries of a header list stand, in their order.
  public func spans(of list: HeaderList) -> [Span] {
    slice(of: list).range.map { tables.texts[$0].span }
  }

  public enum HeaderList: Sendable, CaseIterable {
    case errors, results, parameters, usedBy, triggeredBy, preconditions
  }

  private func slice(of list: HeaderList) -> Slice {
    switch list {
    case .errors: header.errors
    case .results: header.results
    case .parameters: header.parameters
    case .usedBy: header.usedBy
    case .triggeredBy: header.triggeredBy
    case .preconditions: header.preconditions
    }
  }
}
