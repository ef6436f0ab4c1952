internal import FlowRuntime
internal import Synchronization

/// A stretch of a run that works while the person may act.
final class Segment: Sendable {
  // A class: the task that runs and the one who looks share it.
  private struct State {
    var result: Result<Pause, RunnerError>?
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let runner: Runner
  private let going: InteractiveRun.Going

  init(_ runner: Runner, _ going: @escaping InteractiveRun.Going) {
    self.runner = runner
    self.going = going
    Task { await self.run() }
  }

  private func run() async {
    do throws(RunnerError) {
      let pause = try await going(runner)
      state.withLock { $0.result = .success(pause) }
    } catch {
      state.withLock { $0.result = .failure(error) }
    }
  }

  /// Whether it is done; looks for so long at most.
  func isDone(after time: Duration) async -> Bool {
    let end = ContinuousClock.now + time
    while true {
      if state.withLock({ $0.result != nil }) { return true }
      if ContinuousClock.now >= end { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  var result: Result<Pause, RunnerError> {
    get async { state.withLock { $0.result } ?? .failure(.cancelled) }
  }

  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  func abandon() { state.withLock { $0.isAbandoned = true } }
}
