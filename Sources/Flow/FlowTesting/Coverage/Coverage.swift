public import FlowModel
public import FlowRuntime

/// Which rows of a catalogue were taken.
public struct Coverage: Sendable {
  private var taken: Set<Row> = []

  public init() {}

  public mutating func add(_ entries: some Sequence<TraceEntry>) {
    for entry in entries { taken.insert(entry.row) }
  }

  public mutating func add(_ other: Coverage) {
    taken.formUnion(other.taken)
  }

  public func contains(_ row: Row) -> Bool { taken.contains(row) }

  /// The rows of a flow that a reading has and nobody took, in document order.
  public func missing(in flow: Flow, as reading: Reading) -> [Row] {
    flow.rows.filter { $0.target(reading) != nil && !taken.contains($0) }
  }
}
