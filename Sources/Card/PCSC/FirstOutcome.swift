internal import Synchronization

/// Runs `work` and returns its outcome, or that of the deadline or the cancellation if it comes
/// first.
///
/// Work that comes too late is not waited for, since a blocked call cannot be stopped. `abandon` is
/// called once then, so that the work releases its resources when it returns.
func firstOutcome<Value: Sendable>(
  within limit: Duration, on clock: any Clock<Duration>,
  of work: @escaping @Sendable () async -> Result<Value, PCSCError>,
  abandon: @escaping @Sendable () -> Void
) async throws(PCSCError) -> Value {
  let gate = Gate<Value>()
  let result = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      gate.install(continuation)
      let timer = Task {
        guard (try? await clock.sleep(for: limit)) != nil else { return }
        if gate.settle(.failure(.deadlineExceeded)) { abandon() }
      }
      Task {
        gate.settle(await work())
        timer.cancel()
      }
    }
  } onCancel: {
    if gate.settle(.failure(.cancelled)) { abandon() }
  }
  return try result.get()
}

/// A continuation that is resumed once, by whichever thread comes first.
private final class Gate<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Result<Value, PCSCError>, Never>)
    case settled(Result<Value, PCSCError>)
  }

  private let state = Mutex(State.idle)

  func install(_ continuation: CheckedContinuation<Result<Value, PCSCError>, Never>) {
    let settled: Result<Value, PCSCError>? = state.withLock {
      if case .settled(let result) = $0 { return result }
      $0 = .waiting(continuation)
      return nil
    }
    if let settled { continuation.resume(returning: settled) }
  }

  /// Returns whether this call was the first.
  @discardableResult
  func settle(_ result: Result<Value, PCSCError>) -> Bool {
    let (first, waiting): (Bool, CheckedContinuation<Result<Value, PCSCError>, Never>?) =
      state.withLock {
        switch $0 {
        case .settled: return (false, nil)
        case .idle:
          $0 = .settled(result)
          return (true, nil)
        case .waiting(let continuation):
          $0 = .settled(result)
          return (true, continuation)
        }
      }
    waiting?.resume(returning: result)
    return first
  }
}
