/// A run as its row in the database has it.
public struct RunRecord: Hashable, Sendable {
  /// The name of the run.
  public var id: String
  /// The id of the flow that it began with.
  public var flow: String
  /// How often it was changed. A request says which version it has seen.
  public var version: Int64
  /// The release of the flows that the snapshot was taken on.
  public var release: String
  /// The step where it waits, or at last ended, with its flow: `UC2.3:1.3`.
  public var place: String
  /// The same by its name, if it has one: `UC2.3:enterPIN`.
  public var name: String
  /// When something has to be done without a person, in milliseconds since 1970: a timer runs out,
  /// or an action is tried again.
  public var due: Int64?
  /// The snapshot. Nil for a run that has ended.
  public var snapshot: String?
  /// The secrets that were entered and not used yet, sealed. Nil if there are none.
  public var secrets: [UInt8]?
  /// Why the run could not go on by itself.
  public var problem: String?
  /// How often in a row an action has failed.
  public var tries: Int64
  /// How it ended. Nil while it goes on.
  public var end: String?
  /// The number of the last change, drawn at random, so that it is known again.
  public var change: Int64
  /// When it was changed, in milliseconds since 1970. A migration does not count, and neither does
  /// sealing secrets anew.
  public var changedAt: Int64
  /// The key of the fingerprints of its secrets, sealed. Nil for a run that has ended.
  public var marking: [UInt8]?
}

/// What has happened to a run in one change, for other systems: written with the change or not at
/// all, and delivered at least once.
public struct RunUpdate: Hashable, Sendable {
  /// The name of the run.
  public let run: String
  /// The version that the change has led to: 1, 2 and so on. Who has seen it before, leaves it.
  public let version: Int64
  /// What happened, as a JSON object on one line; docs/servers.md lists its members.
  public let body: String

  /// What a change of a run was.
  public init(run: String, version: Int64, body: String) {
    self.run = run
    self.version = version
    self.body = body
  }
}
