internal import FlowRuntime

extension RunClock {
  /// Milliseconds from now until a time of day; 0 if it has passed. The time comes from a server,
  /// so it may be any number.
  func rest(until end: Int64) -> Int64 {
    let time = timeOfDay
    guard end > time else { return 0 }
    let (rest, overflows) = end.subtractingReportingOverflow(time)
    return overflows ? .max : rest
  }
}
