internal import Dispatch

/// The thread of a connection: its calls block it, and what is done between them runs on it too, so
/// that a transaction does not change threads with every statement.
///
/// Tasks begun by an action do not inherit it: what an action waits for comes back to the pool.
///
/// A class, since the runtime knows an executor by its identity.
final class ConnectionThread: TaskExecutor {
  private let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: name) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Carries out `work` on this thread, without a change of threads if the task is on it already.
  func run<R, E>(_ work: () async throws(E) -> R) async throws(E) -> R {
    try await withTaskExecutorPreference(self, operation: work)
  }
}
