import Glibc

/// A thread of its own for an actor whose calls block: sockets, readers, foreign libraries.
///
/// The actor returns it as its `unownedExecutor`; its jobs then run here one after the other, and
/// the cooperative pool, which has no thread to spare, never waits for a card. The actor calls
/// ``finish(_:)`` from its `deinit`. An executor has to be a class: the runtime refers to it by
/// identity.
public final class BlockingThread: SerialExecutor {
  /// Ends with what is to be done last.
  private let queue = JobQueue<@Sendable () -> Void>()

  /// Starts the thread.
  public init() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<BlockingThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    precondition(code == 0, "the system refuses another thread")
    pthread_detach(thread)
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let isOpen = queue.add(job)
    precondition(isOpen, "a job for a thread whose actor is gone")
  }

  /// Ends the thread once what is queued has run; `lastWords` is the last thing it does.
  ///
  /// For the `deinit` of the actor, which may happen on any thread while the resource may only be
  /// given back on this one.
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
