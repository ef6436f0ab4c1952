/// A line of the printed table, in document order.
public enum Line: Sendable {
  /// The heading of a section.
  case section(FlowSection)
  /// A step.
  case step(Step)
  /// A row of a step, or one that holds anywhere.
  case row(Row)
  /// The heading of rows that hold anywhere, with its id: `*` in the flow, `2*` in section 2. An
  /// extension that holds anywhere is a row before its lines.
  case anywhere(id: String)

  /// The text of that heading.
  package static let atAnyTime = "At any time"
}

extension Flow {
  /// The lines of the table. A step with its own row is one line. Proposed rows are omitted.
  public var lines: [Line] {
    sections.flatMap { section in
      section.headLine + section.steps.flatMap { $0.ownLines }
        + Flow.lines(of: section.anywhere, id: "\(section.id)*")
    } + Flow.lines(of: anywhere, id: "*")
  }

  private static func lines(of rows: [Row], id: String) -> [Line] {
    let rows = rows.filter { !$0.isProposed && $0.kind != .extension }
    return rows.isEmpty ? [] : [.anywhere(id: id)] + rows.map { .row($0) }
  }
}

extension FlowSection {
  /// The heading of a table, or the row of an extension. Empty for a main scenario.
  fileprivate var headLine: [Line] {
    if let row = extensionRow { return row.isProposed ? [] : [.row(row)] }
    return id.isEmpty ? [] : [.section(self)]
  }
}

extension Step {
  /// The step and its rows. Empty for a step that the document lacks.
  fileprivate var ownLines: [Line] {
    let rows = rows(.written)
    if hasOwnRow, !rows.contains(where: { $0.kind == .own }) { return [] }
    if isProposed { return [] }
    return [.step(self)]
      + rows.filter { $0.kind != .own && $0.kind != .extension && !$0.isAnywhere }
      .map { .row($0) }
  }
}
