internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import Secrets
internal import TTY

extension InteractiveRun {
  /// Shows a step and lets the user choose. Nil if there is no user, or if something else happens
  /// first.
  func decide(
    _ situation: Situation, _ runner: Runner, _ handlers: Handlers
  ) async throws -> RunDriver.Decision? {
    guard let terminal else {
      // Tell the driver what to show. No answer is expected.
      if options.trace == nil, situation.step.showsValues, situation.activity.isShown {
        let view = ScreenView(
          situation: situation, catalogue: situation.machine.program.catalogue, rows: [], keys: [])
        say(view.text(columns: Console.current.columns))
      }
      return nil
    }
    return await terminal.listening { await choose(situation, runner, handlers, terminal) }
  }

  /// The rows that the user may choose. Without handlers, also those that only wait for their time;
  /// with them, time is the clock's.
  private func rows(of situation: Situation) -> [Row] {
    world == nil ? situation.rows : situation.choices.filter(\.isEnabled).map(\.row)
  }

  private func choose(
    _ situation: Situation, _ runner: Runner, _ handlers: Handlers, _ terminal: Terminal
  ) async -> RunDriver.Decision? {
    await progress.stays()
    let rows = rows(of: situation)
    let keys = InteractiveRun.keys(for: rows)
    let view = ScreenView(
      situation: situation, catalogue: situation.machine.program.catalogue, rows: rows, keys: keys)
    var live = await live(situation, runner, terminal)
    func show() {
      say(view.text(columns: Console.current.columns))
      terminal.showDropping()
      if live == nil { say("> ") }
    }
    show()
    while true {
      let row: Row
      switch await live == nil ? terminal.key() : live?.key() {
      // Something else has happened.
      case nil: return nil
      case .timeout: continue
      case .redraw:
        endLine()
        show()
        continue
      case .stop:
        endLine()
        return .leave
      case .enter:
        endLine()
        guard rows.count == 1 else {
          if live == nil { say("> ") }
          continue
        }
        row = rows[0]
      case .character(let scalar):
        let key = Character(scalar)
        if let place = keys.firstIndex(of: key) {
          // A digit may be the first of a PIN that somebody has begun to type too early.
          let shown = key.isNumber ? "" : String(key)
          if live == nil { say(shown) } else { live?.show(shown) }
          endLine()
          row = rows[place]
        } else if let command = RunKey(key) {
          endLine()
          if command == .suspend {
            if let decision = await suspension(runner, handlers, terminal, live) { return decision }
          } else if let decision = await perform(command, keys, terminal, live) {
            return decision
          }
          show()
          continue
        } else {
          refuseKey(keys, isLive: live != nil)
          continue
        }
      case .backspace, .escape, .otherKey:
        refuseKey(keys, isLive: live != nil)
        continue
      }
      switch await fill(row, at: situation, runner, terminal, keys) {
      case .whole:
        await progress.chooses(at: situation.machine, entering: !row.enters.isEmpty)
        return .choose(row)
      case .back: show()
      case .leave: return .leave
      case .over: return nil
      }
    }
  }

  /// The prompt while something else may happen first. Nil if nothing can.
  private func live(
    _ situation: Situation, _ runner: Runner, _ terminal: Terminal
  ) async -> LivePrompt? {
    guard situation.isContested else { return nil }
    return LivePrompt(
      terminal, clock, due: await runner.due, isLimit: situation.mayEndBeforeTimer)
  }

  private func refuseKey(_ keys: [Character], isLive: Bool) {
    let all = keys.map(String.init).joined(separator: " ")
    say(
      """
      \(keys.isEmpty ? "nobody can choose here; q leaves" : "choose one of \(all), or q"); ? \
      helps\n
      """
    )
    if !isLive { say("> ") }
  }

  // MARK: Inputs

  /// How the inputs of a row were entered.
  private enum Filling { case whole, back, leave, over }

  /// Asks for the inputs of a row. Nothing is entered before all of them are there.
  private func fill(
    _ row: Row, at situation: Situation, _ runner: Runner, _ terminal: Terminal,
    _ keys: [Character]
  ) async -> Filling {
    var entered: [(input: Input, slot: SecretSlot)] = []
    for input in situation.step.inputs where row.enters.contains(input.name) {
      var typed = TypedText(for: InteractiveRun.prompt(for: input))
      while true {
        let live = await live(situation, runner, terminal)
        let reply = await terminal.ask(for: &typed, live)
        switch consume reply {
        case .text(let text): entered.append((input, SecretSlot(text)))
        case .back: return .back
        case .over: return .over
        case .stop:
          say("\n")
          return .leave
        case .command(let key):
          guard let command = RunKey(key) else { continue }
          if await perform(command, keys, terminal, live) != nil {
            return .leave
          }
          continue
        }
        break
      }
    }
    for (input, slot) in entered {
      guard let text = slot.take() else { continue }
      if input.isSecret {
        await runner.enter(secret: text, as: input.name)
      } else {
        await runner.enter(text.withBytes { String(decoding: $0, as: UTF8.self) }, as: input.name)
      }
    }
    return .whole
  }

  /// Keys work beside digits. In a text they are text, so its prompt says how to come back to the
  /// choice.
  private static func prompt(for input: Input) -> Terminal.Prompt {
    let hint = input.isDigits ? "" : ", Esc goes back"
    return Terminal.Prompt(
      text: "\(input.label) (\(input.requirement)\(hint)):",
      accepts: { input.isDigits ? ("0"..."9").contains($0) : true },
      length: input.length, requirement: input.requirement, isSecret: input.isSecret,
      commands: RunKey.always.map(\.rawValue))
  }
}
