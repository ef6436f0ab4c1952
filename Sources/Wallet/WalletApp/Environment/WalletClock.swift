public import FlowRuntime

/// The clock of the run, which also knows the time of day.
public protocol WalletClock: RunClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  var time: Int64 { get }
}
