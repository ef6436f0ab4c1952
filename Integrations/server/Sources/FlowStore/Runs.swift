public import FlowKit

/// The runs of a server, in a database that several processes share.
///
/// A request takes the lock of its run, restores it, takes a row, performs actions until somebody
/// has to decide again, and writes where the run stands, when it is due and what happened, in one
/// transaction. Whatever ends the process before has changed nothing: the same decision then
/// performs the same actions again, with the same ``HandlerContext/key``.
public struct Runs: Sendable {
  /// What may be set otherwise.
  public struct Options: Sendable {
    /// How long an action may take beside which the user may choose, or that a timer ends. Then it
    /// is cancelled, and the job performs it again with the same key.
    public var patience: Duration = .seconds(5)
    /// How long any other action may take. Then the run stays at its step with a problem.
    public var deadline: Duration = .seconds(60)
    /// How long it takes until an action is performed again that was cancelled, or that has failed
    /// for the first time. After each further failure it is twice as long, at most a minute.
    public var pause: Duration = .seconds(1)
    /// How often in a row an action may fail before only a person tries it again.
    public var tries: Int = 10
    /// How often a transaction is tried again that the database has lost, at once and then after
    /// 0.1, 0.2, 0.4 seconds and so on.
    public var attempts: Int = 6
    /// Is told of every problem, for a log: of a run, or of the job itself, without a run. The error
    /// may have what a handler has put into its own error; the database does not get that.
    public var report: (@Sendable (_ run: String?, _ problem: any Error) -> Void)?

    /// The usual ones.
    public init() {}
  }

  let store: any RunStore
  let release: Release
  let older: [Release]
  let handlers: Handlers
  let keys: SealingKeys
  let options: Options
  let clock: any RunClock

  /// - Parameters:
  ///   - release: the flows that new runs begin with.
  ///   - older: flows that waiting runs may still need.
  ///   - handlers: the code of the actions.
  ///   - keys: seal secrets between two requests.
  ///   - clock: the clock of timers. The time of day decides what is due.
  public init(
    _ store: any RunStore, release: Release, older: [Release] = [], handlers: Handlers,
    keys: SealingKeys, options: Options = Options(), clock: any RunClock = SystemRunClock()
  ) {
    self.store = store
    (self.release, self.older) = (release, older)
    (self.handlers, self.keys) = (handlers, keys)
    (self.options, self.clock) = (options, clock)
  }

  // MARK: Requests

  /// Starts a run, and goes on until somebody has to decide.
  ///
  /// - Parameters:
  ///   - flow: the id of its flow, or its alias.
  ///   - id: a name that no other run has. Choose it before the request is made, so that a request
  ///     that is repeated does not start a second run.
  ///   - facts: first values of facts, by name.
  /// - Throws: ``StoreError/exists(_:)``, also when the same request was made before.
  @discardableResult
  public func start(
    _ flow: String, id: String, facts: [String: String] = [:]
  ) async throws -> StoredRun {
    guard let found = release.program.catalogue.flow(named: flow) else {
      throw RunnerError.cannotStart(flow)
    }
    let change = Int64.random(in: 1 ... .max)
    return try await again { () async throws -> StoredRun in
      try await store.transaction { transaction in
        // The transaction before was written, though the database could not say so.
        if let written = try await transaction.find(id), written.change == change {
          return try await view(of: written)
        }
        let begun = RunRecord(
          id: id, flow: found.id, version: 0, release: release.name, place: "", name: "",
          due: nil, snapshot: nil, secrets: nil, problem: nil, tries: 0, end: nil,
          change: change, changedAt: clock.timeOfDay, marking: nil)
        // The row is locked from here on, so that the same name is not started twice at once.
        try await transaction.insert(begun)
        let runner = try Runner(
          release.program, start: found, handlers: handlers, facts: facts, clock: clock,
          deadline: options.deadline)
        await runner.identify(as: id)
        let progress = await advance(runner)
        return try await write(begun, runner, release, change, progress, transaction)
      }
    }
  }

  /// How a run would stand that is started now, for a page before the first decision: start the run
  /// when that comes, so that whoever only looks makes none. Nothing is performed or kept, so it is
  /// for flows whose first step asks somebody.
  ///
  /// - Parameters:
  ///   - flow: the id of its flow, or its alias.
  ///   - facts: first values of facts, by name.
  public func preview(_ flow: String, facts: [String: String] = [:]) async throws -> StoredRun {
    guard let found = release.program.catalogue.flow(named: flow) else {
      throw RunnerError.cannotStart(flow)
    }
    let runner = try Runner(
      release.program, start: found, handlers: handlers, facts: facts, clock: clock)
    let situation = await runner.situation
    let record = RunRecord(
      id: "", flow: found.id, version: 1, release: release.name,
      place: situation.step.qualified, name: situation.step.qualifiedName, due: nil, snapshot: nil,
      secrets: nil, problem: nil, tries: 0, end: nil, change: 0, changedAt: clock.timeOfDay,
      marking: nil)
    return StoredRun(record, situation)
  }

  /// How a run stands. Nothing is performed.
  public func look(_ id: String) async throws -> StoredRun {
    let found = try await again {
      try await store.transaction { try await $0.find(id) }
    }
    guard let found else { throw StoreError.unknown(id) }
    return try await view(of: found)
  }

  /// Takes a row, and goes on until somebody has to decide again.
  ///
  /// - Parameters:
  ///   - row: its name or id, with or without its flow.
  ///   - id: the run.
  ///   - entries: what the user has entered.
  ///   - seen: the version that the user has seen. Without it, a request that is repeated, or made
  ///     twice at once, takes two rows.
  /// - Throws: ``StoreError``; `RunnerError.refused` and others for a row that cannot be taken now.
  ///   Nothing has changed then, and nothing of what was entered is kept.
  @discardableResult
  public func choose(
    _ row: String, in id: String, _ entries: Entries = Entries(), seen: Int64? = nil
  ) async throws -> StoredRun {
    try await change(id, seen: seen) { runner, record in
      try await runner.decide(row, entries, keys.mark(entries, of: record))
    }
  }

  /// Goes on with a run that has a problem, or whose time has come.
  @discardableResult
  public func retry(_ id: String) async throws -> StoredRun { try await change(id, seen: nil) }

  /// Runs that wait at a step, given by its id or its name with its flow: `UC2.3:1.3`.
  ///
  /// - Parameters:
  ///   - id: goes on after the run of this name.
  ///   - most: how many at most, in the order of their names.
  public func waiting(
    at step: String, after id: String = "", most: Int = 1_000
  ) async throws -> [RunRecord] {
    try await again {
      try await store.transaction {
        try await $0.waiting(at: step, after: id, most: most)
      }
    }
  }
}
