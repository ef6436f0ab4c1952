public import FlowModel

/// Drives a runner from its beginning to its end: asks who decides, and lets happen what happens by
/// itself.
///
/// ```swift
/// let driver = RunDriver(runner) { situation in await screen.choice(situation) }
/// let end = try await driver.drive()
/// ```
public struct RunDriver: Sendable {
  /// What whoever decides can do.
  public enum Decision: Sendable {
    /// Take this row of the step.
    case choose(Row)
    /// Put the run aside and start this flow over it.
    case suspend(Flow)
    /// End the run where it stands.
    case leave
  }

  /// A step where somebody may decide.
  public struct Situation: Sendable {
    public let machine: Machine
    /// Whether the step's action is under way. Its answer may come before the decision.
    public let isWorking: Bool

    public var step: Step { machine.step }

    /// The rows that may be chosen: those whose conditions hold; while the action is under way, those
    /// of the user.
    public var rows: [Row] {
      let rows = machine.rows
      return rows.indices.filter { place in
        machine.allows(place)
          && (!isWorking || rows[place].kind == .user && rows[place].outcome == nil)
      }.map { rows[$0] }
    }

    /// Whether something may happen before a decision: the action answers, or the timer runs out.
    public var isContested: Bool { isWorking || machine.timer != nil }
  }

  /// Decides, or leaves it to the driver with nil. Cancelled when something else happens first; what
  /// it returns then is ignored.
  public typealias Decide = @Sendable (Situation) async throws -> Decision?

  /// What to do when an action takes long at a step where nobody may choose.
  public struct Linger: Sendable {
    let after: Duration
    let tell: @Sendable (Step) async -> Void

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
  ///   - tell: called with the rows that were taken since its last call.
  ///   - linger: called when an action takes long at a step where nobody may choose.
  ///   - decide: who decides. Where it returns nil, time passes until the action answers or the timer
  ///     runs out, and a row that nobody decides on is taken; where nothing of this can happen the run
  ///     stops.
  public init(
    _ runner: Runner, tell: @escaping @Sendable ([TraceEntry]) async throws -> Void = { _ in },
    linger: Linger? = nil, decide: @escaping Decide
  ) {
    self.runner = runner
    self.linger = linger
    self.tell = tell
    self.decide = decide
  }

  /// Runs until the run has ended, has left its flow, or waits where nobody decides.
  ///
  /// - Returns: where it stands; nil when whoever decides has left.
  /// - Throws: ``RunnerError``, and what `tell` and `decide` throw.
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
          let machine = await runner.state
          var isWorking = false
          if case .working = pause { isWorking = true }
          let situation = Situation(machine: machine, isWorking: isWorking)
          if situation.isContested {
            next = try await contest(situation)
          } else if let decision = try await decide(situation) {
            next = try await go(decision)
          } else if let row = machine.undecidedRow {
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

  /// Goes on as was decided, or as far as nobody has to.
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
    case .choose(let row): return try await runner.choose(row.qualified)
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

  /// Whoever decides against what happens by itself: the first of both is taken.
  private func contest(_ situation: Situation) async throws -> Pause? {
    try await withThrowingTaskGroup(of: Event.self) { group in
      group.addTask { .happened(try await runner.wait()) }
      group.addTask { .decided(try await decide(situation)) }
      while let event = try await group.next() {
        switch event {
        case .happened(let pause):
          group.cancelAll()
          return pause
        case .decided(nil): continue
        case .decided(let decision?):
          do throws(RunnerError) {
            return try await go(decision)
          } catch {
            // The other was first, and the step is not the same any more.
            guard await runner.state.hasMoved(since: situation.machine) else { throw error }
          }
        }
      }
      throw CancellationError()
    }
  }
}

extension Machine {
  /// Whether a row was taken since the other was copied from this one, as far as can be seen.
  fileprivate func hasMoved(since other: Machine) -> Bool {
    hasEnded || block != other.block || enteredAt != other.enteredAt
      || history.count != other.history.count
  }
}
