internal import FlowRuntime

/// The clock of a run that begins at the time of a world.
struct WorldClock: RunClock {
  let run: any RunClock
  /// When the run begins, in seconds since 1970-01-01T00:00:00Z.
  let start: Int64

  var now: Int64 { run.now }
  var timeOfDay: Int64 { start * 1_000 + run.now }
  func call(at time: Int64, _ body: @escaping @Sendable () -> Void) -> RunTimer {
    run.call(at: time, body)
  }
  func sleep(until time: Int64) async throws { try await run.sleep(until: time) }
}
