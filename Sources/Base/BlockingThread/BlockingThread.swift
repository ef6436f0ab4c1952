import Glibc

/// A thread of its own for an actor whose calls block: sockets, readers, foreign libraries.
///
/// The actor returns it as its `unownedExecutor`; its jobs then run here one after the other, and
/// the cooperative pool, which has no thread to spare, never waits for a card. The actor calls
/// ``finish(_:)`` from its `deinit`. An executor has to be a class: the runtime refers to it by
/// identity.
public final class BlockingThread: SerialExecutor, @unchecked Sendable {
  // Unchecked: everything mutable is touched with `mutex` held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [UnownedJob] = []
  private var lastWords: (@Sendable () -> Void)?
  private var isFinishing = false

  /// Starts the thread.
  public init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
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

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    locked {
      precondition(!isFinishing, "a job for a thread whose actor is gone")
      jobs.append(unowned)
      pthread_cond_signal(condition)
    }
  }

  /// Ends the thread once what is queued has run; `lastWords` is the last thing it does.
  ///
  /// For the `deinit` of the actor, which may happen on any thread while the resource may only be
  /// given back on this one.
  public func finish(_ lastWords: @escaping @Sendable () -> Void = {}) {
    locked {
      guard !isFinishing else { return }
      self.lastWords = lastWords
      isFinishing = true
      pthread_cond_signal(condition)
    }
  }

  private func run() {
    while let job = next() {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
    let words = locked { lastWords.take() }
    words?()
  }

  private func next() -> UnownedJob? {
    locked {
      while jobs.isEmpty && !isFinishing { pthread_cond_wait(condition, mutex) }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }

  private func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
