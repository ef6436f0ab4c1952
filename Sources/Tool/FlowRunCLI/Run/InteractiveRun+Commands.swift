internal import FlowModel
internal import FlowRuntime
internal import Markup
internal import Secrets

extension InteractiveRun {
  /// Performs a command. Nil if the step is to be shown again.
  func perform(
    _ command: RunKey, _ keys: [Character], _ terminal: Terminal, _ live: LivePrompt?
  ) async -> RunDriver.Decision? {
    switch command {
    case .leave: return await leaves(terminal, live) ? .leave : nil
    case .help: say(help(RunKey.allCases, keys))
    case .trace: await showTrace()
    case .back:
      guard options.trace == nil else {
        say("the trace is printed already, so nothing can be taken back\n")
        return nil
      }
      if await progress.goBack() { return .leave }
      say("there is nothing that could be taken back\n")
    case .suspend: break
    }
    return nil
  }

  func showTrace() async {
    let entries = await progress.entries
    say(entries.isEmpty ? "nothing was taken yet\n" : entries.map { $0.text + "\n" }.joined())
  }

  /// Asks whether the user really leaves, if something would be lost. Who presses Ctrl-C then does.
  func leaves(_ terminal: Terminal, _ live: LivePrompt?) async -> Bool {
    guard await progress.wouldLose else { return true }
    return terminal.agrees(to: "Leave? You cannot continue this run later.", live) ?? true
  }

  /// The purpose of the flow, and the keys.
  func help(_ commands: [RunKey], _ keys: [Character] = []) -> String {
    var text = "\(flow.id) \(flow.title)\n"
    for (name, words) in [("about", flow.summary), ("goal", flow.goal), ("actor", flow.actor)] {
      if let words { text += "  \(name): \(words)\n" }
    }
    for command in commands {
      text += "  \(command.key(besides: keys))  \(command.about)\n"
    }
    return text + "  Escape goes back from a prompt to the choice, Ctrl-C leaves at any time\n"
  }

  /// Asks which flow starts when the app returns. Only what the run can come to was loaded for its
  /// start, so all flows are loaded now; the run goes on with them if it needs another one.
  func suspension(
    _ runner: Runner, _ handlers: Handlers, _ terminal: Terminal, _ live: LivePrompt?
  ) async -> RunDriver.Decision? {
    guard await runner.state.waits else {
      say("the app cannot leave here: with --only, the called flow is not entered\n")
      return nil
    }
    let loaded = await runner.state.program
    let all =
      (try? options.catalogue().compiled(as: options.reading)) ?? loaded
    let usual = all.catalogue.flows.first { flow in
      flow.rows.contains { $0.target(options.reading)?.kind == .resume }
    }
    let hint = usual.map { "Enter for \($0.id), " } ?? ""
    let prompt = Terminal.Prompt(
      text:
        "The app is in the background; which flow starts when it returns? (\(hint)Esc goes back)",
      accepts: { _ in true }, length: 0...128)
    var typed = TypedText(for: prompt)
    let reply = await terminal.ask(for: &typed, live)
    guard case .text(let text) = consume reply else { return nil }
    let name = text.withBytes { String(decoding: $0, as: UTF8.self) }
    guard let flow = name.isEmpty ? usual : all.catalogue.flow(named: name) else {
      say("there is no such flow; `flowrun list` names all flows\n")
      return nil
    }
    guard !flow.isOutline else {
      say("`\(flow.id)` is an outline: it is not yet written, so it cannot run\n")
      return nil
    }
    if let known = loaded.catalogue.flow(id: flow.id) { return .suspend(known) }
    do {
      let next = try await runner.moved(
        to: all, handlers: handlers, staysInFlow: options.only)
      await progress.moves(to: next, suspendedInto: flow)
      return .leave
    } catch {
      say("`\(flow.id)` cannot start now: \(TerminalText.line("\(error)"))\n")
      return nil
    }
  }
}
