internal import Files
internal import Markup
internal import Synchronization

/// The last line of the terminal, which is written again and again: a countdown, or a prompt with
/// one.
enum StatusLine {
  private struct Line {
    var text: String
    var output: FileSystem.Output
  }

  private static let shown = Mutex<Line?>(nil)

  /// Whether there is such a line.
  static var isShown: Bool { shown.withLock { $0 != nil } }

  /// Shows a text in place of the line's old one, unless the task was cancelled: the canceller may
  /// print something else at any time. The caller makes the text fit the terminal.
  ///
  /// A terminal that cannot write a line again, and a file, gets the first text, and then only what
  /// is typed at its end or removed there.
  static func show(_ text: String, to output: FileSystem.Output) {
    let text = TerminalText.line(text)
    shown.withLock { shown in
      guard !Task.isCancelled, shown?.text != text else { return }
      let console = Console.current
      if let old = shown?.text, console.isDumb(output) {
        guard let change = change(from: old, to: text) else { return }
        console.control(change, output)
      } else if console.isDumb(output) {
        console.control(text, output)
      } else {
        console.control("\(shown == nil ? "" : "\r")\(text)\u{1B}[K", output)
      }
      shown = Line(text: text, output: output)
    }
  }

  /// The text that a dumb terminal has to print. Nil if the line has changed elsewhere than at its
  /// end.
  private static func change(from old: String, to new: String) -> String? {
    if new.hasPrefix(old) { return String(new.dropFirst(old.count)) }
    guard old.hasPrefix(new) else { return nil }
    let removed = String(old.dropFirst(new.count)).columns
    return String(repeating: "\u{8} \u{8}", count: removed)
  }

  /// Ends the line, so that something else can be printed.
  static func end() {
    shown.withLock { shown in
      if let line = shown { Console.current.control("\n", line.output) }
      shown = nil
    }
  }

  /// Does something that must not happen after the task was cancelled, such as reading a key.
  static func unlessCancelled<R>(_ work: () -> R) -> R? {
    shown.withLock { _ in Task.isCancelled ? nil : work() }
  }
}
