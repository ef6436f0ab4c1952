internal import FlowModel

/// Records taken rows as numbers. Names are looked up when the trace is read.
package struct TraceRecorder: Sendable {
  private struct Record {
    /// The index of the row's cell in the program; for a skipped step, `-1 -` that index.
    var cell: Int32
    /// The block that the row led to; below 0, how the run ended.
    var to: Int32
    var at: Int64
  }

  /// The most rows that are kept.
  static let limit = 100_000

  private var records: [Record] = []
  /// The index of the next record once the limit is reached.
  private var start = 0
  package init() {}

  /// How the run ended.
  package var end: End?

  /// Records that the row in a cell was taken and led to a block, or to an end if `block` is below
  /// 0.
  package mutating func add(_ cell: Int32, to block: Int32, at time: Int64, isPassedOver: Bool) {
    let record = Record(cell: isPassedOver ? -1 - cell : cell, to: block, at: time)
    if records.count < TraceRecorder.limit {
      records.append(record)
    } else {
      records[start] = record
      start = start + 1 < TraceRecorder.limit ? start + 1 : 0
    }
  }

  package func entries(_ program: Program) -> [TraceEntry] {
    (records[start...] + records[..<start]).map { record in
      let isPassedOver = record.cell < 0
      let cell = program.tables.cells[Int(isPassedOver ? -1 - record.cell : record.cell)]
      let row = program.row(cell.number)
      return TraceEntry(
        row: row, step: program.step(at: cell.home),
        target: row.target(program.reading) ?? Target(.end),
        to: record.to < 0
          ? end?.description ?? "" : program.step(at: record.to).qualified,
        at: record.at, isPassedOver: isPassedOver)
    }
  }
}
