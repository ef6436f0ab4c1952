internal import Threads

/// The thread that a task is waited for on, as the executor of that task.
///
/// A run by hand needs no other thread: the pool, its manager and what each of them sets up would
/// cost a tenth of the time to the first prompt. Tasks that the task starts are the pool's, and an
/// actor with an executor of its own keeps to it.
final class MainThread: TaskExecutor {
  // A class: the runtime refers to an executor by identity.
  private let queue = JobQueue<Int32>()

  private init() {}

  /// Runs `work` on this thread and waits for its status.
  static func status(of work: @escaping @Sendable () async -> Int32) -> Int32 {
    let thread = MainThread()
    Task(executorPreference: thread) { thread.queue.finish(with: await work()) }
    while true {
      switch thread.queue.next() {
      case .job(let job): job.runSynchronously(on: thread.asUnownedTaskExecutor())
      case .end(let status): return status
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.add(job)
  }
}
