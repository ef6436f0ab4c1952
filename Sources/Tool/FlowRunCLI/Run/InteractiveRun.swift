internal import ArgumentParser
internal import Files
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import Markup
internal import WalletApp
internal import WalletSimulator

/// A run by hand: prints screens and steps, and takes the rows that keys select. In a world, the
/// handlers act, and the user decides only what a user of the app decides.
struct InteractiveRun {
  let program: Program
  let flow: Flow
  let options: RunOptions
  /// Nil with `--by-itself`: the run stops where somebody has to decide.
  let terminal: Terminal?
  /// The handlers' world. Nil if the user chooses every row.
  let world: Simulator?
  let clock: any RunClock
  let progress: RunProgress

  init(
    program: Program, flow: Flow, options: RunOptions, terminal: Terminal?,
    world: Simulator? = nil, clock: any RunClock = SystemRunClock()
  ) {
    self.program = program
    self.flow = flow
    self.options = options
    self.terminal = terminal.map { _ in
      Terminal(output: options.trace == nil ? .standardOutput : .standardError)
    }
    self.world = world
    self.clock = clock
    progress = RunProgress(hasHandlers: world != nil)
  }

  func run() async throws {
    let start = options.from.flatMap { flow.step($0) }
    var facts = try await world?.wallet.facts(of: program) ?? [:]
    facts.merge(options.facts) { $1 }
    var handlers = world?.handlers(of: flow) ?? Handlers()
    // Flows without an action of the wallet are of another app, and none of their actions is a
    // misspelling of one of the wallet's.
    let actions = Set(program.catalogue.flows.flatMap(\.steps).compactMap(\.action))
    if actions.isDisjoint(with: handlers.actions) { handlers = Handlers() }
    // Without a world file, the user decides how a scan of the finger ends.
    if terminal != nil, options.world == nil { handlers.unbind("biometrics.scan") }
    let runner: Runner
    do {
      runner = try Runner(
        program, start: flow, at: start, handlers: handlers, facts: facts,
        staysInFlow: options.only, clock: clock)
    } catch {
      throw Refusal(error.description)
    }
    if isFull { await runner.keepStates() }
    let inspector =
      options.inspect
      ? try await Inspector(of: flow, from: await runner.state) : nil
    if terminal != nil, options.trace == nil, Console.hidesOutput {
      Console.current.err(
        "flowrun: note: standard output has the screens, so they are not shown here; "
          + "Ctrl-C leaves\n"
      )
    }
    let hint = terminal == nil ? "" : "  (q leaves, ? helps)"
    say("\(flow.id) \(TerminalText.line(flow.title))\(hint)\n")
    do {
      try await drive(runner, handlers, inspector)
      await inspector?.finish()
    } catch {
      await inspector?.finish()
      await world?.endRun()
      guard let error = error as? RunnerError else { throw error }
      // A failure of a handler, such as to write a file, is not the flow's.
      if case .handlerFailed = error { throw Refusal(error.description) }
      throw Refusal(error.description, status: 1)
    }
    await world?.endRun()
  }

  private func drive(
    _ first: Runner, _ handlers: Handlers, _ inspector: Inspector?
  ) async throws {
    var runner = first
    while true {
      let now = runner
      let linger = RunDriver.Linger(after: .milliseconds(300)) { _ in await watch(now) }
      // Without handlers, nothing takes time.
      let driver = RunDriver(
        now,
        tell: {
          try await tell($0, now)
          await inspector?.tell(progress.entries, at: now.state)
        }, linger: world == nil ? nil : linger,
        decide: {
          await inspector?.tell(progress.entries, at: now.state)
          return try await decide($0, now, handlers)
        })
      do {
        switch try await driver.drive() {
        case .ended(let end):
          await finish(now, end.description)
          return try refuseMissing(end)
        case .left(let step):
          await inspector?.tell(progress.entries, at: now.state, end: "goto \(step.flow.id)")
          return await finish(now, "goto \(step.flow.id)")
        case .waiting, .working:
          await stop(now, inspector)
          throw ExitCode(1)
        case nil:
          if let next = await progress.takeMove() {
            runner = next.runner
            if isFull { await runner.keepStates() }
            _ = try await runner.suspend(into: next.flow)
            continue
          }
          guard let machine = await progress.takeTarget() else {
            await stop(now, inspector)
            throw ExitCode(130)
          }
          runner = try Runner(
            machine, handlers: handlers, staysInFlow: options.only, clock: clock)
          if isFull { await runner.keepStates() }
        }
      } catch RunnerError.cancelled {
        guard await progress.hasLeft else { throw RunnerError.cancelled }
        await stop(now, inspector)
        throw ExitCode(130)
      }
    }
  }

  /// Whether the trace is a full one.
  private var isFull: Bool { options.trace?.isFull ?? false }

  private func stop(_ runner: Runner, _ inspector: Inspector?) async {
    let machine = await runner.state
    say("stopped at \(machine.step.qualified)\n")
    if options.trace != nil { await finish(runner, machine.standing) }
    await inspector?.tell(
      progress.entries, at: machine, end: "stopped at \(machine.step.qualified)")
    await runner.cancel()
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
  private func tell(_ entries: [TraceEntry], _ runner: Runner) async throws {
    await tellRows(of: runner)
    guard let world else { return }
    do { try await world.answerCaller(after: entries) } catch {
      say("    \(TerminalText.line("\(error)"))\n")
    }
    await showNotices()
  }

  func showNotices() async {
    for notice in await world?.takeNotices() ?? [] { say("    \(notice)\n") }
    // The verdict of the website in this process about the answer.
    for received in await world?.takeReceived() ?? [] {
      for line in ["the caller: \(received.sentence)"] + received.checks {
        say("    \(TerminalText.line(line))\n")
      }
    }
  }

  /// Prints the rows that were taken since the last call.
  func tellRows(of runner: Runner) async {
    let catalogue = await runner.state.program.catalogue
    await progress.tell(await runner.trace) { entries, previous in
      if let trace = options.trace {
        StatusLine.end()
        trace.print(entries, after: previous, names: options.names)
      } else {
        for entry in entries { say(telling(entry, catalogue)) }
      }
    }
  }

  private func telling(_ entry: TraceEntry, _ catalogue: Catalogue) -> String {
    let row = entry.row
    var text = entry.step.text(in: catalogue)
    if row.kind != .own { text += ": \(row.text)" }
    if entry.isPassedOver { text += " (passed over)" }
    if let does = row.does { text += " (\(does))" }
    var more: [String] = []
    if let message = entry.message { more.append(message) }
    if let answer = row.answer { more.append("answers the caller: \(answer)") }
    text = ([text] + more).map(TerminalText.line).joined(separator: "\n    ")
    text = "  \(row.qualified)  \(text) -> \(entry.target)\n"
    guard options.reading == .written else { return text }
    if let meant = row.meant {
      let why = row.why.map { ": \($0)" } ?? ""
      text +=
        "    known slip, \(meant) was meant\(TerminalText.line(why)). `--as-meant` goes there\n"
    } else if let slip = row.slip {
      text += "    known slip: \(TerminalText.line(slip))\n"
    }
    return text
  }

  private func finish(_ runner: Runner, _ end: String) async {
    guard let trace = options.trace else { return say(TraceFormat.text(end: end)) }
    StatusLine.end()
    let machine = await runner.state
    trace.print(
      end: end, at: machine.clock, await runner.openTrace,
      trace.isFull ? TraceState(machine) : nil,
      await progress.entries)
  }

  /// Ends the line on which keys were typed.
  func endLine() {
    if StatusLine.isShown { StatusLine.end() } else { say("\n") }
  }

  /// Prints text for the user: to standard error if a trace is printed to standard output.
  func say(_ text: String) {
    StatusLine.end()
    let console = Console.current
    if options.trace == nil {
      console.out(text.wrapped(to: console.columns))
    } else {
      console.err(text.wrapped(to: console.columns))
    }
  }
}
