internal import Dispatch
internal import Synchronization

/// The jobs of a thread: added on any thread, and waited for on the one that runs them.
public final class JobQueue<End: Sendable>: Sendable {
  // A class: those who add and the one who waits share it.
  private struct State {
    var jobs: [UnownedJob] = []
    var end: End?
  }

  public enum Next {
    case job(UnownedJob)
    /// There is no job left, and there shall be none.
    case end(End)
  }

  private let state = Mutex(State())
  /// Signalled for every job, and for the end.
  private let news = DispatchSemaphore(value: 0)

  public init() {}

  /// Adds a job.
  ///
  /// - Returns: whether the end has not been told yet.
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

  /// Tells the end, which comes behind the jobs that are there. The first one counts.
  public func finish(with end: End) {
    state.withLock { state in
      if state.end == nil { state.end = end }
    }
    news.signal()
  }

  /// Waits for a job, or for the end when there is none left.
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
