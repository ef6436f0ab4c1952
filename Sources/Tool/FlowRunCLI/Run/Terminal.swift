internal import Diagnostics
internal import Files
internal import Secrets
internal import Synchronization
internal import TTY

/// The dialog with the user at the terminal: keys, lines, and secrets without showing them.
struct Terminal: Sendable {
  /// Where questions are printed: standard error if standard output has a trace.
  var output = FileSystem.Output.standardOutput

  /// A text that somebody is asked for.
  struct Prompt: Sendable {
    /// The question, without the space at its end.
    let text: String
    /// Which characters belong to the text.
    let accepts: @Sendable (Unicode.Scalar) -> Bool
    /// How many bytes the text may have.
    let length: ClosedRange<Int>
    /// The name of a text of this length: `4 digits`. For a text of another length the prompt is
    /// shown again.
    var requirement = ""
    /// Whether only dots are shown.
    var isSecret = false
    /// The keys that end the prompt, where they are not accepted as text.
    var commands: [Character] = []
  }

  /// How a prompt has ended.
  enum Reply: ~Copyable {
    /// Enter: the text in UTF-8.
    case text(Secret)
    /// Escape: back to what was before the prompt.
    case back
    /// Ctrl-C.
    case stop
    /// One of the prompt's keys.
    case command(Character)
    /// Something else has happened first.
    case over
  }

  /// Takes the terminal until ``close()``: nothing that is typed is shown from now on.
  func open() { TTY.open() }

  /// Gives the terminal back, as it was before.
  static func close() { TTY.close() }

  /// Runs `work` while Ctrl-C and Ctrl-Z are keys. Otherwise they are signals, since no code looks
  /// at the keys.
  func listening<R: ~Copyable>(_ work: () async throws -> R) async rethrows -> R {
    TTY.listen()
    defer { TTY.stopListening() }
    return try await work()
  }

  /// Waits for a key, for at most this many milliseconds. If the user may not have seen what the
  /// key would answer, the run stops.
  func key(within timeout: Int64? = nil) -> TTY.Event {
    guard !Console.isIncomplete else { return .stop }
    let event = TTY.next(within: timeout)
    return Terminal.dropsKeys.withLock { drops in
      switch event {
      case .character, .backspace, .otherKey: return drops ? .timeout : event
      case .enter, .escape:
        defer { drops = false }
        return drops ? .redraw : event
      case .stop, .redraw, .timeout: return event
      }
    }
  }

  /// Whether keys are dropped until Enter or Escape: a prompt was over while somebody typed.
  /// Whoever types on does not mean the next screen.
  private static let dropsKeys = Mutex(false)

  /// Says so, if keys are dropped.
  func showDropping() {
    if Terminal.dropsKeys.withLock(\.self) {
      show(Terminal.fitted("The app went on while you typed. Press Enter to type again\n"))
    }
  }

  private func show(_ text: String) {
    let console = Console.current
    if output == .standardOutput { console.out(text) } else { console.err(text) }
  }

  /// Asks for a text.
  func ask(_ prompt: Prompt) -> Reply {
    var text = TypedText(for: prompt)
    return ask(for: &text)
  }

  /// Asks for a text, of which some may be typed already.
  ///
  /// - Parameter live: shows the time that is left, where something else may happen first.
  func ask(for text: inout TypedText, _ live: LivePrompt?) async -> Reply {
    guard let live else { return ask(for: &text) }
    return await ask(for: &text, live)
  }

  private func ask(for text: inout TypedText) -> Reply {
    TTY.listen()
    defer { TTY.stopListening() }
    let prompt = text.prompt.text + " "
    var question = Terminal.fitted(prompt)
    showDropping()
    show(question + text.shown)
    while true {
      switch text.take(key()) {
      case .none: continue
      case .added(let shown): show(String(shown))
      case .removed(let shown):
        let line = question.split(separator: "\n").last.map(String.init) ?? ""
        let end = (line + text.shown).columns + shown.columns
        if shown.columns > 0, end < Console.current.columns ?? .max {
          Console.current.control(String(repeating: "\u{8} \u{8}", count: shown.columns), output)
        } else {
          // A combining mark takes no column, and a terminal does not go back to the line above:
          // all is written again.
          show("\n" + question + text.shown)
        }
      case .redraw:
        // The terminal may have another width.
        question = Terminal.fitted(prompt)
        show("\n" + question + text.shown)
      case .entered:
        show("\n")
        if let entered = finish(&text) { return .text(entered) }
        show(question)
      case .back:
        show("\n")
        return .back
      case .stop: return .stop
      case .command(let key):
        show("\n")
        return .command(key)
      }
    }
  }

  private func ask(for text: inout TypedText, _ first: LivePrompt) async -> Reply {
    TTY.listen()
    defer { TTY.stopListening() }
    var live = first
    let question = text.prompt.text + "\n"
    StatusLine.end()
    showDropping()
    show(Terminal.fitted(question))
    while true {
      guard let event = await live.key(after: text.shown) else {
        if !text.isEmpty { Terminal.dropsKeys.withLock { $0 = true } }
        return .over
      }
      switch text.take(event) {
      case .none, .added, .removed: continue
      case .redraw:
        StatusLine.end()
        show(Terminal.fitted(question))
      case .entered:
        StatusLine.end()
        if let entered = finish(&text) { return .text(entered) }
        show(Terminal.fitted(question))
      case .back:
        StatusLine.end()
        return .back
      case .stop: return .stop
      case .command(let key):
        StatusLine.end()
        return .command(key)
      }
    }
  }

  /// The text that was typed. Nil if it is too short, which is said.
  private func finish(_ text: inout TypedText) -> Secret? {
    let entered = text.finish()
    if text.prompt.length.contains(entered.count) { return entered }
    show("that is not \(text.prompt.requirement)\n")
    return nil
  }

  /// Asks a question that has two answers. Nil if the user wants to stop (`q` or Ctrl-C).
  ///
  /// - Parameter live: shows the time that is left meanwhile.
  func agrees(to question: String, _ live: LivePrompt? = nil) -> Bool? {
    var live = live
    func prompt() -> String { Terminal.fitted("\(question) (y or n)\(live == nil ? " " : "\n")") }
    StatusLine.end()
    showDropping()
    show(prompt())
    while true {
      let answer: Bool
      switch live?.answer() ?? key() {
      case .character("y"), .character("Y"): answer = true
      case .character("n"), .character("N"), .escape: answer = false
      case .stop, .character("q"):
        StatusLine.end()
        show("\n")
        return nil
      case .redraw:
        StatusLine.end()
        show("\n" + prompt())
        continue
      case .character, .enter, .backspace, .otherKey, .timeout: continue
      }
      live?.show(answer ? "yes" : "no")
      if live == nil { show(answer ? "yes\n" : "no\n") } else { StatusLine.end() }
      return answer
    }
  }

  /// A prompt on lines that fit the terminal, with the space or the new line at its end.
  private static func fitted(_ prompt: String) -> String {
    let end = prompt.last.map(String.init) ?? ""
    return prompt.dropLast().description.wrapped(to: Console.current.columns.map { $0 - 1 }) + end
  }
}
