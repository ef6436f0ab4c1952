package import FlowModel
internal import FlowRuntime

/// How many runs take each row and leave at each step, for a group of runs.
package struct Funnel: Sendable {
  /// The value that the runs share; empty for all runs.
  package let group: String
  /// The number of runs.
  package private(set) var runs = 0
  private var taken: [Int]
  private var filled: [Int]
  private var times: [[Int64]]
  private var arrivals: [Step: Int] = [:]
  private var left: [Step: Int] = [:]
  private let program: Program
  /// For each row of the program, the row that stands for all its copies.
  private let originals: [Int32]

  init(_ group: String, _ program: Program) {
    (self.group, self.program) = (group, program)
    let count = program.tables.flowOfRow.count
    taken = Array(repeating: 0, count: count)
    filled = taken
    times = Array(repeating: [], count: count)
    originals = (0..<Int32(count)).map { number in
      let row = program.row(number)
      return number - Int32(row.index) + Int32(row.original.index)
    }
  }

  /// Adds a run.
  mutating func add(_ run: EventLog.Case, _ alignment: Alignment) {
    runs += 1
    for move in alignment.moves where move.kind == .both || move.kind == .filled {
      let cell = program.tables.cells[Int(move.cell)]
      let row = Int(originals[Int(cell.number)])
      arrivals[program.step(at: cell.home), default: 0] += 1
      taken[row] += 1
      guard move.kind == .both else {
        filled[row] += 1
        continue
      }
      let event = Int(move.event)
      guard event > 0, run.events[event].at != .min, run.events[event - 1].at != .min else {
        continue
      }
      times[row].append(run.events[event].at - run.events[event - 1].at)
    }
    guard alignment.last >= 0 else { return }
    let step = program.step(at: alignment.last)
    arrivals[step, default: 0] += 1
    left[step, default: 0] += 1
  }

  /// Adds the runs of an earlier release, which took rows of its own flows.
  ///
  /// - Returns: the rows that are gone, with how often they were taken.
  mutating func add(
    _ earlier: Funnel, row: (Row) -> Row?, step: (Step) -> Step?
  ) -> [(row: Row, taken: Int)] {
    runs += earlier.runs
    var gone: [(row: Row, taken: Int)] = []
    for number in earlier.taken.indices where earlier.taken[number] > 0 {
      let old = earlier.program.row(Int32(number))
      guard let new = row(old) else {
        gone.append((old, earlier.taken[number]))
        continue
      }
      let place = self.number(of: new)
      taken[place] += earlier.taken[number]
      filled[place] += earlier.filled[number]
      times[place] += earlier.times[number]
    }
    for (old, count) in earlier.arrivals {
      if let new = step(old) { arrivals[new, default: 0] += count }
    }
    for (old, count) in earlier.left { if let new = step(old) { left[new, default: 0] += count } }
    return gone
  }

  private func number(of row: Row) -> Int {
    let flow = program.catalogue.indexByID[row.flow.id] ?? 0
    return Int(program.tables.firstRows[flow]) + row.original.index
  }

  /// How often a row was taken.
  package func taken(_ row: Row) -> Int { taken[number(of: row)] }
  /// How many of these the log does not have.
  package func filled(_ row: Row) -> Int { filled[number(of: row)] }

  /// How often runs came to the steps at which a row may be taken, those that were left included.
  package func arrivals(_ row: Row) -> Int {
    row.copies.reduce(0) { $0 + (arrivals[$1.step(program.reading)] ?? 0) }
  }

  /// How many runs were at a step when the log ended.
  package func left(_ step: Step) -> Int { left[step] ?? 0 }

  /// The median of the time from the event before to the row, in milliseconds, rounded. Nil if no
  /// times are known.
  package func medianTime(_ row: Row) -> Int64? {
    let sorted = times[number(of: row)].sorted()
    guard !sorted.isEmpty else { return nil }
    let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    return low + (high - low) / 2
  }
}
