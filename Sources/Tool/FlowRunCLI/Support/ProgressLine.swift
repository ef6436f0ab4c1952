internal import Dispatch
internal import Files
internal import Synchronization
internal import Threads

/// A line on standard error that says what takes long, and how far it is. A terminal gets it after
/// two seconds, then once per second; nothing else gets any. It is wiped before anything else is
/// printed, and at the end.
final class ProgressLine: Sendable {
  // A class: the command, its consoles and the thread of the line share it.
  private struct State {
    var seconds = 0
    var done = 0
    var total: Int?
    var isShown = false
    /// Whether the last text did not end its line, which must not be wiped.
    var isInLine = false
    var isOver = false
  }

  private let deed: String
  private let console: Console
  private let state = Mutex(State())
  private let end = DispatchSemaphore(value: 0)

  /// The seconds before the line is shown.
  static let patience = 2

  /// - Parameter deed: what is being done: `proving`.
  init(_ deed: String, on console: Console) {
    self.deed = deed
    self.console = console
  }

  /// Starts to count the seconds, on a thread.
  func start() {
    guard !console.isDumb(.standardError) else { return }
    Thread.start { [self] in
      while end.wait(timeout: .now() + .seconds(1)) == .timedOut { tick() }
    }
  }

  /// A second has passed.
  func tick() {
    state.withLock { state in
      state.seconds += 1
      guard state.seconds >= ProgressLine.patience, !state.isOver, !state.isInLine,
        !console.isDumb(.standardError)
      else { return }
      let part = state.total.map { ", \(state.done) of \($0)" } ?? ""
      // Begins anew on the same line, of which nothing is left.
      console.control("\r\u{1B}[2K\(deed)\(part), \(state.seconds) s", .standardError)
      state.isShown = true
    }
  }

  /// Tells how far it is.
  func tell(_ done: Int, of total: Int) {
    state.withLock { ($0.done, $0.total) = (done, total) }
  }

  /// Wipes the line, and prints a text.
  func interrupt(with text: String, _ print: (String) -> Void) {
    guard !text.isEmpty else { return }
    state.withLock { state in
      wipe(&state)
      print(text)
      state.isInLine = !text.hasSuffix("\n")
    }
  }

  /// Wipes the line for good.
  func finish() {
    state.withLock { state in
      wipe(&state)
      state.isOver = true
    }
    end.signal()
  }

  private func wipe(_ state: inout State) {
    guard state.isShown else { return }
    console.control("\r\u{1B}[2K", .standardError)
    state.isShown = false
  }
}

/// A command that may take long.
protocol LongCommand {
  /// What it does meanwhile: `proving`. Nil if it goes on until somebody ends it.
  var deed: String? { get }
}

extension Console {
  /// A console that wipes a line of progress before it prints.
  func wiping(_ line: ProgressLine) -> Console {
    var console = self
    console.progress = line
    console.out = { line.interrupt(with: $0, self.out) }
    console.err = { line.interrupt(with: $0, self.err) }
    console.control = { text, output in
      line.interrupt(with: text) { self.control($0, output) }
    }
    return console
  }
}
