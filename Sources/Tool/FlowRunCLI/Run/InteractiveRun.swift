internal import ArgumentParser
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import JSON
internal import Markup
internal import Secrets
internal import WalletApp
internal import WalletSimulator

/// A run by hand: prints screens and steps, and takes the rows that keys select. In a world, the
/// handlers act, and the user decides only what a user of the app decides.
struct InteractiveRun {
  let program: Program
  let flow: Flow
  let from: String?
  let facts: [String: String]
  let staysInFlow: Bool
  let trace: TraceFormat?
  /// Nil with `--by-itself`: the run stops where somebody has to decide.
  let terminal: Terminal?
  /// The handlers' world. Nil if the user chooses every row.
  let world: Simulator?
  /// Whether the user at the terminal decides how a scan of the finger ends, not the world.
  let asksForFinger: Bool
  private let clock: any RunClock

  init(
    program: Program, flow: Flow, from: String?, facts: [String: String], staysInFlow: Bool,
    trace: TraceFormat?, terminal: Terminal?, world: Simulator? = nil,
    asksForFinger: Bool = false, clock: any RunClock = SystemRunClock()
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
    var facts = try await world?.wallet.facts(of: program) ?? [:]
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
    say("\(flow.id) \(TerminalText.line(flow.title))\(terminal == nil ? "" : "  (q leaves)")\n")
    do {
      try await drive(runner)
    } catch let error as RunnerError {
      await world?.wallet.endRun()
      Console.current.err("flowrun: \(TerminalText.lines("\(error)"))\n")
      throw ExitCode(1)
    } catch {
      await world?.wallet.endRun()
      throw error
    }
    await world?.wallet.endRun()
  }

  private func drive(_ runner: Runner) async throws {
    let linger = RunDriver.Linger(after: .milliseconds(300)) { step in
      // Who asks is told before the card is on the reader, even if no PIN has to be entered.
      await showNotices()
      say("  \(step.qualified)  \(TerminalText.line(step.text(in: program.catalogue))) ...\n")
    }
    // Without handlers, nothing takes time.
    let driver = RunDriver(runner, tell: tell, linger: world == nil ? nil : linger) {
      try await decide($0, runner)
    }
    switch try await driver.drive() {
    case .ended(let end): await finish(runner, end.description)
    case .left(let step): await finish(runner, "goto \(step.flow.id)")
    case .waiting, .working:
      await stop(runner)
      throw ExitCode(1)
    case nil:
      await stop(runner)
      throw ExitCode(130)
    }
  }

  private func stop(_ runner: Runner) async {
    say("stopped at \(await runner.state.step.qualified)\n")
    await runner.cancel()
  }

  // MARK: Deciding

  /// Shows a step and lets the user choose. Nil if there is no user, or if something else happens
  /// first.
  private func decide(
    _ situation: Situation, _ runner: Runner
  ) async throws -> RunDriver.Decision? {
    guard let terminal else { return nil }
    let rows = situation.rows
    let keys = InteractiveRun.keys(for: rows)
    let view = ScreenView(situation.step, in: program.catalogue, rows: rows, keys: keys)
    say(view.text + "> ")
    while !Task.isCancelled {
      let row: Row
      switch terminal.key(timeout: situation.isContested ? 100 : nil) {
      case .stop,
        .character("q") where !keys.contains("q"):
        say("\n")
        return .leave
      case .timeout:
        await Task.yield()
        continue
      case .enter:
        say("\n")
        guard rows.count == 1 else {
          say("> ")
          continue
        }
        row = rows[0]
      case .character(let key):
        guard let place = keys.firstIndex(of: key) else {
          say("\(key): choose one of \(keys.map(String.init).joined(separator: " ")), or q\n> ")
          continue
        }
        say("\(key)\n")
        row = rows[place]
      }
      for input in situation.step.inputs where row.enters.contains(input.name) {
        guard await fill(input, runner) else {
          say("\n")
          return .leave
        }
      }
      return .choose(row)
    }
    say("\n")
    return nil
  }

  /// Asks for an input until it has the right length. Returns false if the user leaves.
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

  /// One key per row: the last letter of its id, or else the next free key.
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

  // MARK: Printing

  /// Prints the rows that were taken, and the wallet's notices.
  private func tell(_ entries: [TraceEntry]) async {
    for entry in entries {
      switch trace {
      case .json: Console.current.out(entry.json + "\n")
      case .text: Console.current.out(entry.text + "\n")
      case nil: say(telling(entry))
      }
    }
    guard let world else { return }
    do { try await world.answerCaller(after: entries) } catch {
      say("    \(TerminalText.line("\(error)"))\n")
    }
    await showNotices()
  }

  private func showNotices() async {
    for notice in await world?.wallet.takeNotices() ?? [] { say("    \(notice)\n") }
  }

  private func telling(_ entry: TraceEntry) -> String {
    var text = entry.step.text(in: program.catalogue)
    if entry.row.kind != .own { text += ": \(entry.row.text)" }
    if entry.isPassedOver { text += " (passed over)" }
    if let does = entry.row.does { text += " (\(does))" }
    var more: [String] = []
    if let message = entry.row.message { more.append(message) }
    if let answer = entry.row.answer { more.append("answers the caller: \(answer)") }
    text = ([text] + more).map(TerminalText.line).joined(separator: "\n    ")
    return "  \(entry.row.qualified)  \(text) -> \(entry.target)\n"
  }

  private func finish(_ runner: Runner, _ end: String) async {
    if trace == .json {
      let end = JSONValue.object([
        "end": .string(end), "at": .integer(await runner.state.clock),
      ])
      Console.current.out(end.text + "\n")
    } else {
      say("end: \(end)\n")
    }
  }

  /// Prints text for the user: to standard error if a trace is printed to standard output.
  func say(_ text: String) {
    trace == nil ? Console.current.out(text) : Console.current.err(text)
  }
}
