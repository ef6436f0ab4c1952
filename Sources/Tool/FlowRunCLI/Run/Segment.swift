internal import FlowRuntime
internal import Synchronization

/// A stretch of a run that works while the person may act.
final class Segment: Sendable {
  // A class: the task that runs and the one who looks share it.
  private struct State {
    var result: Result<Pause, RunnerError>?
    var waiter: CheckedContinuation<Void, Never>?
    var isAbandoned = false
  }

  private let state = Mutex(State())

  init(_ runner: Runner, _ going: @escaping InteractiveRun.Going) {
    Task {
      let result = await Segment.result(of: going, on: runner)
      state.withLock { $0.result = result }
      wake()
    }
  }

  private static func result(
    of going: InteractiveRun.Going, on runner: Runner
  ) async -> Result<Pause, RunnerError> {
    do throws(RunnerError) {
      return .success(try await going(runner))
    } catch {
      return .failure(error)
    }
  }

  /// Whether it is done; waits for so long at most. One may wait at a time.
  func isDone(after time: Duration) async -> Bool {
    var timer: Task<Void, Never>?
    await withCheckedContinuation { waiter in
      let isDone = state.withLock { state in
        if state.result == nil { state.waiter = waiter }
        return state.result != nil
      }
      guard !isDone else { return waiter.resume() }
      timer = Task {
        do { try await Task.sleep(for: time) } catch { return }
        wake()
      }
    }
    timer?.cancel()
    return state.withLock { $0.result != nil }
  }

  private func wake() {
    state.withLock { $0.waiter.take() }?.resume()
  }

  var result: Result<Pause, RunnerError> {
    get async { state.withLock { $0.result } ?? .failure(.cancelled) }
  }

  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  func abandon() { state.withLock { $0.isAbandoned = true } }
}
