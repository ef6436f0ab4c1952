public import FlowModel
public import FlowRuntime

/// Two rows of a flow, one taken right after the other. Rows of called flows between them do not
/// count.
public struct RowPair: Hashable, Sendable {
  /// The row that is taken first.
  public let first: Row
  /// The row that is taken after it.
  public let second: Row

  /// All pairs that runs of a flow can take, those of the path book (``PathCriterion/pairs``).
  public static func all(of flow: Flow, on program: Program) -> [RowPair] {
    var writer = PathWriter(flow, on: program, follow: false, limit: 1)
    return writer.pairs()
  }
}
