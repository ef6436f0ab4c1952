internal import Glibc

/// The thread that a task is waited for on, as the executor of that task.
///
/// A run by hand needs no other thread: the pool, its manager and what each of them sets up would
/// cost a tenth of the time to the first prompt. Tasks that the task starts are the pool's, and an
/// actor with an executor of its own keeps to it.
final class MainThread: TaskExecutor, @unchecked Sendable {
  // A class: the runtime refers to an executor by identity. Unchecked: everything mutable is touched
  // with `mutex` held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [UnownedJob] = []
  private var status: Int32?

  private init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

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
    locked {
      jobs.append(unowned)
      pthread_cond_signal(condition)
    }
  }

  private enum Next {
    case job(UnownedJob)
    case end(Int32)
  }

  private func next() -> Next {
    locked {
      while true {
        if !jobs.isEmpty { return .job(jobs.removeFirst()) }
        if let status { return .end(status) }
        pthread_cond_wait(condition, mutex)
      }
    }
  }

  private func end(with status: Int32) {
    locked { self.status = status }
  }

  private func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
