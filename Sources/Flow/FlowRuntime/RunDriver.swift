public import FlowModel

/// Drives a runner from its beginning to its end: asks for decisions, and lets actions and timers
/// proceed.
///
/// ```swift
/// let driver = RunDriver(runner) { situation in await screen.choice(situation) }
/// let end = try await driver.drive()
/// ```
public struct RunDriver: Sendable {
  /// A decision at a step.
  public enum Decision: Sendable {
    /// Takes this row of the step. If it only waits for its time, the time passes at once.
    case choose(Row)
    /// Suspends the run and starts this flow on top of it.
    case suspend(Flow)
    /// Ends the run at this step.
    case leave
  }

  /// Decides, or returns nil to leave it to the driver. Cancelled if something else happens first;
  /// its decision is then ignored.
  public typealias Decide = @Sendable (Situation) async throws -> Decision?

  /// What to do if an action takes long at a step where nobody may choose.
  public struct Linger: Sendable {
    let after: Duration
    let tell: @Sendable (Step) async -> Void

    /// Calls `tell` with the step if its action takes longer than `after`.
    public init(after: Duration, tell: @escaping @Sendable (Step) async -> Void) {
      self.after = after
      self.tell = tell
    }
  }

  private let runner: Runner
  private let linger: Linger?
  private let tell: @Sendable ([TraceEntry]) async throws -> Void
  private let decide: Decide

  /// - Parameters:
  ///   - tell: called with the rows taken since its last call.
  ///   - linger: used when an action takes long at a step where nobody may choose.
  ///   - decide: makes the decisions. If it returns nil, the driver waits for the action or the
  ///     timer, or takes the row of a step where nobody decides. If none of this is possible, the
  ///     run stops.
  public init(
    _ runner: Runner, tell: @escaping @Sendable ([TraceEntry]) async throws -> Void = { _ in },
    linger: Linger? = nil, decide: @escaping Decide
  ) {
    self.runner = runner
    self.linger = linger
    self.tell = tell
    self.decide = decide
  }

  /// Runs until the run has ended, has left its flow, or waits for a decision that nobody makes.
  ///
  /// - Returns: where the run stands; nil after the decision to leave.
  /// - Throws: ``RunnerError``, and the errors of `tell` and `decide`.
  public func drive() async throws -> Pause? {
    var told = 0
    var next: Pause?
    do {
      next = try await go(nil)
      while let pause = next {
        try await tellNew(&told)
        switch pause {
        case .ended, .left: return pause
        case .waiting, .working:
          let (situation, decisions) = await runner.look()
          if situation.problem != nil {
            // An action failed before the situation was looked at.
            next = try await go(nil)
          } else if situation.isContested {
            next = try await contest(situation, since: decisions)
          } else if let decision = try await decide(situation) {
            next = try await go(decision)
          } else if let row = situation.machine.undecidedRow {
            next = try await go(.choose(row))
          } else {
            return pause
          }
        }
      }
      return nil
    } catch {
      try await tellNew(&told)
      throw error
    }
  }

  private func tellNew(_ told: inout Int) async throws {
    let entries = await runner.trace
    let new = Array(entries.dropFirst(told))
    told = entries.count
    try await tell(new)
  }

  /// Continues as decided, or as far as no decision is needed.
  private func go(_ decision: Decision?) async throws(RunnerError) -> Pause? {
    let lingering = linger.map { linger in
      Task {
        try await Task.sleep(for: linger.after)
        await linger.tell(await runner.state.step)
      }
    }
    defer { lingering?.cancel() }
    switch decision {
    case nil: return try await runner.run()
    case .choose(let row):
      do {
        return try await runner.choose(row.qualified)
      } catch .refused(_, .early) {
        return try await runner.skipToTimer()
      }
    case .suspend(let flow): return try await runner.suspend(into: flow)
    case .leave:
      await runner.cancel()
      return nil
    }
  }

  private enum Event: Sendable {
    case happened(Pause)
    case decided(Decision?)
  }

  /// Waits for a decision, and for the action or the timer. The first of them is used.
  private func contest(_ situation: Situation, since decisions: Int) async throws -> Pause? {
    try await withThrowingTaskGroup(of: Event.self) { group in
      // The decision may be made and carried out before this task has begun.
      group.addTask { .happened(try await runner.wait(since: decisions)) }
      group.addTask { .decided(try await decide(situation)) }
      while let event = try await group.next() {
        switch event {
        case .happened(let pause):
          // An action that answered before the situation was looked at has led there already. The
          // person is being asked, and must not be asked twice: what was decided would be lost.
          switch pause {
          case .waiting, .working:
            if await !runner.state.hasMoved(since: situation.machine) {
              group.addTask { .happened(try await runner.wait(since: decisions)) }
              continue
            }
          case .ended, .left: break
          }
          group.cancelAll()
          return pause
        case .decided(nil):
          // A timer of the section, the flow or a caller does not make the step wait.
          guard !situation.isWorking, let row = situation.machine.undecidedRow else { continue }
          return try await go(.choose(row))
        case .decided(let decision?):
          do throws(RunnerError) {
            return try await go(decision)
          } catch {
            // Something else came first, and the step has changed. Any other error comes from what
            // happened after the decision.
            guard error.isRefusal, await runner.state.hasMoved(since: situation.machine) else {
              throw error
            }
          }
        }
      }
      throw CancellationError()
    }
  }
}

extension RunnerError {
  /// Whether a row was not taken.
  fileprivate var isRefusal: Bool {
    switch self {
    case .ended, .noSuchRow, .refused, .notWaiting: true
    case .cannotStart, .unhandledOutcomes, .unreturnedValue, .unknownFact, .unknownAction, .noTimer,
      .unexpectedOutcome, .handlerFailed, .handlerSilent, .secretMissing, .unhandledResult,
      .ruleBroken, .loop, .callTooDeep, .cancelled, .givenUp, .busy:
      false
    }
  }
}

extension Machine {
  /// Whether a row was taken since `other` was copied from this machine, as far as can be seen.
  package func hasMoved(since other: Machine) -> Bool {
    hasEnded || block != other.block || enteredAt != other.enteredAt
      || history.count != other.history.count
  }
}
