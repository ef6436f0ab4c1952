internal import Foundation

/// Milliseconds that a test moves by hand.
public actor TestClock {
  /// A separate clock.
  public init() {}

  /// The time, shared with whoever reads it.
  public nonisolated let box = Box()

  /// A time that tests set and servers read.
  public final class Box: @unchecked Sendable {
    // Unchecked: guarded by its lock.
    private let lock = NSLock()
    private var time: Int64 = 1_800_000_000_000
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var now: Int64 {
      get { lock.withLock { time } }
      set { lock.withLock { time = newValue } }
    }
  }
}
