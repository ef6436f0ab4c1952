internal import Synchronization

/// Waits for one segment of a run, and gives up when a handler stays silent.
///
/// The segment runs in a task of its own, so that a handler that never answers holds up nobody but
/// itself. Steps only bump a counter; a second task looks whether it moves.
final class Watch: Sendable {
  private let steps = Atomic<UInt64>(0)
  private let waiter = Mutex<CheckedContinuation<Pause, any Error>?>(nil)

  /// Says that the run moves.
  func bump() {
    steps.wrappingAdd(1, ordering: .relaxed)
  }

  var count: UInt64 { steps.load(ordering: .relaxed) }

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
