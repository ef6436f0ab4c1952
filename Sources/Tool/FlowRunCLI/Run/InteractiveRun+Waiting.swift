internal import Files
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import Markup
internal import TTY

extension InteractiveRun {
  /// Shows what an action waits for while there is no choice, and lets the user leave.
  func watch(_ runner: Runner) async {
    // Show who asks before the card is on the reader, even if no PIN has to be entered.
    guard let terminal else { return await showNotices() }
    await terminal.listening {
      var shown: Step?
      var isShort = false
      while !Task.isCancelled {
        let situation = await runner.situation
        let due = await runner.due
        let left = due.map { clock.seconds(until: $0) }
        if situation.step != shown {
          StatusLine.end()
          // The rows before this step; afterwards, the driver tells them.
          await tellRows(of: runner)
          await showNotices()
          shown = situation.step
          terminal.showDropping()
          isShort = showStep(situation, left, terminal)
        }
        if isCounting(terminal) { show(situation, left, isShort, terminal) }
        let live = due.map {
          LivePrompt(terminal, clock, due: $0, isLimit: situation.mayEndBeforeTimer)
        }
        switch StatusLine.unlessCancelled({ terminal.key(within: 0) }) {
        case .stop: return await leave(runner)
        case .redraw:
          StatusLine.end()
          shown = nil
        case .character(let scalar):
          guard let key = RunKey(Character(scalar)) else { break }
          if await perform(key, terminal, live) { return await leave(runner) }
          shown = nil
        case .enter, .backspace, .escape, .otherKey, .timeout, nil: break
        }
        do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      }
    }
  }

  /// Performs a command while there is no choice. Returns whether the user leaves.
  private func perform(_ key: RunKey, _ terminal: Terminal, _ live: LivePrompt?) async -> Bool {
    switch key {
    case .leave:
      if terminal.agrees(to: "Leave? You cannot continue this run later.", live) ?? true {
        return true
      }
    case .help: say(help(RunKey.always))
    case .trace: await showTrace()
    case .back, .suspend: say("`\(key.rawValue)` works where you can choose; ? helps\n")
    }
    return false
  }

  private func awaited(_ situation: Situation) -> String {
    let step = situation.step
    let said = step.loading ?? (step.activity.isShown ? nil : situation.message)
    return TerminalText.line(
      "\(step.qualified)  \(said ?? step.text(in: situation.machine.program.catalogue)) ...")
  }

  /// Whether there is a line with a countdown. Beside a trace, only a terminal that can write it
  /// again gets one.
  private func isCounting(_ terminal: Terminal) -> Bool {
    options.trace == nil || !Console.current.isDumb(terminal.output)
  }

  /// Shows what is awaited on lines of its own, if it does not fit the line of the countdown, or if
  /// there is no such line. Returns whether it has.
  private func showStep(_ situation: Situation, _ left: Int64?, _ terminal: Terminal) -> Bool {
    let columns = Console.current.columns ?? 80
    guard !isCounting(terminal) || line(situation, left).columns >= columns else { return false }
    say("  \(awaited(situation))\n")
    return true
  }

  private func line(_ situation: Situation, _ left: Int64?) -> String {
    "  \(left.map { "\(time($0, situation)), " } ?? "")\(awaited(situation)) "
  }

  private func time(_ left: Int64, _ situation: Situation) -> String {
    "\(situation.mayEndBeforeTimer ? "at most " : "")\(left) s left"
  }

  private func show(
    _ situation: Situation, _ left: Int64?, _ isShort: Bool, _ terminal: Terminal
  ) {
    if Console.current.isDumb(terminal.output), StatusLine.isShown { return }
    let short = "  \(left.map { time($0, situation) } ?? "...") "
    StatusLine.show(isShort ? short : line(situation, left), to: terminal.output)
  }

  private func leave(_ runner: Runner) async {
    await progress.leave()
    await runner.cancel()
  }
}

extension Situation {
  /// Whether the row of the timer is also one for an answer of the running action: the time is then
  /// a limit, such as the longest pause that a server makes.
  var mayEndBeforeTimer: Bool { isWorking && timer?.row.expectedOutcome != nil }
}
