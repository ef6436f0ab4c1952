public import Diagnostics

/// A heading of the table with the steps below it, or an extension with its lines.
public struct FlowSection: Sendable, Hashable {
  package let tables: FlowTables
  /// The index in the flow's sections, in document order.
  public let index: Int
  private var record: SectionRecord { tables.all.sections[index] }

  package init(tables: FlowTables, index: Int) {
    self.tables = tables
    self.index = index
  }

  /// The id in the document. Empty for the main scenario, which has none.
  public var id: String { tables.string(record.id) }
  /// The title. Empty if there is none.
  public var title: String { tables.string(record.title) }
  /// The steps, in document order.
  public var steps: [Step] { record.steps.range.map { Step(tables: tables, index: $0) } }
  /// The rows that hold anywhere in the section, each once, in document order.
  public var anywhere: [Row] { tables.rows(anywhereIn: Int32(index)) }
  /// The row of an extension. Nil for other sections.
  public var extensionRow: Row? {
    record.extensionRow.map { Row(tables: tables, index: Int($0)) }
  }
  /// The place of the id in the file.
  public var span: SourceSpan { record.id.span }
}
