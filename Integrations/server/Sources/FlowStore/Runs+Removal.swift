internal import FlowKit

/// Removing runs that have ended.
extension Runs {
  /// Removes runs that ended longer ago than `age`. Call it now and then, from one process; waiting
  /// runs are never removed, however old they are.
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
