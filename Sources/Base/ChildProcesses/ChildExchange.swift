internal import Platform

/// The pipes to a running child: writes its input and collects what it prints, as the pipes allow,
/// so that neither side blocks the other.
struct ChildExchange: ~Copyable {
  /// Why ``run(until:)`` returned.
  enum Ending {
    case ended, late, tooMuch
  }

  private static let largestOutput = 1 << 30

  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []

  private let given: [UInt8]
  private var countWritten = 0
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var inputPipe: Pipe
  private var outputPipe: Pipe
  private var errorPipe: Pipe
  /// Its writing end is closed when the child has ended.
  private let life: Pipe

  init(
    given: [UInt8], input: consuming Pipe, output: consuming Pipe, errors: consuming Pipe,
    life: consuming Pipe
  ) {
    self.given = given
    inputPipe = input
    outputPipe = output
    errorPipe = errors
    self.life = life
    for end in [inputPipe.writing, outputPipe.reading, errorPipe.reading] {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    write()
  }

  /// Returns when the child has ended, even if a child of its own still holds the pipes; at the
  /// latest at the deadline. May be called again then.
  mutating func run(until deadline: ContinuousClock.Instant) -> Ending {
    while true {
      let left = (deadline - .now).components
      guard left.seconds > 0 || left.attoseconds > 0 else { return .late }
      let milliseconds =
        Int32(clamping: min(left.seconds, 60) * 1000)
        + Int32(clamping: left.attoseconds / 1_000_000_000_000_000) + 1
      // `poll` passes over descriptors below 0.
      var waits = [
        pollfd(fd: life.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: inputPipe.writing, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: outputPipe.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errorPipe.reading, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, nfds_t(waits.count), milliseconds) > 0 else { continue }
      let hasEnded = waits[0].revents != 0
      if waits[1].revents != 0 { write() }
      // Everything that the child wrote before its end is in the pipes by now.
      if hasEnded || waits[2].revents != 0 {
        Self.read(&outputPipe, into: &output, through: &buffer, all: hasEnded)
      }
      if hasEnded || waits[3].revents != 0 {
        Self.read(&errorPipe, into: &errors, through: &buffer, all: hasEnded)
      }
      if output.count + errors.count > Self.largestOutput { return .tooMuch }
      if hasEnded { return .ended }
    }
  }

  /// Writes until the pipe is full. Closes it after the last byte, or if its reader is gone.
  private mutating func write() {
    while inputPipe.writing >= 0 {
      let count = given[countWritten...].withUnsafeBytes {
        Platform.write(inputPipe.writing, $0.baseAddress, $0.count)
      }
      if count >= 0 { countWritten += count }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      if count < 0 || countWritten == given.count { inputPipe.closeWriting() }
    }
  }

  /// Reads one buffer, or all that is there. Closes the pipe at its end.
  private static func read(
    _ pipe: inout Pipe, into bytes: inout [UInt8], through buffer: inout [UInt8], all: Bool
  ) {
    while pipe.reading >= 0 {
      let count = Platform.read(pipe.reading, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return pipe.closeReading() }
      bytes += buffer[..<count]
      if !all || bytes.count > largestOutput { return }
    }
  }
}
