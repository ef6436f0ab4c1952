internal import Platform

/// A pipe. No child inherits it, except as its standard input or output.
struct Pipe: ~Copyable {
  // Descriptors; -1 if closed or taken.
  private(set) var reading: Int32 = -1
  private(set) var writing: Int32 = -1

  /// Nil if the system has no more descriptors. Called only while no child is being started, which
  /// would inherit the pipe.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for index in 0...1 {
      // If this process was started with standard input or output closed, an end must not be in its
      // place: in the child, one would overwrite the other.
      if ends[index] <= STDERR_FILENO {
        let moved = fcntl(ends[index], F_DUPFD, STDERR_FILENO + 1)
        close(ends[index])
        ends[index] = moved
      }
      _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
    guard reading >= 0, writing >= 0 else { return nil }
  }

  deinit {
    for end in [reading, writing] where end >= 0 { close(end) }
  }

  mutating func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  mutating func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// The writing end, which the caller has to close.
  mutating func takeWriting() -> Int32 {
    defer { writing = -1 }
    return writing
  }
}
