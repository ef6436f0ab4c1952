internal import Platform
internal import Synchronization
internal import Threads

/// A run of a ``ChildProcess``. A class: the waiting threads and the canceller share it.
final class RunningChild: Sendable {
  typealias Outcome = Result<ChildProcess.Result, ChildProcess.Failure>

  private struct State {
    /// From the start of the child until it is reaped; afterwards the number may be another
    /// process's.
    var process: pid_t?
    var isCancelled = false
    var outcome: Outcome?
  }

  /// The system takes longer only to end a child that waits for a device.
  private static let graceAfterKill = Duration.seconds(1)

  private let program: ChildProcess
  private let state = Mutex(State())

  init(_ program: ChildProcess) { self.program = program }

  /// Nil until ``start(then:)`` has told it.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Runs the program on another thread, and calls `tell` exactly once when it is over.
  func start(then tell: @escaping @Sendable (Outcome) -> Void) {
    let isStarted = Thread.start { [self] in
      let outcome = run()
      state.withLock { $0.outcome = outcome }
      tell(outcome)
      reap()
    }
    if !isStarted {
      let outcome = failure("cannot be started: the system refuses another thread")
      state.withLock { $0.outcome = outcome }
      tell(outcome)
    }
  }

  /// Kills the program, also if it is not yet started.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    kill()
  }

  private func kill() {
    state.withLock { state in
      if let process = state.process { _ = Platform.kill(process, SIGKILL) }
    }
  }

  private func failure(_ reason: String) -> Outcome {
    .failure(.failed("`\(program.name)` \(reason)"))
  }

  private func run() -> Outcome {
    // Writing to a child that has ended is an error, not the end of this process.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let child: ChildProcess.Started
    do throws(ChildProcess.StartError) {
      child = try program.start()
    } catch {
      if error.code == ENOENT { return .failure(.notFound) }
      return failure("cannot be started: \(systemMessage(error.code))")
    }
    let (process, life) = (child.process, child.life)
    state.withLock { $0.process = process }
    let isWatched = Thread.start {
      Self.awaitEnd(of: process)
      close(life)
    }
    if !isWatched { close(life) }
    if !isWatched || state.withLock({ $0.isCancelled }) { kill() }
    var exchange = child.exchange
    let ending = exchange.run(until: .now + program.deadline)
    if ending != .ended {
      kill()
      _ = exchange.run(until: .now + Self.graceAfterKill)
    }
    switch ending {
    case .late: return failure("took longer than \(program.deadline)")
    case .tooMuch: return failure("printed more than 1 GB")
    case .ended:
      let status = reap()
      guard !state.withLock({ $0.isCancelled }) else { return failure("was cancelled") }
      return .success(.init(status: status, output: exchange.output, errors: exchange.errors))
    }
  }

  /// Takes the child off the list of processes. Waits for its end.
  @discardableResult
  private func reap() -> ChildProcess.Status {
    guard let process = state.withLock({ $0.process }) else { return .exited(0) }
    Self.awaitEnd(of: process)
    return state.withLock { state in
      state.process = nil
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      return signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal)
    }
  }

  /// Leaves the child in the list of processes until it is reaped, so that its number is not used
  /// again.
  private static func awaitEnd(of process: pid_t) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }
}
