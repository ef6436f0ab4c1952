import Synchronization

/// A clock on which every sleep is over at once.
final class ImpatientClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }
  private let total = Mutex(Duration.zero)
  /// How long all sleeps together were to take.
  var slept: Duration { total.withLock { $0 } }
  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    total.withLock { $0 += deadline.offset }
    await Task.yield()
  }
}
