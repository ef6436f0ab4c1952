internal import Diagnostics
internal import FlowModel
internal import FlowRuntime
internal import Secrets

/// One script under way.
actor ScriptPlayer {
  let runner: Runner
  let world: Simulator
  private let script: Script
  private let program: Program
  private let pacer: ScriptClock
  private let events: AsyncStream<Event>
  private let sink: AsyncStream<Event>.Continuation
  private var next = 0
  private var told = 0
  private var segment = 0

  private enum Event: Sendable {
    /// A handler waits for that time.
    case parked(Int, Int64)
    case finished(Int, Result<Pause, RunnerError>)
  }

  /// Where the run stands when it needs something from outside.
  private enum Stop {
    case ended(String)
    case waiting(Step)
    /// A handler waits, and the user may act meanwhile.
    case parked(Step, handler: Int, until: Int64)
  }

  init(_ script: Script, on program: Program, folder: String) async throws {
    guard let flow = program.catalogue.flow(named: script.flow) else {
      throw WalletProblem("there is no flow `\(script.flow)`")
    }
    let (stream, sink) = AsyncStream.makeStream(of: Event.self)
    let clock = ManualRunClock(now: script.clock)
    let pacer = ScriptClock(clock: clock) { sink.yield(.parked($0, $1)) }
    var beginning = World()
    if let settings = script.world { beginning = beginning.changed(by: settings) }
    world = try await Simulator(beginning, folder: folder, clock: clock) { until, due in
      try await pacer.pause(until: until, due: due)
    }
    var facts = try await world.wallet.facts()
    for fact in script.facts { facts[fact.name] = fact.value }
    let start = script.from.flatMap { flow.step($0) }
    runner = try Runner(
      program, start: flow, at: start, handlers: .wallet(world.wallet), facts: facts,
      staysInFlow: script.only, clock: clock)
    // What a caller would hand in.
    for input in script.inputs {
      var bytes = Array(input.value.utf8)
      if flow.parameters.contains(input.name) {
        await runner.enter(secret: Secret(moving: &bytes), as: input.name)
      } else {
        await runner.enter(input.value, as: input.name)
      }
    }
    self.script = script
    self.program = program
    self.pacer = pacer
    events = stream
    self.sink = sink
  }

  /// Plays the script to its end and says how the run ended.
  func drive() async throws -> String {
    var stop = try await go { (runner) throws(RunnerError) in try await runner.run() }
    var idle = 0
    while true {
      let before = next
      switch stop {
      case .ended(let end):
        if let event { throw stuck("the run ended (\(end)) before this", event) }
        return end
      case .waiting(let step):
        guard let following = try await act(at: step) else { return ending(at: step) }
        stop = following
      case .parked(let step, let handler, let until):
        stop = try await actMeanwhile(at: step, handler: handler, until: until)
      }
      idle = next == before ? idle + 1 : 0
      if idle > 500 { throw WalletProblem("the run goes round and nothing stops it") }
    }
  }

  private var event: Script.Event? { next < script.events.count ? script.events[next] : nil }

  /// What the user does next, changes of the world left aside.
  private var nextRow: String? {
    for event in script.events[next...] {
      if case .row(let name, _) = event.kind { return name }
    }
    return nil
  }

  // MARK: What happens from outside

  /// Does the next thing at a step that waits. Nil when nothing is left to do.
  private func act(at step: Step) async throws -> Stop? {
    let rows = await runner.state.rows
    // What nobody decides happens by itself.
    let isFree =
      rows.count == 1 && rows[0].kind == .own && rows[0].enters.isEmpty && step.buttons.isEmpty
    if let event {
      switch event.kind {
      case .world, .wait:
        // It belongs to what the user does next, which need not be here.
        if isFree, let name = nextRow, !matches(rows[0], name) { break }
        try await change(event)
        return .waiting(step)
      case .suspend(let name):
        next += 1
        guard let flow = program.catalogue.flow(named: name) else {
          throw stuck("there is no flow `\(name)`", event)
        }
        return try await go { (runner) throws(RunnerError) in try await runner.suspend(into: flow) }
      case .row(let name, let inputs):
        if let row = rows.first(where: { matches($0, name) }), row.after == nil {
          next += 1
          try await fill(row, of: step, inputs, event)
          return try await go { (runner) throws(RunnerError) in
            try await runner.choose(row.reference)
          }
        }
      }
    }
    if let due = await runner.state.timer?.due {
      pacer.clock.advance(to: due)
      if let event, case .row(let name, _) = event.kind,
        rows.contains(where: { $0.after != nil && matches($0, name) })
      {
        next += 1
      }
      return try await go { (runner) throws(RunnerError) in try await runner.fireTimer() }
    }
    if isFree {
      return try await go { (runner) throws(RunnerError) in
        try await runner.choose(rows[0].reference)
      }
    }
    if let event {
      let has = rows.map { "`\($0.reference)` \($0.text)" }.joined(separator: ", ")
      throw stuck("the run stands at `\(step.qualified)`, which has no such row", event, help: has)
    }
    return nil
  }

  /// While a handler waits the user may act; otherwise its time comes.
  private func actMeanwhile(at step: Step, handler: Int, until: Int64) async throws -> Stop {
    guard let event else { return try await release(handler, until) }
    switch event.kind {
    case .world:
      // It belongs to what the user does next, which need not be here.
      let rows = await runner.state.rows
      guard let name = nextRow, rows.contains(where: { $0.kind == .user && matches($0, name) })
      else { return try await release(handler, until) }
      try await change(event)
      return .parked(step, handler: handler, until: until)
    case .wait(let time):
      guard pacer.clock.now + time < until else { return try await release(handler, until) }
      next += 1
      pacer.clock.advance(to: pacer.clock.now + time)
      return .parked(step, handler: handler, until: until)
    case .suspend:
      return try await act(at: step) ?? .waiting(step)
    case .row(let name, let inputs):
      guard
        let row = await runner.state.rows.first(where: { $0.kind == .user && matches($0, name) })
      else { return try await release(handler, until) }
      next += 1
      try await fill(row, of: step, inputs, event)
      return try await go { (runner) throws(RunnerError) in try await runner.choose(row.reference) }
    }
  }

  private func change(_ event: Script.Event) async throws {
    next += 1
    switch event.kind {
    case .world(let settings): await world.change { $0.changed(by: settings) }
    case .wait(let time): pacer.clock.advance(to: pacer.clock.now + time)
    case .row, .suspend: break
    }
  }

  private func fill(
    _ row: Row, of step: Step, _ inputs: [(name: String, value: String)], _ event: Script.Event
  ) async throws {
    for name in row.enters {
      guard let input = step.inputs.first(where: { $0.name == name }) else { continue }
      guard let value = inputs.first(where: { $0.name == name })?.value else {
        throw stuck(
          "the row asks for `\(name)`", event, help: "write `- \(row.reference): { \(name): ... }`")
      }
      var bytes = Array(value.utf8)
      guard input.length.contains(bytes.count),
        !input.isDigits || bytes.allSatisfy({ (48...57).contains($0) })
      else { throw stuck("the screen does not take this `\(name)`", event) }
      if input.isSecret {
        await runner.enter(secret: Secret(moving: &bytes), as: name)
      } else {
        await runner.enter(value, as: name)
      }
    }
  }

  /// A row by its id, with or without its flow, or by its words, with or without the `User`.
  private func matches(_ row: Row, _ name: String) -> Bool {
    let name = name.lowercased()
    let text = row.text.lowercased()
    return [row.qualified, row.reference, row.id].contains { $0.lowercased() == name }
      || text == name || text == "user \(name)"
  }

  private func stuck(_ message: String, _ event: Script.Event, help: String? = nil) -> Stuck {
    Stuck(message: message, span: event.span, help: help)
  }

  private func ending(at step: Step) -> String {
    step.flow.kind == .errorFlow ? "error \(step.flow.id)" : "waiting \(step.qualified)"
  }

  // MARK: Going on

  private func go(
    _ body: @escaping @Sendable (Runner) async throws(RunnerError) -> Pause
  ) async throws -> Stop {
    segment += 1
    let number = segment
    let (runner, sink) = (runner, sink)
    Task {
      do throws(RunnerError) {
        sink.yield(.finished(number, .success(try await body(runner))))
      } catch { sink.yield(.finished(number, .failure(error))) }
    }
    return try await waitForStop()
  }

  private func release(_ handler: Int, _ time: Int64) async throws -> Stop {
    pacer.release(handler, at: time)
    return try await waitForStop()
  }

  private func waitForStop() async throws -> Stop {
    var iterator = events.makeAsyncIterator()
    while let event = await iterator.next(isolation: self) {
      switch event {
      case .parked(let handler, let until):
        return .parked(await runner.state.step, handler: handler, until: until)
      case .finished(let number, let result):
        // A segment that was given up for another ends as cancelled; nobody waits for it.
        guard number == segment else { continue }
        try await answerCaller()
        switch try result.get() {
        case .ended(let end): return .ended(end.description)
        case .left(let step): return .ended("goto \(step.flow.id)")
        case .waiting(let step): return .waiting(step)
        }
      }
    }
    throw CancellationError()
  }

  /// Rows with `answer` tell the caller how it ended, save the one whose action does so itself.
  private func answerCaller() async throws {
    let entries = await runner.trace
    for entry in entries.dropFirst(told) where entry.step.action != "caller.answer" {
      if let code = entry.row.answer.flatMap({ Int($0) }) {
        try await world.wallet.answer(code: code)
      }
    }
    told = entries.count
  }
}
