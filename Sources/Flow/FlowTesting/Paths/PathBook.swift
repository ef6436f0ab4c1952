public import FlowModel
public import FlowRuntime

/// The paths of a flow: which rows to take, in order, so that a criterion is met.
///
/// Every path is a script that runs. Its name comes from the row it is made for, so that it stays
/// when other rows come and go.
public struct PathBook: Sendable {
  /// One path, ready to run.
  public struct Path: Sendable {
    public let name: String
    public let criterion: PathCriterion
    public let script: Script
    /// How it ends, in the words of a script's `end`.
    public var end: String { script.end ?? "" }
    /// The references of the rows, as the script has them.
    public var rows: [String] {
      script.moves.map { move in
        switch move {
        case .row(let row): row
        case .suspend(let flow): "suspend \(flow)"
        }
      }
    }
  }

  public let flow: Flow
  public let reading: Reading
  /// Whether the paths go on in other flows.
  public let follows: Bool
  public internal(set) var paths: [PathCriterion: [Path]] = [:]
  /// How much there was to show, by criterion: rows, pairs of rows, and so on.
  public internal(set) var totals: [PathCriterion: Int] = [:]
  /// What was left out, and why, in sentences.
  public internal(set) var omissions: [String] = []
  /// Rows that only a run reaches whose facts begin at other values, in document order.
  public internal(set) var needFacts: [Row] = []
  /// Rows that only a run reaches that is entered at a step.
  public internal(set) var needEntry: [Row] = []
  /// Rows whose conditions never hold.
  public internal(set) var unreached: [Row] = []
  /// How many steps and rows the paths are made of.
  public internal(set) var stepCount = 0
  public internal(set) var rowCount = 0

  /// The paths of a flow.
  ///
  /// - Parameters:
  ///   - follow: whether to go through calls, go-tos and error flows.
  ///   - limit: the most paths that are listed for a criterion.
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
    stepCount = writer.stepCount
    rowCount = writer.rowCount
    (needFacts, needEntry, unreached) = writer.standing()
  }
}
