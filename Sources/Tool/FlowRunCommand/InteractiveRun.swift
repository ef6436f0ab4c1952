internal import ArgumentParser
internal import FlowExport
internal import FlowModel
internal import FlowRuntime
internal import JSON
internal import Secrets

/// A run by hand: screens are drawn, system steps are told, keys choose.
struct InteractiveRun {
  let program: Program
  let flow: Flow
  let from: String?
  let facts: [String: String]
  let staysInFlow: Bool
  let trace: RunCommand.TraceFormat?
  let terminal: Terminal
  private let clock = SystemRunClock()

  init(
    program: Program, flow: Flow, from: String?, facts: [String: String], staysInFlow: Bool,
    trace: RunCommand.TraceFormat?, terminal: Terminal
  ) {
    self.program = program
    self.flow = flow
    self.from = from
    self.facts = facts
    self.staysInFlow = staysInFlow
    self.trace = trace
    self.terminal = terminal
  }

  func run() async throws {
    let start = try from.map { id in
      guard let step = flow.step(id) else {
        throw refuse("`\(flow.id)` has no step `\(id)` to start from")
      }
      return step
    }
    let runner: Runner
    do {
      runner = try Runner(
        program, start: flow, at: start, facts: facts, staysInFlow: staysInFlow, clock: clock)
    } catch {
      throw refuse(error.description)
    }
    say("\(flow.id) \(flow.title)  (q leaves)\n")
    var told = 0
    do {
      var pause = try await runner.run()
      while true {
        told = await tell(runner, from: told)
        switch pause {
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
            throw ExitCode(130)
          }
          pause = next
        }
      }
    } catch let error as RunnerError {
      throw refuse(error.description)
    }
  }

  // MARK: Deciding

  /// Draws a step and lets the person choose. Nil when they leave.
  private func decide(at step: Step, _ runner: Runner) async throws -> Pause? {
    let machine = await runner.state
    let rows = machine.rows.indices.filter { machine.allows($0) }.map { machine.rows[$0] }
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
        return try await runner.fireTimer()
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

  private func take(_ row: Row, of step: Step, _ runner: Runner) async throws -> Pause? {
    for name in row.enters {
      guard let input = step.inputs.first(where: { $0.name == name }) else { continue }
      guard await fill(input, runner) else {
        say("\n")
        return nil
      }
    }
    return try await runner.choose(row.reference)
  }

  /// Asks for an input until it has the right length. False when the person leaves.
  private func fill(_ input: Input, _ runner: Runner) async -> Bool {
    let accepts: (UInt8) -> Bool = { input.isDigits ? (48...57).contains($0) : true }
    let limit = input.length.upperBound
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
    var used: Set<Character> = []
    return rows.map { row in
      let letter = row.reference.last.flatMap { $0.isLetter ? $0 : nil }
      let free = "abcdefghijklmnoprstuvwxyz0123456789".first { !used.contains($0) } ?? "?"
      let key = letter.flatMap { used.contains($0) || $0 == "q" ? nil : $0 } ?? free
      used.insert(key)
      return key
    }
  }

  // MARK: Telling

  /// Tells the rows taken since the last time. The number of rows told so far.
  private func tell(_ runner: Runner, from told: Int) async -> Int {
    let entries = await runner.trace
    for entry in entries.dropFirst(told) {
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

  private func telling(_ entry: TraceEntry) -> String {
    var text = "  \(entry.row.qualified)  "
    if entry.row.kind != .own { text += "\(entry.step.text(in: program.catalogue)): " }
    text += entry.row.text
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
  private func say(_ text: String) {
    trace == nil ? Console.current.out(text) : Console.current.err(text)
  }
}
