public import FlowRuntime

/// The clock of the run, which also knows the time of day.
public protocol WalletClock: RunClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  var time: Int64 { get }
}

extension WalletClock {
  /// Milliseconds from now until a time of day; 0 if it has passed. The time comes from a server, so
  /// it may be any number.
  func rest(until end: Int64) -> Int64 {
    let time = time
    guard end > time else { return 0 }
    let (rest, overflows) = end.subtractingReportingOverflow(time)
    return overflows ? .max : rest
  }
}
