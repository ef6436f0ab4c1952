internal import FlowModel
internal import FlowTesting

/// Which rows the scripts below `Flows/real` take for their real reason, and which ones no world
/// can cause.
struct RealCoverage {
  private let replays: Replays
  /// The reasons why rows cannot be taken, by row.
  private var exceptions: [String: String] = [:]

  init(_ replays: Replays, _ book: ReplayBook) {
    self.replays = replays
    for (name, reason) in book.chapters.flatMap({ $0.scripts.first?.exceptions ?? [] }) {
      exceptions[name] = reason.text
    }
  }

  /// Prints how many rows are taken, the exceptions, and the rows that are forgotten. Returns how
  /// many rows are in the wrong place.
  func report(_ flows: [Flow]) -> Int {
    let console = Console.current
    let rows = flows.flatMap(\.rows)
    var excepted: [String] = []
    var missing: [Row] = []
    var wrong: [Row] = []
    for row in rows {
      let isTaken = Reading.allCases.contains { reading in
        [.reached, .entered].contains(replays.standing(of: row, as: reading))
      }
      switch (isTaken, exceptions[row.qualified]) {
      case (true, nil): break
      case (true, .some):
        wrong.append(row)
        console.err("\(row.qualified) is an exception, but a script takes it\n")
      case (false, nil): missing.append(row)
      case (false, let reason?): excepted.append("  \(row.qualified)  \(reason)\n")
      }
    }
    let taken = rows.count - excepted.count - missing.count
    console.out("\(taken) of \(rows.count) rows taken for their real reason\n")
    if !excepted.isEmpty { console.out("exceptions:\n\(excepted.joined())") }
    missing += wrong
    if !missing.isEmpty {
      console.out("not taken: \(missing.map(\.qualified).joined(separator: ", "))\n")
    }
    return missing.count
  }
}
