internal import FlowModel
internal import FlowTesting

/// Which rows the scripts below `Flows/real` take for their real reason, and which ones no world can
/// cause.
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

  /// Prints how many rows are taken, the exceptions, and the rows that are forgotten. Returns how many
  /// rows are in the wrong place.
  func report(_ flows: [Flow]) -> Int {
    let console = Console.current
    let rows = flows.flatMap(\.rows)
    let taken = Set(
      rows.filter { row in
        Reading.allCases.contains { reading in
          [.reached, .entered].contains(replays.standing(of: row, as: reading))
        }
      })
    let wrong = rows.filter { taken.contains($0) && exceptions[$0.qualified] != nil }
    for row in wrong {
      console.err("\(row.qualified) is an exception, but a script takes it\n")
    }
    console.out("\(taken.count) of \(rows.count) rows taken for their real reason\n")
    let rest = rows.filter { !taken.contains($0) }
    let excepted = rest.filter { exceptions[$0.qualified] != nil }
    if !excepted.isEmpty { console.out("exceptions:\n") }
    for row in excepted {
      console.out("  \(row.qualified)  \(exceptions[row.qualified] ?? "")\n")
    }
    let missing = rest.filter { exceptions[$0.qualified] == nil } + wrong
    if !missing.isEmpty {
      console.out("not taken: \(missing.map(\.qualified).joined(separator: ", "))\n")
    }
    return missing.count
  }
}
