/// A line of the printed table, in document order.
public enum Line: Sendable {
  case section(Section)
  case step(Step)
  case row(Row)
}

extension Flow {
  /// The lines of the table. A step with a row of its own is one line; proposed rows are left out.
  public var lines: [Line] {
    tables.lines.map { line in
      switch line {
      case .section(let index): .section(Section(tables: tables, index: Int(index)))
      case .step(let index): .step(Step(tables: tables, index: Int(index)))
      case .row(let index): .row(Row(tables: tables, index: Int(index)))
      }
    }
  }
}
