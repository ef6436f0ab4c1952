public import Diagnostics

/// A heading of the table and the steps below it, or an extension and its lines.
public struct Section: Sendable, Hashable {
  package let tables: FlowTables
  public let index: Int
  private var record: SectionRecord { tables.sections[index] }

  package init(tables: FlowTables, index: Int) {
    self.tables = tables
    self.index = index
  }

  public static func == (a: Section, b: Section) -> Bool {
    a.tables === b.tables && a.index == b.index
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(tables))
    hasher.combine(index)
  }

  /// The document's id; empty for the main scenario, which has none.
  public var id: String { tables.string(record.id) }
  public var title: String { tables.string(record.title) }
  public var steps: [Step] { record.steps.range.map { Step(tables: tables, index: $0) } }
  /// For an extension: its row.
  public var extensionRow: Row? {
    record.extensionRow.map { Row(tables: tables, index: Int($0)) }
  }
  public var span: Span { record.id.span }
}
