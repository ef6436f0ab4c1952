internal import Files
internal import Markup
internal import Synchronization

/// A line at the bottom of the terminal that is written again and again: a countdown.
enum StatusLine {
  private static let shown = Mutex(false)

  /// Shows a text in place of the line's old one, unless the task was cancelled: whoever cancels it may
  /// print something else at any time.
  static func show(_ text: String) {
    shown.withLock { shown in
      guard !Task.isCancelled else { return }
      let console = Console.current
      if shown, console.isDumb { return }
      let line = text.filled(to: max(1, (console.columns ?? 80) - 2)).first ?? ""
      let end = console.isDumb ? "" : "\u{1B}[K"
      console.control("\(shown ? "\r" : "")\(TerminalText.line(line)) \(end)", .standardOutput)
      shown = true
    }
  }

  /// Ends the line, so that something else can be printed.
  static func end() {
    shown.withLock { shown in
      if shown { Console.current.out("\n") }
      shown = false
    }
  }

  /// Does something that must not happen after the task was cancelled, such as reading a key.
  static func unlessCancelled<R>(_ work: () -> R) -> R? {
    shown.withLock { _ in Task.isCancelled ? nil : work() }
  }
}
