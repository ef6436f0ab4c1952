internal import Synchronization

/// A time before the run, while what was done then is done; in milliseconds of the run's clock.
final class TimeBefore: Sendable {
  // A class: the server's clock and the one who sets it share it.
  private let time = Mutex<Int64?>(nil)

  var value: Int64? { time.withLock { $0 } }

  func set(_ value: Int64?) { time.withLock { $0 = value } }
}
