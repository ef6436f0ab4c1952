internal import Dispatch
internal import Synchronization

/// The jobs of one thread. Any thread may add jobs; the one that runs them waits for them.
public final class JobQueue<End: Sendable>: Sendable {
  // A class: the threads share it.
  private struct State {
    var jobs: [UnownedJob] = []
    var end: End?
  }

  /// A result of ``next()``.
  public enum Next {
    /// A job to run.
    case job(UnownedJob)
    /// The queue is closed and all its jobs were taken.
    case end(End)
  }

  private let state = Mutex(State())
  /// Signalled once per job, and once when the queue is closed.
  private let news = DispatchSemaphore(value: 0)

  /// An empty, open queue.
  public init() {}

  /// Adds a job.
  ///
  /// - Returns: false if the queue was closed before. The job is queued even then.
  @discardableResult
  public func add(_ job: consuming ExecutorJob) -> Bool {
    let unowned = UnownedJob(job)
    let isOpen = state.withLock { state in
      state.jobs.append(unowned)
      return state.end == nil
    }
    news.signal()
    return isOpen
  }

  /// Closes the queue. Jobs already queued still run. Later calls are ignored.
  public func finish(with end: End) {
    state.withLock { state in
      if state.end == nil { state.end = end }
    }
    news.signal()
  }

  /// Waits for the next job. Returns the end once the queue is closed and empty.
  public func next() -> Next {
    while true {
      news.wait()
      let next: Next? = state.withLock { state in
        if !state.jobs.isEmpty { return .job(state.jobs.removeFirst()) }
        return state.end.map { .end($0) }
      }
      if let next { return next }
    }
  }
}
