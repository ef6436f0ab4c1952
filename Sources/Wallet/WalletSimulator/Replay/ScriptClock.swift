internal import FlowRuntime
internal import Synchronization
internal import WalletApp

/// The clock on which the handlers of a script sleep.
///
/// Time stands still until every handler sleeps. Then it passes, unless the user may act meanwhile;
/// in that case the script decides who comes first. The timers of the run use ``time``, which does
/// not move for them.
final class ScriptClock: RunClock {
  // A class: the handlers and the script share it.
  let time: ManualRunClock
  private let state = Mutex(State())

  private struct State {
    /// Weak, since the run's handlers hold this clock.
    weak var runner: Runner?
    var count = 0
    var target: Int64?
    var listener: CheckedContinuation<Int64?, Never>?
  }

  /// The largest number of times that handlers may sleep in one script.
  private static let patience = 500

  init(now: Int64) { time = ManualRunClock(now: now) }

  var now: Int64 { time.now }

  /// Sets the run whose handlers sleep on this clock.
  func follow(_ runner: Runner) { state.withLock { $0.runner = runner } }

  var timeOfDay: Int64 { time.timeOfDay }

  func call(at end: Int64, _ body: @escaping @Sendable () -> Void) -> RunTimer {
    time.call(at: end, body)
  }

  func sleep(until end: Int64) async throws {
    try Task.checkCancellation()
    let (runner, count) = state.withLock { state in
      state.count += 1
      return (state.runner, state.count)
    }
    guard now < end, let runner else { return }
    let target = min(end, await runner.state.timer?.due ?? .max)
    guard target < .max else {
      throw WalletProblem("the run waits for something that will never happen")
    }
    guard count <= ScriptClock.patience else {
      throw WalletProblem("the run goes round and nothing stops it")
    }
    if case .working = await runner.standing {
      tell(target)
    } else {
      time.advance(to: target)
    }
    // If the step's timer comes first, the run cancels this.
    try await time.sleep(until: end)
  }

  /// Tells the script until when a handler sleeps. Kept for the next caller if none waits for it.
  func tell(_ target: Int64) {
    let listener = state.withLock { state in
      if state.listener == nil { state.target = target }
      return state.listener.take()
    }
    listener?.resume(returning: target)
  }

  /// Waits until a handler sleeps while the user may act. Returns when the handler wakes or the
  /// step's timer runs out, whichever is earlier. Nil if cancelled.
  func sleeper() async -> Int64? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isReady, target) = state.withLock { state in
          let target = state.target.take()
          let isReady = target != nil || Task.isCancelled
          if !isReady { state.listener = continuation }
          return (isReady, target)
        }
        if isReady { continuation.resume(returning: target) }
      }
    } onCancel: {
      state.withLock { $0.listener.take() }?.resume(returning: nil)
    }
  }
}
