public import FlowModel

/// When a drive stops. Any of them is enough.
public struct DriverLimits: Hashable, Sendable {
  /// So many moves. By default 1,000 for a walk that does not end by itself.
  public var rows: Int?
  /// So many runs.
  public var runs: Int?
  /// So much time on the clocks of the runs.
  public var time: Duration?
  /// So much of the flow's rows, from 0 to 1.
  public var coverage: Double?
  /// A row, with its flow or without.
  public var row: String?

  /// Limits; without any, those of the walk.
  public init(
    rows: Int? = nil, runs: Int? = nil, time: Duration? = nil, coverage: Double? = nil,
    row: String? = nil
  ) {
    (self.rows, self.runs, self.time) = (rows, runs, time)
    (self.coverage, self.row) = (coverage, row)
  }
}

/// What a drive has done.
public struct DriverReport: Sendable {
  /// The id of the flow.
  public let flow: String
  /// The runs, in their order.
  public internal(set) var runs: [Run] = []
  /// How many moves were made.
  public internal(set) var rows = 0
  /// How much time passed on the clocks of the runs.
  public internal(set) var time: Duration = .zero
  /// All rows that were taken, with those that happened by themselves, in the order in which they
  /// were first taken.
  public internal(set) var covered: [Row] = []
  /// The rows of the flow that were not taken.
  public internal(set) var uncovered: [Row] = []
  /// Where the app was not where the run was, or could not do a move. Nil if nothing failed.
  public internal(set) var failure: Failure?

  /// A run.
  public struct Run: Sendable {
    /// First values of facts, in the order of the flows.
    public let facts: [(name: String, value: String)]
    /// The rows that were chosen.
    public internal(set) var chosen: [Row] = []
    /// All rows that were taken.
    public internal(set) var taken: [Row] = []
    /// The command that does the same in flowrun.
    public internal(set) var command = ""
  }

  /// Why a drive stopped before its end.
  public struct Failure: Sendable {
    /// The newest move. Nil if the run had just begun.
    public let after: Row?
    /// The step at which the app should have been.
    public let step: Step
    /// What the app threw, or the walk.
    public let error: any Error
    /// The error in words.
    public var message: String { "\(error)" }
  }
}
