internal import Platform
internal import Synchronization

/// What has to be undone however this process ends: the terminal's settings, temporary folders,
/// files that are not whole.
///
/// A signal that ends the process (a crash, Ctrl-C, a closed terminal, `kill`) first runs the
/// functions given here, and then has its usual effect, so that the parent sees how the process
/// ended. The functions run inside of a signal handler: they may only use memory that was made
/// before, and system calls that signal-safety(7) lists.
package enum Signals {
  /// A function that runs in a signal handler.
  package typealias Action = @convention(c) () -> Void

  /// When a function runs.
  package enum Moment: Int, CaseIterable, Sendable {
    /// The process ends, and its temporary folders have to go.
    case removingFolders
    /// The process ends, and files that are not whole have to go.
    case removingDrafts
    /// The process ends, and the terminal gets its settings back.
    case leavingTerminal
    /// The user stops the process (Ctrl-Z).
    case stopping
    /// The process goes on after a stop.
    case continuing
    /// The terminal has another size.
    case resizing
  }

  /// Runs a function at a moment; replaces the one given before.
  package static func at(_ moment: Moment, _ action: Action) {
    actions[moment.rawValue] = action
    switch moment {
    case .removingFolders, .removingDrafts, .leavingTerminal:
      handleCrashes()
      endings.withLock { isHandled in
        guard !isHandled else { return }
        isHandled = true
        for signal in SystemSignals.ending { handle(signal, Signals.end) }
      }
    case .stopping, .continuing, .resizing:
      dialogs.withLock { isHandled in
        guard !isHandled else { return }
        isHandled = true
        handle(SIGTSTP, Signals.stop)
        handle(SIGCONT, Signals.goOn)
        handle(SIGWINCH, Signals.resize)
      }
    }
  }

  /// Stops the process as Ctrl-Z does.
  package static func stopNow() {
    // To the process: threads of tasks block signals.
    kill(getpid(), SIGTSTP)
  }

  private static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]
  private static let endings = Mutex(false)
  private static let crashing = Mutex(false)
  private static let dialogs = Mutex(false)

  // Memory that never moves, so that a handler can use it at any time. Unsafe, since a handler can
  // take no lock: the tables are filled before the handlers that read them are set, and only a
  // crash writes `ends`.
  private nonisolated(unsafe) static let actions = table(Moment.allCases.count, Action?.none)
  /// The handlers of crashes that were there before, such as one that prints a backtrace.
  private nonisolated(unsafe) static let before = table(65, sigaction())
  /// The ends of the pipe that a crash puts in place of standard input.
  private nonisolated(unsafe) static let ends = table(2, Int32(-1))
  /// Handlers of a crash need a stack of their own, since the crash may be that the usual one is
  /// full.
  private nonisolated(unsafe) static let stack = table(65_536, UInt8(0))

  private static func table<Element>(
    _ count: Int, _ element: Element
  ) -> UnsafeMutablePointer<Element> {
    let table = UnsafeMutablePointer<Element>.allocate(capacity: count)
    table.initialize(repeating: element, count: count)
    return table
  }

  /// Has a crash end the process once its backtrace is printed, also at a terminal, where Swift's
  /// tool would ask what to do next and wait for half a minute.
  package static func handleCrashes() {
    crashing.withLock { isHandled in
      guard !isHandled else { return }
      isHandled = true
      setCrashHandlers()
    }
  }

  private static func setCrashHandlers() {
    // Made and used now, also the types that the compiler needs for that without optimization: a
    // handler must not allocate memory, since the crash may have come in the middle of that.
    _ = (actions[0], ends[0])
    var current = stack_t()
    if sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 {
      var own = stack_t()
      own.ss_sp = UnsafeMutableRawPointer(stack)
      own.ss_size = 65_536
      sigaltstack(&own, nil)
    }
    for signal in crashes {
      var action = sigaction()
      action.inform(Signals.crash)
      sigaction(signal, &action, before + Int(signal))
    }
  }

  /// Sets a handler, unless the signal is ignored: somebody has asked for that, such as `nohup`.
  private static func handle(_ signal: Int32, _ handler: @convention(c) (Int32) -> Void) {
    var old = sigaction()
    guard sigaction(signal, nil, &old) == 0, !old.isIgnored else { return }
    set(signal, handler)
  }

  private static func set(_ signal: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    var action = sigaction()
    action.handler = handler
    action.sa_flags = Int32(SA_RESTART)
    sigaction(signal, &action, nil)
  }

  private static func run(_ moment: Moment) { actions[moment.rawValue]?() }

  // MARK: Handlers

  private static let end: @convention(c) (Int32) -> Void = { signal in
    Signals.run(.leavingTerminal)
    Signals.run(.removingFolders)
    Signals.run(.removingDrafts)
    // Has its usual effect once this handler has returned.
    Signals.set(signal, nil)
    raise(signal)
  }

  private static let crash: sigaction.InformedHandler = { signal, information, _ in
    Signals.run(.leavingTerminal)
    Signals.run(.removingFolders)
    Signals.run(.removingDrafts)
    // The tool asks at a terminal what to do next. It reads from an empty pipe, so it does not
    // wait.
    if pipe(Signals.ends) == 0 {
      dup2(Signals.ends[0], 0)
      close(Signals.ends[1])
    }
    sigaction(signal, Signals.before + Int(signal), nil)
    // A crash happens again once this handler has returned. One that was sent does not: it is
    // sent again, now to what prints the backtrace, and then once more, since that goes on.
    guard let information, information.pointee.si_code <= 0 else { return }
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    sigprocmask(SIG_UNBLOCK, &mask, nil)
    raise(signal)
    Signals.set(signal, nil)
    raise(signal)
  }

  private static let stop: @convention(c) (Int32) -> Void = { signal in
    let code = errno
    Signals.run(.stopping)
    // The usual effect, now: it is blocked while its handler runs.
    Signals.set(signal, nil)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    raise(signal)
    sigprocmask(SIG_UNBLOCK, &mask, nil)
    // Stopped here, until somebody lets the process go on.
    sigprocmask(SIG_BLOCK, &mask, nil)
    Signals.set(signal, Signals.stop)
    Signals.run(.continuing)
    errno = code
  }

  private static let goOn: @convention(c) (Int32) -> Void = { _ in
    let code = errno
    Signals.run(.continuing)
    errno = code
  }

  private static let resize: @convention(c) (Int32) -> Void = { _ in
    let code = errno
    Signals.run(.resizing)
    errno = code
  }
}
