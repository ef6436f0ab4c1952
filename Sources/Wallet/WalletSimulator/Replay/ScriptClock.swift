internal import FlowRuntime
internal import Synchronization
internal import WalletApp

/// The clock that the handlers of a script sleep on.
///
/// Time stands still until a handler has nothing to do but sleep. It then passes by itself, unless the
/// user may act meanwhile: then the script says who is first. The timers of the run are on ``time``,
/// which does not move for their sake.
final class ScriptClock: RunClock {
  // A class: the handlers and the script share it.
  let time: ManualRunClock
  private let state = Mutex(State())

  private struct State {
    var runner: Runner?
    var count = 0
    var target: Int64?
    var listener: CheckedContinuation<Int64?, Never>?
  }

  /// How often handlers may sleep in one script.
  private static let patience = 500

  init(now: Int64) { time = ManualRunClock(now: now) }

  var now: Int64 { time.now }

  /// Sets the run whose handlers sleep here.
  func follow(_ runner: Runner) { state.withLock { $0.runner = runner } }

  func sleep(until end: Int64) async throws {
    try Task.checkCancellation()
    let (runner, count) = state.withLock { state in
      state.count += 1
      return (state.runner, state.count)
    }
    guard now < end, let runner else { return }
    let target = min(end, await runner.state.timer?.due ?? .max)
    guard target < .max else { throw WalletProblem("what is waited for will never come") }
    guard count <= ScriptClock.patience else {
      throw WalletProblem("the run goes round and nothing stops it")
    }
    if case .working = await runner.standing {
      let listener = state.withLock { state in
        if state.listener == nil { state.target = target }
        return state.listener.take()
      }
      listener?.resume(returning: target)
    } else {
      time.advance(to: target)
    }
    // When the step's timer is first, the run cancels this.
    try await time.sleep(until: end)
  }

  /// Waits until a handler sleeps beside the user, and says when something happens by itself: the
  /// handler wakes, or the step's timer runs out. Nil when cancelled.
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
