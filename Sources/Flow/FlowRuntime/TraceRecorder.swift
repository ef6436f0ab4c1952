internal import FlowModel

/// Keeps what was taken as numbers; names are looked up when somebody reads.
struct TraceRecorder: Sendable {
  private struct Record {
    var row: Int32
    /// The block it was taken at, and the one it led to; below 0 how the run ended.
    var from: Int32
    var to: Int32
    var isPassedOver: Bool
    var at: Int64
  }

  /// How many rows are kept.
  static let limit = 100_000

  private var records: [Record] = []
  /// Where the next record goes once the limit is reached.
  private var start = 0
  private var end: End?

  mutating func add(_ row: RowNumber, from: Int32, to machine: Machine, isPassedOver: Bool) {
    let ended = machine.hasEnded
    if ended { end = machine.end }
    let record = Record(
      row: row.rawValue, from: from, to: ended ? -1 : machine.block, isPassedOver: isPassedOver,
      at: machine.clock)
    if records.count < TraceRecorder.limit {
      records.append(record)
    } else {
      records[start] = record
      start = (start + 1) % TraceRecorder.limit
    }
  }

  func entries(_ program: Program) -> [TraceEntry] {
    (records[start...] + records[..<start]).map { record in
      let row = program.row(record.row)
      return TraceEntry(
        row: row, step: program.step(at: record.from),
        target: row.target(program.reading) ?? .end,
        to: record.to < 0
          ? end?.description ?? "" : program.step(at: record.to).qualified,
        at: record.at, isPassedOver: record.isPassedOver)
    }
  }
}

extension Machine {
  /// Whether the block of the step has a flag.
  func has(_ flag: Int32) -> Bool { head.flags & flag != 0 }

  /// Whether a row led to another flow other than by a result: what was filled in is not for it.
  func leftItsFlow(from before: Int32) -> Bool {
    guard !hasEnded, returned < 0 else { return hasEnded }
    let old = program.flowOfStep[Int(program.head(of: before).number)]
    return old != program.flowOfStep[Int(head.number)]
  }
}
