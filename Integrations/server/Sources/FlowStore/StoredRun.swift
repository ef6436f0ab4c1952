public import FlowKit

/// A run of the database, as a request shows it.
public struct StoredRun: Sendable {
  /// The name of the run.
  public let id: String
  /// How often it was changed. Send it to the user, and back with what the user decides.
  public let version: Int64
  /// The step where it waits, or at last ended, with its flow: `UC2.3:1.3`.
  public let place: String
  /// What to show. Nil for a run that has ended.
  public let situation: Situation?
  /// Why it could not go on by itself. It is tried again when it is ``due``, or by `choose` and
  /// ``Runs/retry(_:)``.
  public let problem: String?
  /// When something happens without a person, in milliseconds since 1970.
  public let due: Int64?
  /// How it ended. Nil while it goes on.
  public let end: String?
  /// The end of a run that ``Runs/giveUp(untouchedFor:dryRun:batch:)`` has ended.
  public static let givenUp = "given up"

  init(_ record: RunRecord, _ situation: Situation?) {
    (id, version, place) = (record.id, record.version, record.place)
    (problem, due, end) = (record.problem, record.due, record.end)
    self.situation = situation
  }
}
