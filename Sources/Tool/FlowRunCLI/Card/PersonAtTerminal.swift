internal import CardDesk
internal import EstEID
internal import FlowModel
internal import FlowRuntime
internal import Secrets
internal import TTY

/// The person at the terminal, or the codes in a file descriptor.
actor PersonAtTerminal: DeskPerson {
  private let code: PINReference?
  private let can: CANSource
  private let codesFrom: Int32?
  /// The clock of the run, whose timers prompts show. Nil if it stands still.
  private let clock: (any RunClock)?
  /// The lines that were shown already.
  private var shown: Set<String> = []
  private var isFirstCAN = true
  /// Whether anything was shown to the person.
  private(set) var hasShown = false

  /// - Parameter code: the code that is changed. Nil if none is.
  init(
    code: PINReference? = nil, can: CANSource, codesFrom: Int32? = nil,
    clock: (any RunClock)? = nil
  ) {
    self.clock = clock
    self.code = code
    self.can = can
    self.codesFrom = codesFrom
  }

  func decide(_ dialog: Dialog, in run: Runner) async throws -> Row? {
    guard let accept = dialog.accept else { return try await wait(dialog) }
    if dialog.fields.map(\.name) == ["can"] {
      guard isFirstCAN || can.asksAgain else { return dialog.decline }
      isFirstCAN = false
      for line in dialog.lines where shown.insert(line).inserted {
        Console.current.out(line + "\n")
      }
      switch try await askForCAN(run) {
      case .text(let can):
        await run.enter(secret: can, as: "can")
        return accept
      case .over: return nil
      case .back: return dialog.decline
      case .stop: return dialog.decline
      case .command: return dialog.decline
      }
    }
    for line in dialog.lines where shown.insert(line).inserted { Console.current.out(line + "\n") }
    hasShown = true
    var present: Secret?
    for field in dialog.fields {
      switch try await secret(field, after: present, run) {
      case .text(let secret):
        present = secret.duplicated()
        await run.enter(secret: secret, as: field.name)
      case .over: return nil
      case .back: return dialog.decline
      case .stop: return dialog.decline
      case .command: return dialog.decline
      }
    }
    if dialog.fields.isEmpty { return try await agrees(dialog, run) ? accept : dialog.decline }
    return accept
  }

  /// Shows what is waited for, unless it comes at once.
  private func wait(_ dialog: Dialog) async throws -> Row? {
    try await Task.sleep(for: .milliseconds(300))
    if let message = dialog.message, shown.insert(message).inserted {
      Console.current.err("\(message.lowercased())\n")
    }
    guard let terminal = Console.current.terminal else { return nil }
    terminal.open()
    return await terminal.listening {
      while !Task.isCancelled {
        switch terminal.key(within: 100) {
        case .stop, .escape, .character("q"): return dialog.decline
        case .character, .enter, .backspace, .otherKey, .timeout, .redraw: await Task.yield()
        }
      }
      return nil
    }
  }

  /// The prompt that shows how much time is left. Nil without a timer.
  private func live(_ terminal: Terminal, _ run: Runner) async -> LivePrompt? {
    guard let clock, let due = await run.due else { return nil }
    return LivePrompt(terminal, clock, due: due)
  }

  private func ask(_ prompt: Terminal.Prompt, _ terminal: Terminal, _ run: Runner) async
    -> Terminal.Reply
  {
    var typed = TypedText(for: prompt)
    return await terminal.ask(for: &typed, await live(terminal, run))
  }

  private func askForCAN(_ run: Runner) async throws -> Terminal.Reply {
    guard can.asksAgain, let terminal = Console.current.terminal else {
      guard let given = try can.next() else { return .back }
      return .text(given)
    }
    terminal.open()
    return await ask(CANSource.prompt, terminal, run)
  }

  private func agrees(_ dialog: Dialog, _ run: Runner) async throws -> Bool {
    guard let terminal = Console.current.terminal else { throw PersonAtTerminal.noTerminal }
    terminal.open()
    if let message = dialog.message { Console.current.out(message + "\n") }
    return terminal.agrees(to: "Continue?", await live(terminal, run)) ?? false
  }

  /// A code for a field.
  ///
  /// - Parameter previous: the code before it. In a file descriptor, a new code is there once.
  private func secret(
    _ field: Input, after previous: borrowing Secret?, _ run: Runner
  ) async throws -> Terminal.Reply {
    let (words, digits) = words(for: field)
    if let codesFrom {
      guard field.name == "again" else {
        return .text(try checked(try Secret.line(from: codesFrom), digits, words))
      }
      switch previous {
      case .some(let previous): return .text(previous.duplicated())
      case nil: return .back
      }
    }
    guard let terminal = Console.current.terminal else { throw PersonAtTerminal.noTerminal }
    terminal.open()
    let requirement = "\(digits.lowerBound) to \(digits.upperBound) digits"
    let prompt = Terminal.Prompt(
      text: "\(words) (\(requirement)):", accepts: { ("0"..."9").contains($0) }, length: digits,
      requirement: requirement, isSecret: true)
    return await ask(prompt, terminal, run)
  }

  private func checked(
    _ typed: consuming Secret, _ digits: ClosedRange<Int>, _ words: String
  ) throws -> Secret {
    let label = words.replacing("new ", with: "").replacing(" again", with: "")
    guard typed.isDigits(digits) else {
      throw Refusal("a \(label) has \(digits.lowerBound) to \(digits.upperBound) digits")
    }
    return typed
  }

  /// The name of a field, and its number of digits.
  private func words(for field: Input) -> (String, ClosedRange<Int>) {
    guard let code else { return (field.name.uppercased(), field.length) }
    switch field.name {
    case "old": return (code.label, code.digits)
    case "new": return ("new \(code.label)", code.digits)
    case "again": return ("new \(code.label) again", code.digits)
    default: return (field.name.uppercased(), field.length)
    }
  }

  private static var noTerminal: Refusal {
    Refusal("there is no terminal to ask for the codes; give them with `--codes-from FD`")
  }
}
