import Dispatch
import Synchronization

/// Runs the tasks of a group one at a time, and the first of two that are added together only when
/// it is told to: the order that a busy machine chooses now and then.
final class LateExecutor: TaskExecutor {
  // A class: the runtime knows an executor by its identity.
  private struct State {
    var jobs: [UnownedJob] = []
    var late: [UnownedJob] = []
    var isReleased = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "late")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    queue.async { self.run() }
  }

  /// Lets the first task begin.
  func release() {
    let count = state.withLock { state in
      state.isReleased = true
      state.jobs.insert(contentsOf: state.late, at: 0)
      defer { state.late = [] }
      return state.late.count
    }
    for _ in 0..<count { queue.async { self.run() } }
  }

  private func run() {
    let job: UnownedJob? = state.withLock { state in
      if state.jobs.count > 1, !state.isReleased { state.late.append(state.jobs.removeFirst()) }
      return state.jobs.popLast()
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
  }
}
