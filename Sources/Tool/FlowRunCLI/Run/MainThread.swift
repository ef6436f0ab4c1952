internal import Threads

/// The main thread as the executor of a task that it waits for.
///
/// A run by hand needs no other thread. Setting up the thread pool would take a tenth of the time
/// to the first prompt. Tasks started by the task use the pool, and actors with their own executor
/// keep it.
final class MainThread: TaskExecutor {
  // A class, since the runtime knows an executor by its identity.
  private let queue = JobQueue<Int32>()

  private init() {}

  /// Runs `work` on this thread, waits for it and returns its status.
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
