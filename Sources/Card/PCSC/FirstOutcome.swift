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
    let timer = Task {
      guard (try? await clock.sleep(for: limit)) != nil else { return }
      if gate.settle(.failure(.deadlineExceeded)) { abandon() }
    }
    Task {
      gate.settle(await work())
      timer.cancel()
    }
    return await gate.outcome
  } onCancel: {
    if gate.settle(.failure(.cancelled)) { abandon() }
  }
  return try result.get()
}

/// An outcome that is settled once, by whichever thread comes first.
private final class Gate<Value: Sendable>: Sendable {
  // A class, since the threads share it.
  private let isSettled = Mutex(false)
  private let (outcomes, sink) = AsyncStream.makeStream(of: Result<Value, PCSCError>.self)

  /// Returns whether this call was the first.
  @discardableResult
  func settle(_ result: Result<Value, PCSCError>) -> Bool {
    let isFirst = isSettled.withLock { isSettled in
      defer { isSettled = true }
      return !isSettled
    }
    if isFirst { sink.yield(result) }
    return isFirst
  }

  /// Waits for the outcome, in a task that is not cancelled: only `settle` ends the wait.
  var outcome: Result<Value, PCSCError> {
    get async {
      await Task { [outcomes] in
        await outcomes.first { _ in true } ?? .failure(.cancelled)
      }.value
    }
  }
}
