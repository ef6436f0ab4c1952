internal import Platform

/// The system's clock, counted from 1970-01-01T00:00:00Z.
public enum SystemTime {
  /// Whole seconds.
  public static func seconds() -> Int64 { milliseconds() / 1_000 }

  /// Whole milliseconds.
  public static func milliseconds() -> Int64 { SystemClock.timeOfDay }
}
