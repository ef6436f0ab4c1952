internal import Synchronization

/// A back-dated clock, set while earlier PIN attempts are replayed. Milliseconds of the run's
/// clock; nil afterwards.
final class BackDate: Sendable {
  // A class: the server's clock and the code that sets it share it.
  private let time = Mutex<Int64?>(nil)

  var value: Int64? { time.withLock { $0 } }

  func set(_ value: Int64?) { time.withLock { $0 = value } }
}
