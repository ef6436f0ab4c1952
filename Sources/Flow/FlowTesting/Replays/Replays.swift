public import FlowModel
internal import FlowRuntime

/// All replays of a book, and what they cover.
public struct Replays: Sendable {
  public private(set) var replays: [Replay] = []
  /// What was taken as written, entering flows where they begin.
  public private(set) var reached: [Reading: Coverage] = [:]
  /// What was taken in runs that were entered at a step (`from`).
  public private(set) var entered: [Reading: Coverage] = [:]

  private let catalogue: Catalogue
  private let programs: [Reading: Program]

  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    programs = Dictionary(
      uniqueKeysWithValues: Reading.allCases.map { ($0, catalogue.compiled(as: $0)) })
  }

  /// Replays one script.
  ///
  /// - Parameter flow: counts only a run that takes a row of this flow; nil for any run.
  /// - Returns: nil for a run that does not count.
  @discardableResult
  public mutating func replay(
    _ script: Script, trace: String? = nil, through flow: Flow? = nil
  ) -> Replay? {
    guard let program = programs[script.reading] else { return nil }
    let replay = Replay(script, on: program, trace: trace)
    if let flow, !(replay.run?.entries.contains { $0.row.flow == flow } ?? false) { return nil }
    replays.append(replay)
    if let run = replay.run {
      if script.from == nil {
        reached[script.reading, default: Coverage()].add(run.entries)
      } else {
        entered[script.reading, default: Coverage()].add(run.entries)
      }
    }
    return replay
  }

  /// How a row of a reading was taken.
  public enum Standing: Hashable, Sendable {
    /// From the beginning of a flow.
    case reached
    /// Only in runs that were entered at a step.
    case entered
    /// Only in the other reading.
    case otherReading
    case missing
  }

  public func standing(of row: Row, as reading: Reading) -> Standing {
    if reached[reading]?.contains(row) ?? false { return .reached }
    if entered[reading]?.contains(row) ?? false { return .entered }
    let isElsewhere = Reading.allCases.contains { other in
      other != reading && (reached[other]?.contains(row) ?? false)
    }
    return isElsewhere ? .otherReading : .missing
  }

  /// The rows of a flow and reading by their standing, in document order.
  public func rows(_ standing: Standing, of flow: Flow, as reading: Reading) -> [Row] {
    flow.rows.filter { $0.target(reading) != nil && self.standing(of: $0, as: reading) == standing }
  }
}
