internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import Secrets
internal import TTY

extension InteractiveRun {
  /// What a key does that is not the key of a row.
  private enum Command: Character, CaseIterable {
    case leave = "q"
    case help = "?"
    case back = "u"
    case suspend = "b"
    case trace = "t"

    var about: String {
      switch self {
      case .leave: "leaves the run"
      case .help: "shows this help"
      case .back: "takes the last row back, unless something real has happened since"
      case .suspend: "puts the app into the background and lets it return"
      case .trace: "shows the rows taken so far"
      }
    }

    /// The key: the letter, or the capital letter if the small one is the key of a row.
    func key(besides rows: [Character]) -> Character {
      rows.contains(rawValue) ? Character(rawValue.uppercased()) : rawValue
    }

    init?(_ key: Character) {
      guard let command = Command(rawValue: Character(key.lowercased())) else { return nil }
      self = command
    }
  }

  /// Shows a step and lets the user choose. Nil if there is no user, or if something else happens
  /// first.
  func decide(
    _ situation: Situation, _ runner: Runner
  ) async throws -> RunDriver.Decision? {
    guard let terminal else {
      // What is shown is told, though nobody has to answer.
      if options.trace == nil, situation.step.showsValues, situation.activity.isShown {
        let view = ScreenView(
          situation: situation, catalogue: program.catalogue, rows: [], keys: [])
        say(view.text(columns: Console.current.columns))
      }
      return nil
    }
    return await terminal.listening { await choose(situation, runner, terminal) }
  }

  private func choose(
    _ situation: Situation, _ runner: Runner, _ terminal: Terminal
  ) async -> RunDriver.Decision? {
    let rows = situation.rows
    let keys = InteractiveRun.keys(for: rows)
    let view = ScreenView(
      situation: situation, catalogue: program.catalogue, rows: rows, keys: keys)
    func show() { say(view.text(columns: Console.current.columns) + (isCounting ? "" : "> ")) }
    /// Whether the line of the prompt says how much time is left.
    var isCounting: Bool { situation.machine.timer != nil && !Console.current.isDumb }
    show()
    var left: Int64 = -1
    while true {
      let row: Row
      switch terminal.key(within: situation.isContested ? 0 : nil) {
      case .timeout:
        if isCounting, let due = situation.machine.timer?.due, seconds(until: due) != left {
          left = seconds(until: due)
          StatusLine.show("\(left) s left > ")
        }
        // The actor of the run needs this thread meanwhile.
        do { try await Task.sleep(for: .milliseconds(50)) } catch { return nil }
        continue
      case .redraw:
        say("\n")
        show()
        left = -1
        continue
      case .stop:
        say("\n")
        return .leave
      case .enter:
        say("\n")
        guard rows.count == 1 else {
          if !isCounting { say("> ") }
          continue
        }
        row = rows[0]
      case .character(let scalar):
        let key = Character(scalar)
        if let place = keys.firstIndex(of: key) {
          // A digit may be the first of a PIN that somebody has begun to type too early.
          say(key.isNumber ? "\n" : "\(key)\n")
          row = rows[place]
        } else if let command = Command(key) {
          say("\n")
          if let decision = await perform(command, keys, situation.machine, terminal) {
            return decision
          }
          show()
          left = -1
          continue
        } else {
          refuseKey(keys, isCounting)
          continue
        }
      case .backspace, .otherKey:
        refuseKey(keys, isCounting)
        continue
      }
      await progress.chooses(at: situation.machine, entering: !row.enters.isEmpty)
      for input in situation.step.inputs where row.enters.contains(input.name) {
        guard await fill(input, runner, terminal) else {
          say("\n")
          return .leave
        }
      }
      return .choose(row)
    }
  }

  private func refuseKey(_ keys: [Character], _ isCounting: Bool) {
    let all = keys.map(String.init).joined(separator: " ")
    say("\(keys.isEmpty ? "nobody can choose here" : "choose one of \(all)"), or q; ? helps\n")
    if !isCounting { say("> ") }
  }

  private func seconds(until due: Int64) -> Int64 {
    let rest = due.subtractingReportingOverflow(clock.now)
    return rest.overflow
      ? .max : max(0, rest.partialValue / 1_000 + (rest.partialValue % 1_000).signum())
  }

  // MARK: Commands

  /// Performs a command. Nil if the step is to be shown again.
  private func perform(
    _ command: Command, _ keys: [Character], _ machine: Machine, _ terminal: Terminal
  ) async -> RunDriver.Decision? {
    switch command {
    case .leave:
      guard await progress.wouldLose else { return .leave }
      return leaves(terminal) ? .leave : nil
    case .help:
      say(help(keys))
    case .trace:
      let entries = await progress.entries
      say(entries.isEmpty ? "nothing was taken yet\n" : entries.map { $0.text + "\n" }.joined())
    case .back:
      guard options.trace == nil else {
        say("the trace is printed already, so nothing can be taken back\n")
        return nil
      }
      if await progress.goBack() { return .leave }
      say("there is nothing that could be taken back\n")
    case .suspend:
      return suspension(terminal)
    }
    return nil
  }

  /// Asks whether the user really leaves. Who presses Ctrl-C then does.
  private func leaves(_ terminal: Terminal) -> Bool {
    terminal.agrees(to: "Leave? You cannot continue this run later.") ?? true
  }

  /// What the flow is about, and the keys.
  private func help(_ keys: [Character]) -> String {
    var text = "\(flow.id) \(flow.title)\n"
    for (name, words) in [("about", flow.summary), ("goal", flow.goal), ("actor", flow.actor)] {
      if let words { text += "  \(name): \(words)\n" }
    }
    for command in Command.allCases {
      text += "  \(command.key(besides: keys))  \(command.about)\n"
    }
    return text
  }

  /// Asks which flow starts when the app returns.
  private func suspension(_ terminal: Terminal) -> RunDriver.Decision? {
    let flows = program.catalogue.flows
    let usual = flows.first { flow in
      flow.rows.contains { $0.target(options.reading)?.kind == .resume }
    }
    let hint = usual.map { " (Enter for \($0.id))" } ?? ""
    guard
      let name = terminal.line(
        "The app is in the background; which flow starts when it returns?\(hint) ",
        { _ in true }, limit: 128)
    else {
      say("\n")
      return nil
    }
    guard let flow = name.isEmpty ? usual : program.catalogue.flow(named: name) else {
      say("there is no such flow; `flowrun list` names all flows\n")
      return nil
    }
    return .suspend(flow)
  }

  // MARK: Inputs

  /// Asks for an input until it has the right length. Returns false if the user leaves.
  private func fill(_ input: Input, _ runner: Runner, _ terminal: Terminal) async -> Bool {
    let accepts: (Unicode.Scalar) -> Bool = { input.isDigits ? ("0"..."9").contains($0) : true }
    let limit = input.length.upperBound
    let prompt = "\(input.name) (\(input.requirement)): "
    while true {
      if input.isSecret {
        guard let secret = terminal.secret(prompt, accepts, limit: limit) else { return false }
        if input.length.contains(secret.count) {
          await runner.enter(secret: secret, as: input.name)
          return true
        }
      } else {
        guard let text = terminal.line(prompt, accepts, limit: limit) else { return false }
        if input.length.contains(text.utf8.count) {
          await runner.enter(text, as: input.name)
          return true
        }
      }
      say("that is not \(input.requirement)\n")
    }
  }

  // MARK: Waiting

  /// Shows what an action waits for while nobody can choose, and lets the user leave.
  func watch(_ step: Step, _ runner: Runner) async {
    let what = "\(step.qualified)  \(step.loading ?? step.text(in: program.catalogue)) ..."
    // Who asks is told before the card is on the reader, even if no PIN has to be entered.
    guard let terminal else { return await showNotices() }
    // A script gets the same output however long something takes.
    await tellRows(of: runner)
    await showNotices()
    guard options.trace == nil else { return say("  \(what)\n") }
    await terminal.listening {
      var left: Int64 = -1
      while !Task.isCancelled {
        let due = await runner.state.timer?.due
        if let now = due.map({ seconds(until: $0) }) ?? (left < 0 ? 0 : nil), now != left {
          left = now
          StatusLine.show("  \(due == nil ? "" : "\(now) s left, ")\(what)")
        }
        switch StatusLine.unlessCancelled({ terminal.key(within: 0) }) {
        case .stop: return await leave(runner)
        case .character("q"):
          StatusLine.end()
          if leaves(terminal) {
            return await leave(runner)
          }
          left = -1
        case .redraw: left = -1
        case .character, .enter, .backspace, .otherKey, .timeout, nil: break
        }
        do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      }
    }
  }

  private func leave(_ runner: Runner) async {
    await progress.leave()
    await runner.cancel()
  }
}
