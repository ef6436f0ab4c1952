internal import Platform
internal import Synchronization

/// The clock of a run, in milliseconds. It can be replaced, so that testing a 90-second window
/// takes no time.
public protocol RunClock: Sendable {
  /// The time, in milliseconds.
  var now: Int64 { get }
  /// The time of day, in milliseconds since 1970. A snapshot needs it, since `now` begins anew with
  /// every process.
  var timeOfDay: Int64 { get }
  /// Calls `body` once when `now` has reached `time`, on any thread. It must return soon.
  func call(at time: Int64, _ body: @escaping @Sendable () -> Void) -> RunTimer
  /// Returns once `now` has reached `time`. Throws if the task is cancelled before.
  func sleep(until time: Int64) async throws
}

/// A call that a clock will make.
public struct RunTimer: Sendable {
  /// Makes the clock forget the call, unless it is being made.
  public let cancel: @Sendable () -> Void

  /// A timer that `cancel` takes from its clock.
  public init(cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }
}

extension RunClock {
  public func sleep(until time: Int64) async throws {
    try Task.checkCancellation()
    guard now < time else { return }
    // The loop also ends when the task is cancelled.
    let (stream, end) = AsyncStream<Never>.makeStream()
    let timer = call(at: time) { end.finish() }
    defer { timer.cancel() }
    for await _ in stream {}
    try Task.checkCancellation()
  }
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
    let tick = SystemClock.tick
    start = SystemClock.exact
    self.tick = Atomic(tick)
    ahead = Atomic(start - tick)
  }

  /// Milliseconds since the clock was made.
  public var now: Int64 {
    let tick = SystemClock.tick
    // Two threads that do this at once differ by one tick at most.
    if tick != self.tick.load(ordering: .relaxed) {
      self.tick.store(tick, ordering: .relaxed)
      ahead.store(SystemClock.exact - tick, ordering: .relaxed)
    }
    return tick + ahead.load(ordering: .relaxed) - start
  }

  public var timeOfDay: Int64 { SystemClock.timeOfDay }

  public func call(at time: Int64, _ body: @escaping @Sendable () -> Void) -> RunTimer {
    let number = SystemRunClock.schedule(at: time.later(by: start), body)
    return RunTimer { SystemRunClock.timers.withLock { $0.queue.remove(number) } }
  }

  // MARK: The timers of all clocks

  private struct Timers {
    var queue = TimerQueue()
    /// The one task that waits for the earliest timer, and until when.
    var sleeper: Task<Void, Never>?
    var end = Int64.max
  }

  private static let timers = Mutex(Timers())

  private static func schedule(at due: Int64, _ body: @escaping TimerQueue.Body) -> Int {
    timers.withLock { timers in
      let number = timers.queue.add(at: due, body)
      if due < timers.end {
        timers.sleeper?.cancel()
        timers.end = due
        timers.sleeper = Task.detached { await wake() }
      }
      return number
    }
  }

  /// Sleeps until the earliest timer and calls what is due, as long as there are timers.
  private static func wake() async {
    while true {
      let now = SystemClock.exact
      let (due, end) = timers.withLock { timers in
        guard !Task.isCancelled else { return ([TimerQueue.Body](), Int64.max) }
        let due = timers.queue.take(until: now)
        timers.end = timers.queue.earliest ?? .max
        if timers.end == .max { timers.sleeper = nil }
        return (due, timers.end)
      }
      for body in due { body() }
      guard end < .max else { return }
      // At most a day, since no system can sleep until the last possible time.
      do {
        try await ContinuousClock().sleep(for: .milliseconds(min(end - now, 86_400_000)))
      } catch { return }
    }
  }
}

/// A clock that stands still until it is moved.
public final class ManualRunClock: RunClock {
  private struct State {
    var now: Int64
    var queue = TimerQueue()
  }

  private let state: Mutex<State>
  private let beginning: Int64

  /// A clock that stands at `now`. The time of day moves with it.
  public init(now: Int64 = 0, timeOfDay: Int64 = 0) {
    state = Mutex(State(now: now))
    beginning = timeOfDay - now
  }

  public var now: Int64 { state.withLock { $0.now } }
  public var timeOfDay: Int64 { beginning.later(by: now) }

  /// Moves the clock forward and makes the calls that are due by then.
  public func advance(to time: Int64) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      return state.queue.take(until: state.now)
    }
    for body in due { body() }
  }

  public func call(at time: Int64, _ body: @escaping @Sendable () -> Void) -> RunTimer {
    let number = state.withLock { state in
      state.now < time ? state.queue.add(at: time, body) : 0
    }
    if number == 0 { body() }
    return RunTimer { [self] in state.withLock { $0.queue.remove(number) } }
  }
}
