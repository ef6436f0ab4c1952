/// Where the rows of a flow lead in one reading, without the other flows.
///
/// Never changed. A class, since the graphs of all flows are copied when one of them has changed
/// (decision 0002).
@usableFromInline package final class FlowEdges: Sendable {
  let tables: FlowTables
  let reading: Reading
  /// A row or step that is read in the other reading.
  let exception: FlowPart?
  /// The rows of step `s` are `rows[starts[s]..<starts[s + 1]]`.
  @usableFromInline package let starts: [Int32]
  @usableFromInline package let rows: [Int32]
  /// For each of `rows`, the index of the step it leads to; -1 if it leaves the flow.
  @usableFromInline package let targets: [Int32]
  /// For every row of the flow, the index of its step, and of the step that it leads to; -1 if it
  /// leads to none.
  let ends: [RowEnds]

  struct RowEnds: Sendable {
    var home: Int32
    var next: Int32
    /// Nil if the row does not exist in the reading.
    var kind: Target.Kind?
  }

  /// Sorts the rows by their steps in two passes: counts the rows of each step, then places them.
  init(_ flow: Flow, as reading: Reading, except exception: FlowPart?) {
    (tables, self.reading, self.exception) = (flow.tables, reading, exception)
    let tables = tables
    var starts = [Int32](repeating: 0, count: tables.all.steps.count + 1)
    var isThere = [Bool](repeating: false, count: tables.all.rows.count)
    let ends = tables.all.rows.indices.map { index in
      let row = Row(tables: tables, index: index)
      let reading = FlowEdges.reading(of: row, reading, exception)
      let home = row.step(reading).index
      if row.has(reading) {
        isThere[index] = true
        starts[home + 1] += 1
      }
      return RowEnds(
        home: Int32(home), next: row.next(reading).map { Int32($0.index) } ?? -1,
        kind: row.targetKind(reading))
    }
    for step in tables.all.steps.indices { starts[step + 1] += starts[step] }
    var rows = [Int32](repeating: 0, count: Int(starts[tables.all.steps.count]))
    var targets = rows
    var places = starts
    for (row, end) in ends.enumerated() where isThere[row] {
      let place = Int(places[Int(end.home)])
      (rows[place], targets[place]) = (Int32(row), end.next)
      places[Int(end.home)] += 1
    }
    (self.starts, self.rows, self.targets, self.ends) = (starts, rows, targets, ends)
  }

  /// - Parameter row: a row that leads where it does in the other reading.
  init(_ whole: FlowEdges, retargeting row: Row) {
    (tables, reading, exception) = (whole.tables, whole.reading, .row(row))
    (starts, rows) = (whole.starts, whole.rows)
    let next = row.next(reading.other).map { Int32($0.index) } ?? -1
    var (targets, ends) = (whole.targets, whole.ends)
    let home = Int(ends[row.index].home)
    for edge in Int(starts[home])..<Int(starts[home + 1]) where rows[edge] == row.index {
      targets[edge] = next
    }
    ends[row.index].next = next
    ends[row.index].kind = row.targetKind(reading.other)
    (self.targets, self.ends) = (targets, ends)
  }

  func reading(of row: Row) -> Reading { FlowEdges.reading(of: row, reading, exception) }

  /// The reading of a row. With an exception, a proposed row exists unless it is the exception
  /// itself in a flow that is read as meant.
  private static func reading(
    of row: Row, _ reading: Reading, _ exception: FlowPart?
  ) -> Reading {
    guard let exception else { return reading }
    let isException = exception == .row(row)
    if row.isProposed { return reading == .written || !isException ? .meant : .written }
    return isException ? reading.other : reading
  }
}
