internal import FlowRuntime
internal import Synchronization

/// Time in a script: it stands still until a handler has nothing to do but wait, and the script
/// says whether the user acts first.
final class ScriptClock: Sendable {
  // A class: handlers and the script share it.
  let clock: ManualRunClock
  private let state = Mutex(State())
  private let parked: @Sendable (Int, Int64) -> Void

  private struct State {
    var next = 0
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var given: Set<Int> = []
  }

  /// - Parameter parked: called when a handler begins to wait, with its number and the time.
  init(clock: ManualRunClock, parked: @escaping @Sendable (Int, Int64) -> Void) {
    self.clock = clock
    self.parked = parked
  }

  /// What handlers call to let time pass.
  func pause(until time: Int64, due: Int64?) async throws {
    guard clock.now < time else { return }
    let target = min(time, due ?? .max)
    guard target < .max else { throw WalletProblem("what is waited for will never come") }
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isGiven = state.withLock { state in
          if Task.isCancelled { return false }
          state.waiting[number] = continuation
          return true
        }
        guard isGiven else { return continuation.resume(throwing: CancellationError()) }
        parked(number, target)
      }
    } onCancel: {
      release(number, with: .failure(CancellationError()))
    }
    // The timer of the step is first: whoever waited is cancelled by the run.
    if time > target { try await forever() }
  }

  /// Moves the clock and lets a handler go on.
  func release(_ number: Int, at time: Int64) {
    clock.advance(to: time)
    release(number, with: .success(()))
  }

  private func release(_ number: Int, with result: Result<Void, any Error>) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(with: result)
  }

  private func forever() async throws {
    let (stream, sink) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    sink.finish()
    throw CancellationError()
  }
}
