/// A dedicated thread for an actor whose calls block: sockets, readers, foreign libraries.
///
/// The actor returns it as its `unownedExecutor`, so its jobs run here one after the other. The
/// cooperative pool, which has few threads, then never waits for a card. The actor calls
/// ``finish(_:)`` in its `deinit`. A class, since the runtime knows an executor by its identity.
public final class BlockingThread: SerialExecutor {
  /// Closed with the work to be done last.
  private let queue = JobQueue<@Sendable () -> Void>()

  /// Starts the thread.
  public init() {
    let isStarted = Thread.start { [self] in run() }
    precondition(isStarted, "the system refuses another thread")
  }

  /// Runs `job` on this thread, after the jobs queued before it.
  ///
  /// - Precondition: ``finish(_:)`` was not called before.
  public func enqueue(_ job: consuming ExecutorJob) {
    let isOpen = queue.add(job)
    precondition(isOpen, "a job for a thread whose actor is gone")
  }

  /// Ends the thread after the queued jobs and then `lastWords` have run.
  ///
  /// Called in the actor's `deinit`, which may run on any thread, while the resource may be
  /// released on this thread only.
  public func finish(_ lastWords: @escaping @Sendable () -> Void = {}) {
    queue.finish(with: lastWords)
  }

  private func run() {
    while true {
      switch queue.next() {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .end(let lastWords): return lastWords()
      }
    }
  }
}
