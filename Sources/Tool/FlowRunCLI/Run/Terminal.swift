internal import Diagnostics
internal import Files
internal import Secrets
internal import TTY

/// The dialog with the user at the terminal: keys, lines, and secrets without showing them.
struct Terminal: Sendable {
  /// Takes the terminal until ``close()``: nothing that is typed is shown from now on.
  func open() { TTY.open() }

  /// Gives the terminal back, as it was before.
  static func close() { TTY.close() }

  /// Runs `work` while Ctrl-C and Ctrl-Z are keys. Otherwise they are signals, since nobody looks at
  /// the keys.
  func listening<R: ~Copyable>(_ work: () async throws -> R) async rethrows -> R {
    TTY.listen()
    defer { TTY.stopListening() }
    return try await work()
  }

  /// Waits for a key, for at most this many milliseconds. If the user may not have seen what the key
  /// would answer, the run stops.
  func key(within timeout: Int64? = nil) -> TTY.Event {
    Console.isIncomplete ? .stop : TTY.next(within: timeout)
  }

  /// Reads a line of text, which is shown while it is typed. Nil if the user cancelled.
  ///
  /// - Parameter limit: the largest number of bytes.
  func line(_ prompt: String, _ accepts: (Unicode.Scalar) -> Bool, limit: Int) -> String? {
    var text = String.UnicodeScalarView()
    let isWhole = type(
      prompt, accepts, limit: limit, shows: { $0 }, add: { text.append($0) },
      undo: { _ in text.removeLast() })
    return isWhole ? String(text) : nil
  }

  /// Reads a secret, shown as dots and stored only in the result. Nil if the user cancelled.
  func secret(_ prompt: String, _ accepts: (Unicode.Scalar) -> Bool, limit: Int) -> Secret? {
    var isWhole = false
    let secret = Secret(capacity: limit) { buffer in
      var count = 0
      isWhole = type(
        prompt, accepts, limit: limit, shows: { _ in "•" },
        add: { scalar in
          for byte in UTF8.encode(scalar) ?? .init() {
            buffer[count] = byte
            count += 1
          }
        },
        undo: { length in
          for _ in 0..<length {
            count -= 1
            buffer[count] = 0
          }
        })
      return count
    }
    guard isWhole else { return nil }
    return secret
  }

  /// Asks a question that has two answers. Nil if the user wants to stop (Ctrl-C).
  func agrees(to question: String) -> Bool? {
    let prompt = Terminal.fitted("\(question) (y or n) ")
    Console.current.out(prompt)
    while true {
      let answer: Bool
      switch key() {
      case .character("y"), .character("Y"): answer = true
      case .character("n"), .character("N"), .character("q"): answer = false
      case .stop:
        Console.current.out("\n")
        return nil
      case .redraw:
        Console.current.out("\n" + prompt)
        continue
      case .character, .enter, .backspace, .otherKey, .timeout: continue
      }
      Console.current.out(answer ? "yes\n" : "no\n")
      return answer
    }
  }

  /// A prompt on lines that fit the terminal, with the space at its end.
  private static func fitted(_ prompt: String) -> String {
    prompt.dropLast().description.wrapped(to: Console.current.columns.map { $0 - 1 }) + " "
  }

  /// Passes every accepted character to `add` until Enter. Returns false if the user cancelled.
  private func type(
    _ prompt: String, _ accepts: (Unicode.Scalar) -> Bool, limit: Int,
    shows: (Unicode.Scalar) -> Unicode.Scalar, add: (Unicode.Scalar) -> Void, undo: (Int) -> Void
  ) -> Bool {
    let console = Console.current
    TTY.listen()
    defer { TTY.stopListening() }
    let prompt = Terminal.fitted(prompt)
    console.out(prompt)
    /// For each character, its bytes and what is shown for it.
    var typed: [(bytes: Int, shown: Unicode.Scalar)] = []
    var count = 0
    while true {
      switch key() {
      case .stop: return false
      case .enter:
        console.out("\n")
        return true
      case .backspace:
        guard let last = typed.popLast() else { continue }
        count -= last.bytes
        undo(last.bytes)
        // A combining mark takes no column: the character before it is written again.
        let columns = last.shown.columns
        console.control(String(repeating: "\u{8} \u{8}", count: columns), .standardOutput)
        if columns == 0 { redraw(prompt, typed.map(\.shown)) }
      case .character(let scalar):
        let bytes = UTF8.width(scalar)
        guard count + bytes <= limit, accepts(scalar) else { continue }
        let shown = shows(scalar)
        count += bytes
        typed.append((bytes, shown))
        add(scalar)
        console.out(String(shown))
      case .redraw: redraw(prompt, typed.map(\.shown))
      case .otherKey, .timeout: continue
      }
    }
  }

  private func redraw(_ prompt: String, _ shown: [Unicode.Scalar]) {
    Console.current.out("\n" + prompt + String(String.UnicodeScalarView(shown)))
  }
}
