public import FlowModel
public import FlowRuntime

/// The rows of a catalogue that were taken.
public struct Coverage: Sendable {
  private var taken: Set<Row> = []

  /// An empty coverage.
  public init() {}

  /// Adds the rows of a trace.
  public mutating func add(_ entries: some Sequence<TraceEntry>) {
    for entry in entries { taken.insert(entry.row.original) }
  }

  /// Adds the rows of another coverage.
  public mutating func add(_ other: Coverage) {
    taken.formUnion(other.taken)
  }

  /// Whether the row was taken.
  public func contains(_ row: Row) -> Bool { taken.contains(row.original) }

  /// The rows of a flow that exist in a reading and were not taken, in document order.
  public func missing(in flow: Flow, as reading: Reading) -> [Row] {
    flow.rows.filter { $0.target(reading) != nil && !taken.contains($0) }
  }
}
