internal import Dispatch
internal import Synchronization

/// The thread that a task is waited for on, as the executor of that task.
///
/// A run by hand needs no other thread: the pool, its manager and what each of them sets up would
/// cost a tenth of the time to the first prompt. Tasks that the task starts are the pool's, and an
/// actor with an executor of its own keeps to it.
final class MainThread: TaskExecutor {
  // A class: the runtime refers to an executor by identity.
  private struct State {
    var jobs: [UnownedJob] = []
    var status: Int32?
  }

  private enum Next {
    case job(UnownedJob)
    case end(Int32)
  }

  private let state = Mutex(State())
  /// Signalled for every job, and for the end.
  private let news = DispatchSemaphore(value: 0)

  private init() {}

  /// Runs `work` on this thread and waits for its status.
  static func status(of work: @escaping @Sendable () async -> Int32) -> Int32 {
    let thread = MainThread()
    Task(executorPreference: thread) { thread.end(with: await work()) }
    while true {
      switch thread.next() {
      case .job(let job): job.runSynchronously(on: thread.asUnownedTaskExecutor())
      case .end(let status): return status
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    state.withLock { $0.jobs.append(unowned) }
    news.signal()
  }

  /// Waits for a job, or for the end when there is none left.
  private func next() -> Next {
    while true {
      news.wait()
      let next: Next? = state.withLock { state in
        if !state.jobs.isEmpty { return .job(state.jobs.removeFirst()) }
        return state.status.map { .end($0) }
      }
      if let next { return next }
    }
  }

  private func end(with status: Int32) {
    state.withLock { $0.status = status }
    news.signal()
  }
}
