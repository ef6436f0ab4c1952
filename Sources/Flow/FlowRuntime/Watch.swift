internal import Synchronization

/// Waits for one segment of a run, and gives up when a handler stays silent.
///
/// The segment runs in a task of its own, so that a handler that never answers holds up nobody but
/// itself. Steps only write a number; a second task looks whether it moves.
final class Watch: Sendable {
  private let steps = Atomic<Int>(0)
  private let waits = Atomic<Int>(0)
  private let waiter = Mutex<CheckedContinuation<Pause, any Error>?>(nil)

  /// Says how far the run is; only the run itself does.
  func reach(_ step: Int) {
    steps.store(step, ordering: .relaxed)
  }

  /// Says that the run rightly waits.
  func bump() {
    waits.wrappingAdd(1, ordering: .relaxed)
  }

  /// Another number when the run has moved.
  var count: Int {
    steps.load(ordering: .relaxed) &+ waits.load(ordering: .relaxed)
  }

  func wait(on continuation: CheckedContinuation<Pause, any Error>) {
    waiter.withLock { $0 = continuation }
  }

  /// Ends the wait. True for the first caller only.
  @discardableResult
  func finish(_ result: Result<Pause, any Error>) -> Bool {
    let continuation = waiter.withLock { $0.take() }
    continuation?.resume(with: result)
    return continuation != nil
  }
}
