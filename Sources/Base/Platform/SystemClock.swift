/// The clocks of the system, in milliseconds.
package enum SystemClock {
  #if canImport(WASILibc)
    // WASI's names of clocks are macros that Swift does not import.
    private static let start = ContinuousClock.now

    /// The time of day, since 1970-01-01T00:00:00Z.
    package static var timeOfDay: Int64 {
      var time = timeval()
      gettimeofday(&time, nil)
      return Int64(time.tv_sec) * 1_000 + Int64(time.tv_usec) / 1_000
    }

    /// A time that never goes back, as precise as the system can tell.
    package static var exact: Int64 {
      Int64((ContinuousClock.now - start) / .milliseconds(1))
    }

    /// The same time with the precision of the system's tick, which is faster to read.
    package static var tick: Int64 { exact }
  #else
    /// The time of day, since 1970-01-01T00:00:00Z.
    package static var timeOfDay: Int64 { milliseconds(CLOCK_REALTIME) }

    // Both of these count the time in which the machine sleeps, as soon as it is awake.
    #if canImport(Darwin)
      /// A time that never goes back, as precise as the system can tell.
      package static var exact: Int64 { milliseconds(CLOCK_MONOTONIC_RAW) }

      /// The same time with the precision of the system's tick, which is faster to read.
      package static var tick: Int64 { milliseconds(CLOCK_MONOTONIC_RAW_APPROX) }
    #else
      /// A time that never goes back, as precise as the system can tell.
      package static var exact: Int64 { milliseconds(CLOCK_BOOTTIME) }

      /// The same time with the precision of the system's tick, which is faster to read.
      package static var tick: Int64 { milliseconds(CLOCK_MONOTONIC_COARSE) }
    #endif

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
  #endif
}
