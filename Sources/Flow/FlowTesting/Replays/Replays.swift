public import FlowModel
package import FlowRuntime

/// The results of all replays of a book, and their coverage.
public struct Replays: Sendable {
  /// The results, in the order of the replays.
  public private(set) var replays: [Replay] = []
  /// The rows taken in runs that began at the beginning of a flow, by reading.
  public private(set) var reached: [Reading: Coverage] = [:]
  /// The rows taken in runs that were entered at a step (`from`), by reading.
  public private(set) var entered: [Reading: Coverage] = [:]

  private let catalogue: Catalogue
  private let programs: [Reading: Program]

  /// No replays yet, of flows in `catalogue`.
  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    programs = Dictionary(
      uniqueKeysWithValues: Reading.allCases.map { ($0, catalogue.compiled(as: $0)) })
  }

  /// The program that runs scripts in a reading.
  package func program(as reading: Reading) -> Program {
    programs[reading] ?? catalogue.compiled(as: reading)
  }

  /// Runs one script and adds its result.
  public mutating func replay(_ script: Script, trace: String? = nil) {
    add(Replay(script, on: program(as: script.reading), trace: trace))
  }

  /// Adds the result of a script.
  public mutating func add(_ replay: Replay) {
    replays.append(replay)
    let reading = replay.script.reading
    if replay.script.from == nil {
      reached[reading, default: Coverage()].add(replay.entries)
    } else {
      entered[reading, default: Coverage()].add(replay.entries)
    }
  }

  /// How a row of a reading was taken, if at all.
  public enum Standing: Hashable, Sendable {
    /// In a run from the beginning of a flow.
    case reached
    /// Only in runs that were entered at a step.
    case entered
    /// Only in the other reading.
    case otherReading
    /// In no run.
    case missing
  }

  /// How a row was taken in a reading.
  public func standing(of row: Row, as reading: Reading) -> Standing {
    if reached[reading]?.contains(row) ?? false { return .reached }
    if entered[reading]?.contains(row) ?? false { return .entered }
    let isElsewhere = Reading.allCases.contains { other in
      other != reading && (reached[other]?.contains(row) ?? false)
    }
    return isElsewhere ? .otherReading : .missing
  }

  /// The rows of a flow with this standing in a reading, in document order.
  public func rows(_ standing: Standing, of flow: Flow, as reading: Reading) -> [Row] {
    flow.rows.filter { $0.target(reading) != nil && self.standing(of: $0, as: reading) == standing }
  }
}
