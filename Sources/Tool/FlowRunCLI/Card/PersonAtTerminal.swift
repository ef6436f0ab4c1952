internal import ArgumentParser
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
  /// The lines that were shown already.
  private var shown: Set<String> = []
  private var isFirstCAN = true
  /// Whether the person was told anything.
  private(set) var hasShown = false

  /// - Parameter code: the code that is changed. Nil if none is.
  init(code: PINReference? = nil, can: CANSource, codesFrom: Int32? = nil) {
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
      guard let can = try can.next() else { return dialog.decline }
      await run.enter(secret: can, as: "can")
      return accept
    }
    for line in dialog.lines where shown.insert(line).inserted { Console.current.out(line + "\n") }
    hasShown = true
    var present: Secret?
    for field in dialog.fields {
      guard let secret = try secret(field, after: present) else { return dialog.decline }
      present = secret.duplicated()
      await run.enter(secret: secret, as: field.name)
    }
    if dialog.fields.isEmpty { return try agrees(dialog) ? accept : dialog.decline }
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

  private func agrees(_ dialog: Dialog) throws -> Bool {
    guard let terminal = Console.current.terminal else { throw PersonAtTerminal.noTerminal }
    terminal.open()
    if let message = dialog.message { Console.current.out(message + "\n") }
    return terminal.agrees(to: "Continue?") ?? false
  }

  /// A code for a field. Nil if the person cancels.
  ///
  /// - Parameter previous: the code before it. In a file descriptor, a new code is there once.
  private func secret(_ field: Input, after previous: borrowing Secret?) throws -> Secret? {
    let (words, digits) = words(for: field)
    if let codesFrom {
      guard field.name == "again" else {
        return try checked(try Secret.line(from: codesFrom), digits, words)
      }
      switch previous {
      case .some(let previous): return previous.duplicated()
      case nil: return nil
      }
    }
    guard let terminal = Console.current.terminal else { throw PersonAtTerminal.noTerminal }
    terminal.open()
    let typed = terminal.secret(
      "\(words) (\(digits.lowerBound) to \(digits.upperBound) digits): ",
      { ("0"..."9").contains($0) }, limit: digits.upperBound)
    guard let typed else { return nil }
    return try checked(typed, digits, words)
  }

  private func checked(
    _ typed: consuming Secret, _ digits: ClosedRange<Int>, _ words: String
  ) throws -> Secret {
    let label = words.replacing("new ", with: "").replacing(" again", with: "")
    guard typed.isDigits(digits) else {
      throw refuse("a \(label) has \(digits.lowerBound) to \(digits.upperBound) digits")
    }
    return typed
  }

  /// What a field is called, and how many digits it has.
  private func words(for field: Input) -> (String, ClosedRange<Int>) {
    guard let code else { return (field.name.uppercased(), field.length) }
    switch field.name {
    case "old": return (code.label, code.digits)
    case "new": return ("new \(code.label)", code.digits)
    case "again": return ("new \(code.label) again", code.digits)
    default: return (field.name.uppercased(), field.length)
    }
  }

  private static var noTerminal: ExitCode {
    refuse("there is no terminal to ask for the codes; give them with `--codes-from FD`")
  }
}
