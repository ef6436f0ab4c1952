internal import Glibc

/// The system's clock, counted from 1970-01-01T00:00:00Z.
public enum SystemTime {
  /// Whole seconds.
  public static func seconds() -> Int64 { milliseconds() / 1_000 }

  /// Whole milliseconds.
  public static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
