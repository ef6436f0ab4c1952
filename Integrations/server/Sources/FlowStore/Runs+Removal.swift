internal import FlowKit

/// Giving up runs that nobody returns to, and removing those that have ended.
extension Runs {
  /// Ends waiting runs that were not changed for longer than `age`. Their snapshots and secrets are
  /// gone then, an update with the end ``StoredRun/givenUp`` tells it, and a request for one is told
  /// ``StoreError/ended(_:)``. ``removeEnded(olderThan:withUpdates:dryRun:batch:)`` removes them
  /// once they have been over for long enough.
  ///
  /// Never a run for which something is due without a person, now or later: a timer, or an action
  /// that is tried again; nor one that a request or the job holds. The flows of the runs need not
  /// be there. A migration is not a change in this sense.
  ///
  /// - Parameters:
  ///   - age: how long ago they were changed at least, by a person, a timer or an action.
  ///   - dryRun: only counts them.
  ///   - batch: how many runs in one transaction.
  /// - Returns: how many.
  @discardableResult
  public func giveUp(
    untouchedFor age: Duration, dryRun: Bool, batch: Int = 500
  ) async throws -> Int {
    let time = clock.timeOfDay - Int64(age / .milliseconds(1))
    var (count, after) = (0, "")
    while true {
      let place = after
      let ids = try await again {
        try await store.transaction { transaction in
          let runs = try await transaction.untouched(
            since: time, after: place, most: max(1, batch), locked: !dryRun)
          for record in runs where !dryRun { try await giveUp(record, transaction) }
          return runs.map(\.id)
        }
      }
      guard let last = ids.last else { return count }
      (count, after) = (count + ids.count, last)
    }
  }

  private func giveUp(_ record: RunRecord, _ transaction: any StoreTransaction) async throws {
    var next = record
    (next.version, next.change) = (record.version + 1, Int64.random(in: 1 ... .max))
    (next.end, next.changedAt) = (StoredRun.givenUp, clock.timeOfDay)
    (next.snapshot, next.secrets, next.marking) = (nil, nil, nil)
    try await transaction.write(next, over: record.version)
    try await transaction.add(
      RunUpdate(
        run: next.id, version: next.version,
        body: next.update(from: record, rows: [], on: record.release, at: next.changedAt)))
  }

  /// Removes runs that ended longer ago than `age`. Call it now and then, from one process. Waiting
  /// runs are never removed, however old they are; ``giveUp(untouchedFor:dryRun:batch:)`` ends them.
  ///
  /// A run that is gone is unknown, and its name may be used again: a request to start it that
  /// comes so late begins a second run, whose actions have the keys of the first one. So take an
  /// age that no repeated request has, and names that are drawn anew for every run.
  ///
  /// - Parameters:
  ///   - age: how long ago they ended at least.
  ///   - withUpdates: also removes runs of which updates wait to be delivered, with these: for an
  ///     app that never calls ``deliver(most:_:)``. Otherwise such runs stay.
  ///   - dryRun: only counts them.
  ///   - batch: how many runs in one transaction.
  /// - Returns: how many.
  @discardableResult
  public func removeEnded(
    olderThan age: Duration, withUpdates: Bool = false, dryRun: Bool, batch: Int = 500
  ) async throws -> Int {
    let time = clock.timeOfDay - Int64(age / .milliseconds(1))
    guard !dryRun else {
      return try await again {
        try await store.transaction {
          try await $0.countEnded(before: time, withUpdates: withUpdates)
        }
      }
    }
    var count = 0
    while true {
      let removed = try await again {
        try await store.transaction {
          try await $0.removeEnded(before: time, withUpdates: withUpdates, most: max(1, batch))
        }
      }
      guard removed > 0 else { return count }
      count += removed
    }
  }
}
