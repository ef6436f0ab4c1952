internal import FlowKit

/// Where a run stands at the end of a change, all of one moment.
struct Standing: Sendable {
  let situation: Situation
  /// Nil once the run has ended.
  let snapshot: Snapshot?
  let trace: [TraceEntry]
  /// The secrets that no action has taken, sealed for the next version. Nil if there are none.
  let secrets: [UInt8]?
  /// Whether the run has gone on: rows were taken, or it is at another step.
  let hasMoved: Bool
}

extension Runner {
  /// Takes a row with what was entered for it.
  func decide(_ row: String, _ entries: Entries, _ mark: String) async throws(RunnerError) {
    entries.enter(into: self)
    try await choose(row, mark: mark)
  }

  /// Where the run stands. The run is given up in the same moment, so that no timer leads it on
  /// after what was written.
  ///
  /// - Parameter version: the version that secrets are sealed for; without it, the next one if the
  ///   run has gone on.
  func capture(
    after record: RunRecord, _ keys: SealingKeys, sealedFor version: Int64? = nil
  ) throws -> Standing {
    defer { giveUp() }
    let (situation, trace) = (situation, trace)
    let hasMoved =
      record.version == 0 || !trace.isEmpty || situation.step.qualified != record.place
    var sealed: [UInt8]?
    if situation.end == nil, let secrets = KeptSecrets.all(of: self) {
      sealed = try keys.seal(
        secrets, of: record.id, version: version ?? record.version + (hasMoved ? 1 : 0))
    }
    return Standing(
      situation: situation, snapshot: snapshot, trace: trace, secrets: sealed, hasMoved: hasMoved)
  }

  /// Gives the run the secrets that it had when it was written.
  func open(_ record: RunRecord, _ keys: SealingKeys) {
    guard let sealed = record.secrets,
      let secrets = keys.open(sealed, of: record.id, version: record.version)
    else { return }
    KeptSecrets.keep(secrets, in: self)
  }
}
