package import FlowModel
package import JSON

/// What a trace has of a taken row besides its numbers.
package struct TraceNote: Sendable {
  var message: String?
  var values: [ShownValue] = []
  #if !hasFeature(Embedded)
    var state: TraceState?
  #endif
}

/// Records taken rows as numbers. Names are looked up when the trace is read.
package struct TraceRecorder: Sendable {
  /// A taken row.
  package struct Record: Hashable, Sendable {
    /// The index of the row's cell in the program; for a skipped step, `-1 -` that index.
    fileprivate var cell: Int32
    /// The block that the row led to; below 0, how the run ended.
    fileprivate var to: Int32
    fileprivate var at: Int64
  }

  /// A suspension, and how many rows were taken before it.
  private struct Suspension: Sendable {
    let place: Int
    let block: Int32
    let at: Int64
  }

  #if !hasFeature(Embedded)
    /// Rows that were taken back, and how many rows were taken before that.
    private struct Return: Sendable {
      let place: Int
      let block: Int32
      let rows: Int
      let secrets: [String]
      let at: Int64

      func value(_ program: Program) -> JSONValue {
        .object(members: [
          ("to", .string(program.step(at: block).qualified)), ("at", .integer(at)),
          ("rows", .integer(Int64(rows))), ("secrets", .strings(secrets)),
        ])
      }
    }
  #endif

  /// The most rows that are kept of a run that nobody bounds.
  package static let limit = 100_000

  private let limit: Int
  private var records: [Record] = []
  /// The index of the next record once the limit is reached.
  private var start = 0
  /// How many rows were forgotten.
  private var forgotten = 0
  private var suspensions: [Suspension] = []
  #if !hasFeature(Embedded)
    /// Notes on rows, by the indices of their records. The engine for other hosts makes none.
    private var notes: [Int: TraceNote] = [:]
    private var returns: [Return] = []
  #endif

  /// - Parameter limit: the most rows that are kept. Of more, the first are forgotten.
  package init(limit: Int = TraceRecorder.limit) {
    self.limit = limit
  }

  /// The number of rows that are kept.
  package var count: Int { records.count }
  /// The row that was taken last. Nil if none was.
  package var last: Record? { records.isEmpty ? nil : records[newest] }
  private var newest: Int { start > 0 ? start - 1 : records.count - 1 }

  /// How the run ended.
  package var end: End?

  /// Records that the row in a cell was taken and led to a block, or to an end if `block` is below
  /// 0.
  package mutating func add(_ cell: Int32, to block: Int32, at time: Int64, isPassedOver: Bool) {
    let record = Record(cell: isPassedOver ? -1 - cell : cell, to: block, at: time)
    if records.count < limit {
      records.append(record)
    } else {
      records[start] = record
      #if !hasFeature(Embedded)
        if !notes.isEmpty { notes[start] = nil }
      #endif
      start = start + 1 < limit ? start + 1 : 0
      forgotten += 1
    }
  }

  /// Records that the run was suspended, and that another flow starts at a block.
  package mutating func addSuspension(to block: Int32, at time: Int64) {
    if suspensions.count >= limit { suspensions = [] }
    suspensions.append(Suspension(place: forgotten + records.count, block: block, at: time))
  }

  #if !hasFeature(Embedded)
    /// How many rows were taken and not taken back.
    var standing: Int { forgotten + records.count - returns.reduce(0) { $0 + $1.rows } }

    /// Records that the run went back to a step that asks for secrets, where this many rows stood.
    mutating func takeBack(to block: Int32, standing: Int, secrets: [String], at time: Int64) {
      returns.append(
        Return(
          place: forgotten + records.count, block: block, rows: self.standing - standing,
          secrets: secrets, at: time))
    }

    /// When the run went back after the last row, as it stands in a trace.
    package func openReturns(_ program: Program) -> [JSONValue] {
      returns.filter { $0.place == forgotten + records.count }.map { $0.value(program) }
    }
  #endif

  /// The suspensions after the last row, as they stand in a trace.
  package func openSuspensions(_ program: Program) -> [JSONValue] {
    var next = suspensions.count
    while next > 0, suspensions[next - 1].place == forgotten + records.count { next -= 1 }
    return given(from: &next, before: records.count, program)
  }

  /// The suspensions right before the kept row at a place, counted from the oldest.
  ///
  /// - Parameter next: the index of the first suspension that is not before an earlier row.
  private func given(
    from next: inout Int, before place: Int, _ program: Program
  ) -> [JSONValue] {
    var given: [JSONValue] = []
    while next < suspensions.count, suspensions[next].place <= forgotten + place {
      let suspension = suspensions[next]
      if suspension.place == forgotten + place {
        let step = program.step(at: suspension.block).qualified
        given.append(.object(members: [("to", .string(step)), ("at", .integer(suspension.at))]))
      }
      next += 1
    }
    return given
  }

  #if !hasFeature(Embedded)
    /// Adds a note on the last row.
    mutating func note(_ note: TraceNote) {
      notes[newest] = note
    }

    /// Adds where the run stood when the last row was taken.
    mutating func note(_ state: TraceState) {
      notes[newest, default: TraceNote()].state = state
    }
  #endif

  private func note(at place: Int) -> TraceNote? {
    #if hasFeature(Embedded)
      nil
    #else
      notes[place]
    #endif
  }

  /// The row of a record.
  package func row(of record: Record, _ program: Program) -> Row {
    let cell = record.cell < 0 ? -1 - record.cell : record.cell
    return program.row(program.tables.cells[Int(cell)].number)
  }

  /// The kept rows, oldest first.
  ///
  /// - Parameter first: how many rows of the run to leave out, with those that are not kept.
  package func entries(_ program: Program, from first: Int = 0) -> [TraceEntry] {
    let skipped = min(max(first - forgotten, 0), records.count)
    let places = (Array(start..<records.count) + Array(0..<start))[skipped...]
    var (number, next) = (skipped - 1, 0)
    return places.map { place in
      number += 1
      let record = records[place]
      let isPassedOver = record.cell < 0
      let cell = program.tables.cells[Int(isPassedOver ? -1 - record.cell : record.cell)]
      let row = program.row(cell.number)
      var entry = TraceEntry(
        row: row, step: program.step(at: cell.home),
        target: row.target(program.reading) ?? Target(.end),
        to: record.to < 0
          ? end?.description ?? "" : program.step(at: record.to).qualified,
        at: record.at, isPassedOver: isPassedOver,
        message: note(at: place)?.message ?? row.message, values: note(at: place)?.values ?? [],
        suspensions: given(from: &next, before: number, program))
      #if !hasFeature(Embedded)
        entry.state = note(at: place)?.state
        if !returns.isEmpty {
          entry.returns = returns.filter { $0.place == forgotten + number }.map {
            $0.value(program)
          }
        }
      #endif
      return entry
    }
  }
}
