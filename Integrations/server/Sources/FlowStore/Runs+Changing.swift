internal import FlowKit

/// How a run is changed: restored, led on, and written.
extension Runs {
  /// How far a run has come by itself.
  enum Progress: Sendable {
    /// Somebody has to decide, or it has ended.
    case rests
    /// An action was not waited for any longer.
    case unfinished
    /// It could not go on.
    case failed(RunnerError)

    /// How far it has come when it was given up. A timer may have led it on by itself after it was
    /// found at rest, to an action that has failed meanwhile.
    func known(from situation: Situation) -> Progress {
      guard case .rests = self, let problem = situation.problem else { return self }
      return .failed(problem)
    }
  }

  /// What somebody decides in a run, as its row has it.
  typealias Decide = @Sendable (Runner, RunRecord) async throws -> Void

  /// Changes a run in one transaction, and again if the database has lost that.
  ///
  /// - Parameter decide: what somebody decides. The run then goes on by itself.
  func change(
    _ id: String, seen: Int64?,
    _ decide: Decide? = nil
  ) async throws -> StoredRun {
    let change = Int64.random(in: 1 ... .max)
    for isFirst in [true, false] {
      let run = try await again { () async throws -> StoredRun? in
        try await store.transaction { transaction in
          guard let record = try await transaction.lock(id) else { throw StoreError.unknown(id) }
          // The transaction before was written, though the database could not say so.
          if record.change == change { return try await view(of: record) }
          guard record.end == nil else { throw StoreError.ended(try await view(of: record)) }
          if let seen, seen != record.version {
            throw StoreError.moved(try await view(of: record))
          }
          let (runner, release) = try await restored(record)
          if isFirst, decide != nil, await isOverdue(record, runner) { return nil }
          let progress = try await led(runner, record, decide)
          return try await write(record, runner, release, change, progress, transaction)
        }
      }
      if let run { return run }
      // A timer has run out, or an action is to be tried again: that comes first, and is kept even
      // if the decision is refused.
      let now = try await self.change(id, seen: seen)
      if let seen, now.version != seen { throw StoreError.moved(now) }
    }
    throw StoreError.busy("the run `\(id)` goes on by itself")
  }

  /// Leads a run on by a decision, and then by itself.
  private func led(
    _ runner: Runner, _ record: RunRecord, _ decide: Decide?
  ) async throws -> Progress {
    guard let decide else { return await advance(runner) }
    do { try await decide(runner, record) } catch let error as RunnerError where error.isOfActions {
      // The decision counts; what comes after it could not be done.
      return .failed(error)
    }
    return await advance(runner)
  }

  /// Whether something comes before a decision.
  private func isOverdue(_ record: RunRecord, _ runner: Runner) async -> Bool {
    let situation = await runner.situation
    if let timer = situation.timer, timer.rest <= 0 { return true }
    return record.tries > 0 && !Runs.asksUser(situation)
  }

  private static func asksUser(_ situation: Situation) -> Bool {
    situation.choices.contains { $0.isEnabled && $0.row.expectedOutcome == nil }
  }

  /// Tries something again that the database has lost.
  func again<R>(_ body: () async throws -> R) async throws -> R {
    var (attempt, pause) = (1, Duration.zero)
    while true {
      do { return try await body() } catch let error as StoreError {
        switch error {
        case .unavailable, .unknownOutcome: if attempt >= options.attempts { throw error }
        default: throw error
        }
      }
      try await Task.sleep(for: pause)
      (attempt, pause) = (attempt + 1, pause == .zero ? .milliseconds(100) : pause * 2)
    }
  }

  /// A run at where it was written, on the release that it needs.
  func restored(_ record: RunRecord) async throws -> (Runner, Release) {
    let release = ([release] + older).first { $0.name == record.release } ?? release
    do {
      let snapshot = try Snapshot(json: record.snapshot ?? "")
      let runner = try Runner(
        restoring: snapshot, on: release.program, handlers: handlers, clock: clock,
        deadline: options.deadline)
      await runner.open(record, keys)
      return (runner, release)
    } catch let error as SnapshotError {
      throw StoreError.otherFlows(record.id, error)
    }
  }

  func view(of record: RunRecord) async throws -> StoredRun {
    guard record.end == nil else { return StoredRun(record, nil) }
    return StoredRun(record, await (try restored(record)).0.situation)
  }

  /// Goes on until somebody has to decide.
  func advance(_ runner: Runner) async -> Progress {
    do throws(RunnerError) {
      var pause = try await runner.run()
      // A timer without time that leads back to its step would never rest.
      for _ in 0..<1_000 {
        switch pause {
        case .ended, .left: return .rests
        case .waiting:
          // A timer whose time has come may have led on already, to an action.
          let situation = await runner.situation
          let isOver = situation.timer.map { $0.rest <= 0 } ?? false
          guard isOver || situation.isWorking else { return .rests }
          pause = try await runner.wait()
        case .working:
          guard let next = try await patiently(runner) else { return .unfinished }
          pause = next
        }
      }
      return .unfinished
    } catch {
      return .failed(error)
    }
  }

  /// Waits for an action beside which something else may happen, as long as the options say, and
  /// cancels it then.
  private func patiently(_ runner: Runner) async throws(RunnerError) -> Pause? {
    typealias Answer = Result<Pause, RunnerError>
    let patience = options.patience
    let answer: Answer? = await withTaskGroup(of: Answer?.self) { group in
      group.addTask {
        do throws(RunnerError) { return .success(try await runner.wait()) } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      if let first = await group.next() ?? nil {
        group.cancelAll()
        return first
      }
      // The answer may still come first.
      group.cancelAll()
      let last = await group.next() ?? nil
      if case .success = last { return last }
      return nil
    }
    return try answer?.get()
  }
}

extension RunnerError {
  /// Whether an action or what follows it could not be performed: the run tells that itself.
  var isOfActions: Bool {
    switch self {
    case .handlerFailed, .handlerSilent, .secretMissing, .unexpectedOutcome, .unhandledResult,
      .ruleBroken, .loop, .callTooDeep, .cancelled:
      true
    default: false
    }
  }
}
