extension Handlers {
  /// Runs a handler and a timer at the same time. Nil if the timer came first; the handler is then
  /// cancelled.
  static func race(
    _ body: @escaping Body, _ context: consuming HandlerContext, due: Int64
  ) async throws -> Answer? {
    let (stream, sink) = AsyncThrowingStream.makeStream(of: Answer?.self)
    let clock = context.clock
    let work = Task { [context = LentContext(context)] in
      do { sink.yield(try await body(context.value)) } catch { sink.finish(throwing: error) }
    }
    let timer = Task {
      try await clock.sleep(until: due)
      sink.yield(nil)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for try await first in stream { return first }
    throw CancellationError()
  }
}

/// Carries a context into a task.
private struct LentContext: ~Copyable, Sendable {
  let value: HandlerContext

  init(_ value: consuming HandlerContext) {
    self.value = value
  }
}
