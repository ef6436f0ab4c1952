internal import FlowModel

/// Keeps what was taken as numbers; names are looked up when somebody reads.
struct TraceRecorder: Sendable {
  private struct Record {
    /// Where the row lies in the program; below 0, `-1 -` that, for a step that was passed over.
    var cell: Int32
    /// The block it led to; below 0 how the run ended.
    var to: Int32
    var at: Int64
  }

  /// How many rows are kept.
  static let limit = 100_000

  private var records: [Record] = []
  /// Where the next record goes once the limit is reached.
  private var start = 0
  /// How the run ended.
  var end: End?

  /// Keeps that the row in a cell of the program was taken and led to a block, below 0 to the end.
  mutating func add(_ cell: Int32, to block: Int32, at time: Int64, isPassedOver: Bool) {
    let record = Record(cell: isPassedOver ? -1 - cell : cell, to: block, at: time)
    if records.count < TraceRecorder.limit {
      records.append(record)
    } else {
      records[start] = record
      start = start + 1 < TraceRecorder.limit ? start + 1 : 0
    }
  }

  func entries(_ program: Program) -> [TraceEntry] {
    (records[start...] + records[..<start]).map { record in
      let isPassedOver = record.cell < 0
      let cell = program.tables.cells[Int(isPassedOver ? -1 - record.cell : record.cell)]
      let row = program.row(cell.number)
      return TraceEntry(
        row: row, step: program.step(at: cell.home),
        target: row.target(program.reading) ?? .end,
        to: record.to < 0
          ? end?.description ?? "" : program.step(at: record.to).qualified,
        at: record.at, isPassedOver: isPassedOver)
    }
  }
}
