internal import Glibc
internal import Synchronization

/// The clock of a run, in milliseconds. It can be replaced, so that testing a 90-second window
/// takes no time.
public protocol RunClock: Sendable {
  /// The time, in milliseconds.
  var now: Int64 { get }
  /// Returns once `now` has reached `time`. Throws if the task is cancelled before.
  func sleep(until time: Int64) async throws
}

/// Milliseconds since the clock was made, with the precision of the system's tick: 1 to 10 ms. Time
/// in which the machine sleeps counts.
///
/// A runner reads the clock at every step, and reading the exact time takes as long as half a step.
/// So the exact time is read only when the tick has changed; reading the tick takes a quarter of
/// that.
///
/// A class, because all users of one clock share its last reading (decision 0002).
public final class SystemRunClock: RunClock {
  private let start: Int64
  private let tick: Atomic<Int64>
  /// How much the exact time was ahead of the tick when it was last read.
  private let ahead: Atomic<Int64>

  /// A clock that starts at 0.
  public init() {
    let tick = SystemRunClock.milliseconds(CLOCK_MONOTONIC_COARSE)
    start = SystemRunClock.milliseconds(CLOCK_BOOTTIME)
    self.tick = Atomic(tick)
    ahead = Atomic(start - tick)
  }

  /// Milliseconds since the clock was made.
  public var now: Int64 {
    let tick = SystemRunClock.milliseconds(CLOCK_MONOTONIC_COARSE)
    // Two threads that do this at once differ by one tick at most.
    if tick != self.tick.load(ordering: .relaxed) {
      self.tick.store(tick, ordering: .relaxed)
      ahead.store(SystemRunClock.milliseconds(CLOCK_BOOTTIME) - tick, ordering: .relaxed)
    }
    return tick + ahead.load(ordering: .relaxed) - start
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  public func sleep(until time: Int64) async throws {
    // Sleeps again if the tick is earlier than the exact time, and at least once a day, since no system
    // can sleep until the last possible time.
    while case let now = now, now < time {
      try await ContinuousClock().sleep(for: .milliseconds(min(time - now, 86_400_000)))
    }
  }
}

/// A clock that stands still until it is moved.
public final class ManualRunClock: RunClock {
  private struct State {
    var now: Int64
    var sleepers: [(id: Int, due: Int64, continuation: CheckedContinuation<Void, any Error>)] = []
    var nextID = 0
  }

  private let state: Mutex<State>

  /// A clock that stands at `now`.
  public init(now: Int64 = 0) {
    state = Mutex(State(now: now))
  }

  public var now: Int64 { state.withLock { $0.now } }

  /// Moves the clock forward and wakes everybody who waits for that time.
  public func advance(to time: Int64) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      let due = state.sleepers.filter { $0.due <= state.now }.sorted { $0.due < $1.due }
      state.sleepers.removeAll { $0.due <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  public func sleep(until time: Int64) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDue = state.withLock { state in
          if Task.isCancelled || state.now >= time { return true }
          state.sleepers.append((id, time, continuation))
          return false
        }
        if isDue {
          continuation.resume(
            with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
