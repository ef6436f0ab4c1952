#if !canImport(WASILibc)
  /// A pipe whose one end wakes who waits at the other. No child inherits it, and neither end
  /// blocks.
  package enum WakePipe {
    /// Nil if the system has no more descriptors; `errno` is then set.
    package static func open() -> (reading: Int32, writing: Int32)? {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      return (ends[0], ends[1])
    }

    /// Wakes who waits, also from a handler of a signal. A pipe that is full does so already.
    package static func ring(_ writing: Int32) {
      var byte: UInt8 = 0
      _ = write(writing, &byte, 1)
    }

    /// Takes what has rung.
    package static func silence(_ reading: Int32) {
      var bytes = (UInt64(0), UInt64(0))
      _ = read(reading, &bytes, 16)
    }
  }
#endif
