/// A line of the printed table, in document order.
public enum Line: Sendable {
  case section(Section)
  case step(Step)
  case row(Row)
}

extension Flow {
  /// The lines of the table. A step with a row of its own is one line; proposed rows are left out.
  public var lines: [Line] {
    sections.flatMap { section in
      section.headLine + section.steps.flatMap(\.ownLines)
    }
  }
}

extension Section {
  /// The heading of a table, or the row of an extension; nothing for a main scenario.
  fileprivate var headLine: [Line] {
    if let row = extensionRow { return row.isProposed ? [] : [.row(row)] }
    return id.isEmpty ? [] : [.section(self)]
  }
}

extension Step {
  /// The step and its rows; nothing when the document lacks it.
  fileprivate var ownLines: [Line] {
    let rows = rows(.written)
    if hasOwnRow, !rows.contains(where: { $0.kind == .own }) { return [] }
    return [.step(self)]
      + rows.filter { $0.kind != .own && $0.kind != .extension }.map { .row($0) }
  }
}
