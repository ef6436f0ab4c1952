/// How a run in a log and a run of the flows go together, with as few deviations as possible.
package struct Alignment: Sendable {
  /// What happens at one place of both.
  package enum Kind: Hashable, Sendable {
    /// The log has the row, and the flows take it.
    case both
    /// The system takes the row, and the log does not have it.
    case filled
    /// A called flow is entered, or the run is suspended for another flow.
    case silent
    /// Only the log has it: a deviation.
    case log
    /// Only the flows have it: a deviation.
    case flows
    /// The run ends in another way than the log says: a deviation.
    case end

    /// Whether it is a deviation.
    package var isDeviation: Bool { self == .log || self == .flows || self == .end }
  }

  /// A place.
  package struct Move: Sendable {
    package let kind: Kind
    /// The index of the row's cell in the program; -1 without a row.
    package let cell: Int32
    /// The index of the event; -1 if the log has none here.
    package let event: Int32
    /// The state of the run of the flows before it, until the next run is aligned.
    let state: Int32
    /// The block of the step at which the run of the flows stands before it; below 0 if it has
    /// ended.
    package let block: Int32
  }

  /// The moves, in order.
  package let moves: [Move]
  /// How many of them are deviations. No other alignment has fewer.
  package let deviations: Int
  /// The block of the step at which the run stands at the end; below 0 if it has ended.
  package let last: Int32
}
