import Synchronization

/// A clock that stops until a test moves it.
public final class ManualClock: Clock {
  public struct Instant: InstantProtocol {
    let offset: Duration
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let wake: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let deadline: Instant
    let wake: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var now: Instant { state.withLock { $0.now } }
  public let minimumResolution = Duration.zero

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock {
      $0.nextID += 1
      return $0.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wake in
        let (isOver, watchers): (Bool, [Watcher]) = state.withLock { state in
          if Task.isCancelled { return (true, []) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, wake: wake))
          let ready = state.watchers.filter { $0.deadline == deadline }
          state.watchers.removeAll { $0.deadline == deadline }
          return (false, ready)
        }
        if isOver { wake.resume(throwing: CancellationError()) }
        for watcher in watchers { watcher.wake.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let index = state.sleepers.firstIndex { $0.id == id }
        return index.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.wake.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock by `duration`, once somebody sleeps until exactly then.
  public func advance(by duration: Duration) async {
    let deadline = now.advanced(by: duration)
    await withCheckedContinuation { wake in
      let isReady = state.withLock { state in
        if state.sleepers.contains(where: { $0.deadline == deadline }) { return true }
        state.watchers.append(Watcher(deadline: deadline, wake: wake))
        return false
      }
      if isReady { wake.resume() }
    }
    let due = state.withLock { state in
      state.now = deadline
      let due = state.sleepers.filter { $0.deadline <= deadline }
      state.sleepers.removeAll { $0.deadline <= deadline }
      return due
    }
    for sleeper in due { sleeper.wake.resume() }
  }
}
