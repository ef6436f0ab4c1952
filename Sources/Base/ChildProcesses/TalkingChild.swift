internal import Platform
package import Secrets
internal import Threads

/// Another program that is talked with line by line, over its standard input and output, such as a
/// dialog for PINs. What it says may be a secret, so it is read into memory that is wiped.
///
/// An actor with a thread of its own, since reading blocks.
package actor TalkingChild {
  /// Why the program cannot be talked with.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a full stop.
    package let description: String

    package init(description: String) { self.description = description }
  }

  private let thread = BlockingThread()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }
  private let name: String
  private let child: ChildProcess.Connected

  /// Starts a program: a path, or a name that is looked for in `PATH`. It inherits the environment,
  /// and standard error unless it is to be quiet.
  package init(_ name: String, _ arguments: [String] = [], isQuiet: Bool = false) throws(Failure) {
    self.name = name
    do throws(ChildProcess.StartError) {
      child = try ChildProcess(name, arguments).connect(isQuiet: isQuiet)
    } catch {
      throw Failure(
        description: "`\(name)` cannot be started: \(systemMessage(error.code))")
    }
  }

  deinit {
    // Its input ends with this value, which ends a program that waits for a person.
    thread.finish { [process = child.process] in
      kill(process, SIGTERM)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// Sends a line.
  package func send(_ line: String) throws(Failure) {
    let bytes = Array((line + "\n").utf8)
    var count = 0
    while count < bytes.count {
      let written = bytes[count...].withUnsafeBytes {
        write(child.input.writing, $0.baseAddress, $0.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Failure(description: "`\(name)` does not listen") }
      count += written
    }
  }

  /// The next line, without its end, and at most this long. Throws if the program has ended or the
  /// task is cancelled.
  package func line(limit: Int = 1_000) throws(Failure) -> Secret {
    try Secret(capacity: limit) { buffer throws(Failure) in
      for count in 0..<limit {
        let byte = try nextByte()
        if byte == 0x0A { return count }
        buffer[count] = byte
      }
      return limit
    }
  }

  private func nextByte() throws(Failure) -> UInt8 {
    var entry = pollfd(fd: child.output.reading, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 100) <= 0 {
      if Task.isCancelled { throw Failure(description: "cancelled") }
    }
    var byte: UInt8 = 0
    var count = read(child.output.reading, &byte, 1)
    while count < 0, errno == EINTR { count = read(child.output.reading, &byte, 1) }
    guard count == 1 else { throw Failure(description: "`\(name)` ended without an answer") }
    return byte
  }
}
