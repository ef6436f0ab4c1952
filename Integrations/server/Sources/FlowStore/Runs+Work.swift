internal import FlowKit
internal import Synchronization

/// What happens without a person: timers, actions that are tried again, updates that go out.
extension Runs {
  /// Does what is due, until the task is cancelled. Run it in every process: each run that is due
  /// is taken by one of them. While the database is away, it waits for it.
  ///
  /// One worker looks for the run that is due first, and the next one looks as soon as it has found
  /// one. So a timer is late by `interval` and what the database needs, however long other actions
  /// take, until as many runs as there are workers have slow actions at the same time: then it
  /// waits for the first of these. In SQLite it waits for every action, since there is one writer.
  ///
  /// - Parameters:
  ///   - interval: how often the database is asked for what is due.
  ///   - workers: how many runs at once. Each needs a connection while it performs actions, which
  ///     ``PostgresStore`` opens beside those of requests.
  public func work(every interval: Duration = .milliseconds(200), workers: Int = 16) async {
    let (news, sink) = AsyncStream.makeStream(of: WorkerNews.self)
    await withDiscardingTaskGroup { group in
      var (running, last, looking) = (0, 0, 0)
      func look() {
        guard looking == 0, running < max(1, workers) else { return }
        (running, last) = (running + 1, last + 1)
        looking = last
        let number = last
        group.addTask {
          do {
            let hasWorked = try await workOnce { sink.yield(.found(number)) }
            if !hasWorked { try? await Task.sleep(for: interval) }
          } catch {
            options.report?(nil, error)
            try? await Task.sleep(for: interval)
          }
          sink.yield(.free(number))
        }
      }
      look()
      for await told in news {
        if told.number == looking { looking = 0 }
        if case .free = told { running -= 1 }
        look()
      }
    }
  }

  /// What a worker of the job tells.
  private enum WorkerNews: Sendable {
    /// It has found a run, and works on it.
    case found(Int)
    /// It has done that, or there is nothing to do.
    case free(Int)

    var number: Int {
      switch self {
      case .found(let number), .free(let number): number
      }
    }
  }

  /// Does what is due of one run.
  ///
  /// - Returns: whether something was due.
  public func workOnce() async throws -> Bool { try await workOnce {} }

  /// - Parameter tell: is called when something is due, before it is done.
  private func workOnce(_ tell: @Sendable () -> Void) async throws -> Bool {
    let change = Int64.random(in: 1 ... .max)
    let found = Mutex<RunRecord?>(nil)
    do {
      return try await store.jobTransaction { transaction in
        guard let record = try await transaction.lockDue(by: clock.timeOfDay) else { return false }
        found.withLock { $0 = record }
        tell()
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
    } catch {
      // What the database refuses now it would refuse again at once. Its words may have what
      // somebody entered.
      guard (error as? StoreError)?.isTransient != true, let record = found.withLock({ $0 }) else {
        throw error
      }
      try await store.jobTransaction { transaction in
        guard let now = try await transaction.lock(record.id), now.change == record.change else {
          return
        }
        try await putOff(now, "what follows could not be written", error, transaction)
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
