internal import FlowRuntime
internal import TTY

/// The line on which keys are typed while something else may happen first: an action answers, or
/// the step's time is over. It says how much time is left.
struct LivePrompt {
  let terminal: Terminal
  let clock: any RunClock
  /// When the time is over, by the clock. Nil without a timer.
  let due: Int64?
  /// Whether something may end the time earlier: the action of the step answers.
  let isLimit: Bool
  /// The text for a terminal that cannot write a line again.
  private var first: Int64?

  init(_ terminal: Terminal, _ clock: any RunClock, due: Int64?, isLimit: Bool = false) {
    self.isLimit = isLimit
    self.terminal = terminal
    self.clock = clock
    self.due = due
  }

  /// Waits for a key, and shows the line with what was typed. Nil if something else has happened.
  mutating func key(after typed: String = "") async -> TTY.Event? {
    while true {
      show(typed)
      switch StatusLine.unlessCancelled({ terminal.key(within: 0) }) {
      case nil: return nil
      case .timeout:
        // The tasks of the run need this thread meanwhile.
        do { try await Task.sleep(for: .milliseconds(50)) } catch { return nil }
      case let event?: return event
      }
    }
  }

  /// Like ``key(after:)``, and goes on if something else happens: somebody was asked, and will
  /// answer.
  mutating func answer() -> TTY.Event {
    while true {
      show("")
      let event = terminal.key(within: 50)
      if event != .timeout { return event }
    }
  }

  /// Shows the line with what was typed; its beginning is left out if it does not fit.
  mutating func show(_ typed: String) {
    var left = due.map { clock.seconds(until: $0) }
    if Console.current.isDumb(terminal.output) {
      if !StatusLine.isShown { first = left }
      left = first
    }
    let prompt = (left.map { "\(isLimit ? "at most " : "")\($0) s left " } ?? "") + "> "
    var rest = typed[...]
    let room = max(1, (Console.current.columns ?? 80) - prompt.columns - 1)
    while !Console.current.isDumb(terminal.output), String(rest).columns > room {
      rest.removeFirst()
    }
    StatusLine.show(prompt + rest, to: terminal.output)
  }
}

extension RunClock {
  /// The seconds until a time, rounded up.
  func seconds(until due: Int64) -> Int64 {
    let rest = due.subtractingReportingOverflow(now)
    return rest.overflow
      ? .max : max(0, rest.partialValue / 1_000 + (rest.partialValue % 1_000).signum())
  }
}
