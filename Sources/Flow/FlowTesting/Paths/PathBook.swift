public import FlowModel
public import FlowRuntime

/// The paths of a flow: the rows to take, in order, so that a criterion is met.
///
/// Every path can be written as a script that runs. It is named after the row it was made for, so
/// its name stays when other rows are added or removed.
public struct PathBook: Sendable {
  /// The flow.
  public let flow: Flow
  /// The reading.
  public let reading: Reading
  /// Whether the paths continue into other flows.
  public let follows: Bool
  /// The paths by criterion.
  public internal(set) var paths: [PathCriterion: [Path]] = [:]
  /// The number of things to cover, by criterion: rows, pairs of rows, and so on.
  public internal(set) var totals: [PathCriterion: Int] = [:]
  /// Sentences about what was left out and why.
  public internal(set) var omissions: [String] = []
  /// Whether all states were looked at. Otherwise runs may also reach rows in other ways than the
  /// following lists say.
  public internal(set) var isComplete = true
  /// Rows that are reached only if facts begin at other values, in document order.
  public internal(set) var needFacts: [Row] = []
  /// Rows that are reached only by entering at a step.
  public internal(set) var needEntry: [Row] = []
  /// Rows whose conditions never hold.
  public internal(set) var unreached: [Row] = []
  /// The number of steps in the flows that the paths cover.
  public internal(set) var stepCount = 0
  /// The number of rows in the flows that the paths cover.
  public internal(set) var rowCount = 0

  /// Finds the paths of a flow.
  ///
  /// - Parameters:
  ///   - follow: whether to continue through calls, go-tos and error flows.
  ///   - limit: the most paths listed per criterion.
  public init(
    _ flow: Flow, on program: Program, by criteria: [PathCriterion] = PathCriterion.allCases,
    follow: Bool = false, limit: Int = 1_000
  ) {
    var writer = PathWriter(flow, on: program, follow: follow, limit: limit)
    self.flow = flow
    reading = program.reading
    follows = follow
    writer.write(criteria)
    paths = writer.paths
    totals = writer.totals
    omissions = writer.omissions
    isComplete = writer.isComplete
    stepCount = writer.stepCount
    rowCount = writer.rowCount
    (needFacts, needEntry, unreached) = writer.standing()
  }
}
