internal import ArgumentParser
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import JSON
internal import Secrets
internal import WalletActions

/// A run by hand: screens are drawn, system steps are told, keys choose. With a world the handlers
/// act, and the person decides what people decide.
struct InteractiveRun {
  let program: Program
  let flow: Flow
  let from: String?
  let facts: [String: String]
  let staysInFlow: Bool
  let trace: TraceFormat?
  /// Nil to run by itself, as far as nobody has to decide.
  let terminal: Terminal?
  /// The handlers' world; nil when the person chooses every row.
  let world: Simulator?
  /// Whether the finger on the sensor is the person's at the terminal, not the world's.
  let asksForFinger: Bool
  private let clock: SystemRunClock

  init(
    program: Program, flow: Flow, from: String?, facts: [String: String], staysInFlow: Bool,
    trace: TraceFormat?, terminal: Terminal?, world: Simulator? = nil,
    asksForFinger: Bool = false, clock: SystemRunClock = SystemRunClock()
  ) {
    self.program = program
    self.flow = flow
    self.from = from
    self.facts = facts
    self.staysInFlow = staysInFlow
    self.trace = trace
    self.terminal = terminal
    self.world = world
    self.asksForFinger = asksForFinger && terminal != nil
    self.clock = clock
  }

  func run() async throws {
    let start = try from.map { id in
      guard let step = flow.step(id) else {
        throw refuse("`\(flow.id)` has no step `\(id)` to start from")
      }
      return step
    }
    var facts = try await world?.wallet.facts() ?? [:]
    facts.merge(self.facts) { _, given in given }
    var handlers = world.map { Handlers.wallet($0.wallet) } ?? Handlers()
    if asksForFinger { handlers.unbind("biometrics.scan") }
    let runner: Runner
    do {
      runner = try Runner(
        program, start: flow, at: start, handlers: handlers, facts: facts, staysInFlow: staysInFlow,
        clock: clock)
    } catch {
      throw refuse(error.description)
    }
    say("\(flow.id) \(flow.title)\(terminal == nil ? "" : "  (q leaves)")\n")
    do {
      try await drive(runner)
    } catch let error as RunnerError {
      await world?.wallet.endRun()
      Console.current.err("flowrun: \(error)\n")
      throw ExitCode(1)
    } catch {
      await world?.wallet.endRun()
      throw error
    }
    await world?.wallet.endRun()
  }

  private func drive(_ runner: Runner) async throws {
    var told = 0
    do {
      var pause = try await go(runner, told: &told) { (runner) throws(RunnerError) in
        try await runner.run()
      }
      while true {
        guard let standing = pause else {
          await runner.cancel()
          throw ExitCode(130)
        }
        switch standing {
        case .ended(let end):
          try await finish(runner, end.description)
          return
        case .left(let step):
          try await finish(runner, "goto \(step.flow.id)")
          return
        case .waiting(let step):
          guard let next = try await decide(at: step, runner) else {
            say("stopped at \(step.qualified)\n")
            await runner.cancel()
            throw ExitCode(terminal == nil ? 1 : 130)
          }
          pause = try await go(runner, told: &told, next)
        }
      }
    }
  }

  /// A step of the run: taking a row, or letting time act.
  typealias Going = @Sendable (Runner) async throws(RunnerError) -> Pause

  /// Goes on. Nil when the person leaves.
  private func go(
    _ runner: Runner, told: inout Int, _ going: @escaping Going
  ) async throws -> Pause? {
    // Without handlers nothing takes time, so there is nothing to act beside.
    if world != nil { return try await goBesideHandlers(runner, told: &told, going) }
    do throws(RunnerError) {
      let pause = try await going(runner)
      told = await tell(runner, from: told)
      return pause
    } catch {
      told = await tell(runner, from: told)
      throw error
    }
  }

  /// What the wallet has to say beside the screens.
  func tellNotices() async {
    for notice in await world?.wallet.takeNotices() ?? [] { say("    \(notice)\n") }
  }

  // MARK: Deciding

  /// Draws a step and lets the person choose. Nil when they leave.
  private func decide(at step: Step, _ runner: Runner) async throws -> Going? {
    let machine = await runner.state
    let rows = machine.rows.indices.filter { machine.allows($0) }.map { machine.rows[$0] }
    guard let terminal else { return try await decideByItself(rows, machine.timer?.due) }
    let keys = InteractiveRun.keys(for: rows)
    say(ScreenView(step, in: program.catalogue, rows: rows, keys: keys).text)
    let due = machine.timer?.due
    while true {
      say("> ")
      let wait = due.map { $0 - clock.now }
      switch terminal.key(timeout: wait) {
      case .stop,
        .character("q") where !keys.contains("q"):
        say("\n")
        return nil
      case .timeout:
        say("\n")
        return { (runner) throws(RunnerError) in try await runner.fireTimer() }
      case .enter where rows.count == 1:
        say("\n")
        return try await take(rows[0], of: step, runner)
      case .character(let key):
        guard let place = keys.firstIndex(of: key) else {
          say("\(key): choose one of \(keys.map(String.init).joined(separator: " ")), or q\n")
          continue
        }
        say("\(key)\n")
        return try await take(rows[place], of: step, runner)
      case .enter: say("\n")
      }
    }
  }

  private func take(_ row: Row, of step: Step, _ runner: Runner) async throws -> Going? {
    for name in row.enters {
      guard let input = step.inputs.first(where: { $0.name == name }) else { continue }
      guard await fill(input, runner) else {
        say("\n")
        return nil
      }
    }
    let reference = row.reference
    return { (runner) throws(RunnerError) in try await runner.choose(reference) }
  }

  /// Without a person: what nobody decides, and timers.
  private func decideByItself(_ rows: [Row], _ due: Int64?) async throws -> Going? {
    if rows.count == 1, rows[0].kind == .own, rows[0].enters.isEmpty {
      let reference = rows[0].reference
      return { (runner) throws(RunnerError) in try await runner.choose(reference) }
    }
    guard let due else { return nil }
    try await clock.sleep(until: due)
    return { (runner) throws(RunnerError) in try await runner.fireTimer() }
  }

  /// Asks for an input until it has the right length. False when the person leaves.
  private func fill(_ input: Input, _ runner: Runner) async -> Bool {
    let accepts: (UInt8) -> Bool = { input.isDigits ? (48...57).contains($0) : true }
    let limit = input.length.upperBound
    guard let terminal else { return false }
    while true {
      say("\(input.name) (\(input.requirement)): ")
      if input.isSecret {
        guard let secret = terminal.secret(accepts, limit: limit) else { return false }
        if input.length.contains(secret.count) {
          await runner.enter(secret: secret, as: input.name)
          return true
        }
      } else {
        guard let text = terminal.line(accepts, limit: limit) else { return false }
        if input.length.contains(text.utf8.count) {
          await runner.enter(text, as: input.name)
          return true
        }
      }
      say("that is not \(input.requirement)\n")
    }
  }

  /// A key a row: the letter its id ends in, else the next free one.
  static func keys(for rows: [Row]) -> [Character] {
    var used: [Character] = []
    return rows.map { row in
      let letter = row.reference.last.flatMap { $0.isLetter ? $0 : nil }
      let free = "abcdefghijklmnoprstuvwxyz0123456789".first { !used.contains($0) } ?? "?"
      let key = letter.flatMap { used.contains($0) || $0 == "q" ? nil : $0 } ?? free
      used.append(key)
      return key
    }
  }

  // MARK: Telling

  /// Tells the rows taken since the last time. The number of rows told so far.
  func tell(_ runner: Runner, from told: Int) async -> Int {
    let entries = await runner.trace
    for entry in entries.dropFirst(told) {
      await answerCaller(entry)
      if trace == .json {
        Console.current.out(entry.json + "\n")
      } else if trace == .text {
        Console.current.out(entry.text + "\n")
      } else {
        say(telling(entry))
      }
    }
    return entries.count
  }

  /// A row with `answer` tells the caller how it ended, save the one whose action does so itself.
  private func answerCaller(_ entry: TraceEntry) async {
    guard let world, entry.step.action != "caller.answer",
      let code = entry.row.answer.flatMap({ Int($0) })
    else { return }
    do { try await world.wallet.answer(code: code) } catch { say("    \(error)\n") }
  }

  private func telling(_ entry: TraceEntry) -> String {
    var text = "  \(entry.row.qualified)  "
    text += entry.step.text(in: program.catalogue)
    if entry.row.kind != .own { text += ": \(entry.row.text)" }
    if entry.isPassedOver { text += " (passed over)" }
    if let does = entry.row.does { text += " (\(does))" }
    if let message = entry.row.message { text += "\n    \(message)" }
    if let answer = entry.row.answer { text += "\n    answers the caller: \(answer)" }
    return "\(text) -> \(entry.target)\n"
  }

  private func finish(_ runner: Runner, _ end: String) async throws {
    if trace == .json {
      var object = JSONObject()
      object.add("end", end)
      object.add("at", await runner.state.clock)
      Console.current.out(object.text + "\n")
    } else {
      say("end: \(end)\n")
    }
  }

  /// What is for the person does not mix with a trace on standard output.
  func say(_ text: String) {
    trace == nil ? Console.current.out(text) : Console.current.err(text)
  }
}
