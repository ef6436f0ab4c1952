internal import FlowKit

/// What became of the waiting runs of older releases, or would become.
public struct RunMigration: Sendable {
  /// A run that does not simply go on.
  public struct Care: Hashable, Sendable {
    /// The run.
    public let run: String
    /// The step where it waits, and the one where it could go on. Nil if it is lost.
    public let from: String
    public let to: String?
    /// What has changed.
    public let reason: String
  }

  /// How many go on at the same step.
  public internal(set) var stay = 0
  /// How many go on at the same step, which has another id.
  public internal(set) var renumbered = 0
  /// How many could go on where something has changed.
  public internal(set) var changed = 0
  /// How many cannot go on.
  public internal(set) var lost = 0
  /// How many a request or the job held, so that nothing was done with them; none in a dry run.
  /// Call it again for these.
  public internal(set) var busy = 0
  /// The runs that have changed or are lost; at most the first 1,000.
  public internal(set) var care: [Care] = []

  mutating func note(_ fate: SnapshotFate, of run: RunRecord) {
    switch fate {
    case .stays: stay += 1
    case .renumbered: renumbered += 1
    case .changed(let step, let reason):
      changed += 1
      note(run, to: step.qualified, reason)
    case .lost(let reason):
      lost += 1
      note(run, to: nil, reason)
    }
  }

  private mutating func note(_ run: RunRecord, to step: String?, _ reason: SnapshotError) {
    guard care.count < 1_000 else { return }
    care.append(Care(run: run.id, from: run.place, to: step, reason: reason.description))
  }
}

extension Runs {
  /// Moves waiting runs to the newest release, as `flowrun migrate` says: those that stay or were
  /// renumbered. The others stay where they are, and are told; those that a request or the job
  /// holds are left out and counted.
  ///
  /// - Parameters:
  ///   - dryRun: only says what would happen.
  ///   - acceptingChanges: also moves runs that can go on where something has changed.
  ///   - batch: how many runs in one transaction.
  @discardableResult
  public func migrate(
    dryRun: Bool, acceptingChanges: Bool = false, batch: Int = 200
  ) async throws -> RunMigration {
    var (migration, after) = (RunMigration(), "")
    while true {
      let (place, before) = (after, migration)
      (migration, after) = try await again {
        try await store.transaction { transaction in
          var migration = before
          let page = try await transaction.page(
            notOn: release.name, after: place, most: max(1, batch), locked: !dryRun)
          migration.busy += page.busy
          for record in page.runs {
            let fate = fate(of: record)
            migration.note(fate, of: record)
            guard !dryRun, fate.reason == nil || acceptingChanges && fate.step != nil else {
              continue
            }
            try await move(record, transaction)
          }
          return (migration, page.last)
        }
      }
      if after.isEmpty { return migration }
    }
  }

  private func fate(of record: RunRecord) -> SnapshotFate {
    do throws(SnapshotError) {
      return try Snapshot(json: record.snapshot ?? "").fate(on: release.program)
    } catch { return .lost(error) }
  }

  /// Writes a run as it stands on the newest release.
  private func move(_ record: RunRecord, _ transaction: any StoreTransaction) async throws {
    let runner = try Runner(
      restoring: Snapshot(json: record.snapshot ?? ""), on: release.program, handlers: handlers,
      acceptingChanges: true, clock: clock)
    await runner.open(record, keys)
    // Rows may have other ids now, so a page that was shown before is an older version.
    _ = try await write(
      record, runner, release, Int64.random(in: 1 ... .max), .rests, transaction, rowless: true)
  }
}

extension StoreTransaction {
  /// The next runs that go on and are on another release, and the name of the last one, which is
  /// empty behind all of them.
  ///
  /// - Returns: also how many of these another transaction has locked, if they are to be changed.
  func page(
    notOn release: String, after place: String, most: Int, locked: Bool
  ) async throws(StoreError) -> (runs: [RunRecord], busy: Int, last: String) {
    let all = try await notOn(release: release, after: place, most: most, locked: false)
    guard let last = all.last?.id else { return ([], 0, "") }
    guard locked else { return (all, 0, last) }
    let runs = try await notOn(release: release, after: place, most: most, locked: true)
      .filter { $0.id <= last }
    let found = Set(runs.map(\.id))
    var busy = 0
    for run in all where !found.contains(run.id) {
      // It may have gone on between the two questions.
      let now = try await find(run.id)
      if let now, now.end == nil, now.release != release { busy += 1 }
    }
    return (runs, busy, last)
  }
}
