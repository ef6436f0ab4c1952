internal import CardDesk
internal import Diagnostics
package import FlowModel
package import FlowRuntime
internal import Secrets
internal import WalletApp

/// Plays a script: makes the user's decisions as the script says.
actor ScriptPlayer {
  let runner: Runner
  let simulator: Simulator
  private let script: Script
  private let program: Program
  private let clock: ScriptClock
  private var next = 0
  /// When the current `wait` is over.
  private var waitEnd: Int64?
  private var idle = 0

  /// How often the user may be asked without the script proceeding.
  private static let patience = 500

  init(_ script: Script, on program: Program, folder: String) async throws {
    guard let flow = program.catalogue.flow(named: script.flow) else {
      throw WalletProblem("there is no flow `\(script.flow)`")
    }
    clock = ScriptClock(now: script.clock)
    var beginning = World()
    if let settings = script.world { beginning = beginning.changed(by: settings) }
    simulator = try await Simulator(beginning, folder: folder, clock: clock)
    var facts = try await simulator.wallet.facts(of: program)
    for fact in script.facts { facts[fact.name] = fact.value }
    runner = try Runner(
      program, start: flow, at: script.from.flatMap { flow.step($0) },
      handlers: simulator.handlers(of: flow), facts: facts, staysInFlow: script.only,
      clock: clock.time
    )
    clock.follow(runner)
    self.script = script
    self.program = program
    // The inputs that a caller would pass.
    for input in script.inputs {
      await enter(input.value, as: input.name, isSecret: flow.parameters.contains(input.name))
    }
  }

  /// Plays the script to its end and returns how the run ended.
  func drive() async throws -> String {
    let simulator = simulator
    let driver = RunDriver(runner) {
      try await simulator.answerCaller(after: $0)
    } decide: {
      try await self.decide($0)
    }
    switch try await driver.drive() {
    case .ended(let end): return try ended(end.description)
    case .left(let step): return try ended("goto \(step.flow.id)")
    case .waiting, .working, nil:
      let machine = await runner.state
      guard let event else { return machine.standing }
      throw Stuck(
        message: "the run is at `\(machine.step.qualified)`, which has no such row",
        span: event.span,
        help: machine.rows.map { "`\($0.reference)` \($0.text)" }.joined(separator: ", "))
    }
  }

  private func ended(_ end: String) throws -> String {
    guard let event else { return end }
    throw Stuck(message: "the run ended (\(end)) before this", span: event.span, help: nil)
  }

  // MARK: What happens from outside

  private var event: Script.Event? { next < script.events.count ? script.events[next] : nil }

  /// The user's decision at a step. Nil to let time pass.
  private func decide(_ situation: Situation) async throws -> RunDriver.Decision? {
    let before = next
    defer { idle = next == before ? idle + 1 : 0 }
    guard idle < ScriptPlayer.patience else {
      throw WalletProblem("the run goes round and nothing stops it")
    }
    guard situation.isWorking else {
      let due = situation.machine.timer?.due
      let decision = try await act(situation, before: due ?? .max)
      if decision == nil, let due { clock.time.advance(to: due) }
      return decision
    }
    // An action that can answer at once comes before the user.
    while let time = await clock.sleeper() {
      // The action has answered, and it is that of a later step which sleeps now. Whoever is asked
      // there says what comes first.
      guard await !runner.state.hasMoved(since: situation.machine) else {
        clock.tell(time)
        return nil
      }
      if let decision = try await act(situation, before: time) { return decision }
      clock.time.advance(to: time)
    }
    return nil
  }

  /// Performs the next event of the script, if it belongs to this step and comes before that time.
  private func act(
    _ situation: Situation, before limit: Int64
  ) async throws -> RunDriver.Decision? {
    while let event {
      switch event.kind {
      case .world(let settings):
        guard isForHere(situation) else { return nil }
        await simulator.phone.change { $0.changed(by: settings) }
      case .wait(let time):
        guard isForHere(situation) else { return nil }
        let end = waitEnd ?? clock.now + time
        waitEnd = end < limit ? nil : end
        guard end < limit else { return nil }
        clock.time.advance(to: end)
      case .suspend(let name):
        guard let flow = program.catalogue.flow(named: name) else {
          throw Stuck(message: "there is no flow `\(name)`", span: event.span, help: nil)
        }
        next += 1
        return .suspend(flow)
      case .row(let name, let inputs):
        guard let row = row(name, of: situation.machine) else { return nil }
        if row.after == nil {
          guard situation.rows.contains(row) else { return nil }
          try await fill(row, of: situation.step, inputs, event)
        }
        next += 1
        return row.after == nil ? .choose(row) : nil
      }
      next += 1
    }
    return nil
  }

  /// Whether the next row of the script belongs to this step. If so, the events before it happen
  /// here.
  private func isForHere(_ situation: Situation) -> Bool {
    for event in script.events[next...] {
      if case .row(let name, _) = event.kind { return row(name, of: situation.machine) != nil }
    }
    return true
  }

  /// A row by its id, with or without its flow, or by its words, with or without `User`.
  private func row(_ name: String, of machine: Machine) -> Row? {
    if let position = machine.position(ofRow: name) { return machine.rows[position] }
    let words = name.lowercased()
    return machine.rows.first { [words, "user \(words)"].contains($0.text.lowercased()) }
  }

  // MARK: What is filled in

  private func fill(
    _ row: Row, of step: Step, _ inputs: [(name: String, value: String)], _ event: Script.Event
  ) async throws {
    for name in row.enters {
      guard let input = step.inputs.first(where: { $0.name == name }) else { continue }
      guard let value = inputs.first(where: { $0.name == name })?.value else {
        throw Stuck(
          message: "the row asks for `\(name)`", span: event.span,
          help: "write `- \(row.reference): { \(name): ... }`")
      }
      let entered = EnteredInput(value.utf8, isSecret: input.isSecret)
      guard input.refusal(of: entered) == nil else {
        throw Stuck(
          message: "the screen does not take this `\(name)`", span: event.span, help: nil)
      }
      await enter(value, as: name, isSecret: input.isSecret)
    }
  }

  private func enter(_ value: String, as name: String, isSecret: Bool) async {
    guard isSecret else { return await runner.enter(value, as: name) }
    var bytes = Array(value.utf8)
    await runner.enter(secret: Secret(moving: &bytes), as: name)
  }
}

extension Simulator {
  /// The lines to show beside the screen: those of the app, and of the desk.
  package func takeNotices() async -> [String] {
    await wallet.takeNotices() + desk.takeLines()
  }

  /// The answers that the caller in this process has received since the last call.
  package func takeReceived() async -> [RelyingParty.Received] { await party.takeReceived() }

  /// Wipes the secrets of the run, of the app and of the desk.
  package func endRun() async {
    await wallet.endRun()
    await desk.endRun()
  }

  /// The values of all handlers, of the app and of the desk, by action.
  package var values: [String: Set<String>] {
    Handlers.wallet(wallet).values.merging(Handlers.desk(desk).values) { $0.union($1) }
  }

  /// The outcomes of all handlers, of the app and of the desk, by action.
  package var outcomes: [String: Set<String>] {
    Handlers.wallet(wallet).outcomes.merging(Handlers.desk(desk).outcomes) { $0.union($1) }
  }

  /// The handlers of a flow: those of the desk if it does something that only a desk does, or else
  /// the app's.
  package func handlers(of flow: Flow) -> Handlers {
    let app = Handlers.wallet(wallet)
    let desk = Handlers.desk(desk)
    let isAtDesk = flow.steps.contains { step in
      step.action.map { desk.outcomes[$0] != nil && app.outcomes[$0] == nil } ?? false
    }
    return isAtDesk ? desk : app
  }

  /// Rows with `answer` tell the caller how the run ended, except for rows whose action does that.
  package func answerCaller(after entries: [TraceEntry]) async throws {
    await desk.answerBrowser(after: entries)
    for entry in entries where entry.step.action != "caller.answer" {
      if let code = entry.row.answer.flatMap({ Int($0) }) { try await wallet.answer(code: code) }
    }
  }
}
