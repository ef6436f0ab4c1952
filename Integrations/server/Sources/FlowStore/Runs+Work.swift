internal import FlowKit

/// What happens without a person: timers, actions that are tried again, updates that go out.
extension Runs {
  /// Does what is due, until the task is cancelled. Run it in every process: each run that is due
  /// is taken by one of them. While the database is away, it waits for it.
  ///
  /// - Parameters:
  ///   - interval: how often the database is asked for what is due; a timer is late by so much.
  ///   - workers: how many runs at once.
  public func work(every interval: Duration = .milliseconds(200), workers: Int = 2) async {
    await withTaskGroup { group in
      for _ in 0..<max(1, workers) {
        group.addTask {
          while !Task.isCancelled {
            var hasWorked = false
            do { hasWorked = try await workOnce() } catch { options.report?(nil, error) }
            if !hasWorked { try? await Task.sleep(for: interval) }
          }
        }
      }
    }
  }

  /// Does what is due of one run.
  ///
  /// - Returns: whether something was due.
  public func workOnce() async throws -> Bool {
    let change = Int64.random(in: 1 ... .max)
    return try await store.transaction { transaction in
      guard let record = try await transaction.lockDue(by: clock.timeOfDay) else { return false }
      do {
        let (runner, release) = try await restored(record)
        let progress = await advance(runner)
        _ = try await write(record, runner, release, change, progress, transaction)
      } catch let error as StoreError {
        guard case .otherFlows(_, let reason) = error else { throw error }
        try await putOff(record, reason.description, error, transaction)
      } catch let error as RunnerError {
        try await putOff(record, error.reason, error, transaction)
      }
      return true
    }
  }

  /// Leaves a run that cannot go on here for later: another process may have its flows or its
  /// actions. Without this, the run that is due first would stand before all others.
  private func putOff(
    _ record: RunRecord, _ reason: String, _ error: any Error,
    _ transaction: any StoreTransaction
  ) async throws {
    options.report?(record.id, error)
    var next = record
    next.tries += 1
    next.problem = reason
    next.due = clock.timeOfDay + Int64(pause(before: next.tries) / .milliseconds(1))
    try await transaction.write(next, over: record.version)
  }

  /// Hands updates to somebody else, the oldest first and those of one run in their order, each at
  /// least once: if `body` throws, or the process ends, they are handed out again.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func deliver(
    most: Int = 100, _ body: @Sendable ([RunUpdate]) async throws -> Void
  ) async throws -> Int {
    try await store.transaction { transaction in
      let updates = try await transaction.lockUpdates(most: most)
      guard !updates.isEmpty else { return 0 }
      try await body(updates)
      for update in updates { try await transaction.remove(update) }
      return updates.count
    }
  }
}
