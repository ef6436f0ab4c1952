internal import Foundation
internal import Glibc

/// A program at a terminal of its own: what it prints, the keys it gets, and the terminal's
/// settings.
public final class PseudoTerminal: Sendable {
  /// How the program ended.
  public enum End: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  private let terminal: Int32
  private let process: pid_t
  private let pending = Pending()

  /// What was read and not yet expected.
  private final class Pending: @unchecked Sendable {
    var text: [UInt8] = []
    var all: [UInt8] = []
    var end: End?
  }

  /// Starts a program as the leader of a session, at a terminal with the usual settings.
  ///
  /// - Parameters:
  ///   - environment: replaces the environment, except for `PATH`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    columns: UInt16 = 80
  ) throws {
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which Swift does not know.
    guard terminal >= 0, ioctl(terminal, 0x4004_5431, &lock) == 0,
      ioctl(terminal, 0x8004_5430, &number) == 0
    else { throw FixtureFailure("there is no pseudo-terminal") }
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else {
      throw FixtureFailure("the terminal has no size")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The leader of a session gets the first terminal that it opens.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Whoever waits for another program waits until nobody has its pipes.
    for other in 3..<Int32(1_024) { posix_spawn_file_actions_addclose(&actions, other) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test's own process may ignore or block signals.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // POSIX_SPAWN_SETSID, which Swift does not know.
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes,
      Int16(newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let environment = ["PATH": path, "TERM": "xterm"].merging(environment) { $1 }
    var child: pid_t = 0
    let code = withCStrings([program] + arguments) { arguments in
      withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&child, program, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw FixtureFailure("\(program) cannot be started: \(code)") }
    process = child
  }

  deinit {
    if pending.end == nil {
      Glibc.kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(terminal)
  }

  /// Everything that the terminal has shown.
  public var shown: String { String(decoding: pending.all, as: UTF8.self) }

  /// Reads until a text is shown, and returns what was shown up to its end.
  @discardableResult
  public func expect(_ text: String) throws -> String { try expect(anyOf: [text]) }

  /// Reads until one of these texts is shown, and returns what was shown up to its end.
  @discardableResult
  public func expect(anyOf texts: [String]) throws -> String {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let found = texts.compactMap { Data(pending.text).range(of: Data($0.utf8))?.upperBound }
      if let end = found.min() {
        let seen = pending.text[..<end]
        pending.text.removeFirst(end)
        return String(decoding: seen, as: UTF8.self)
      }
      guard ContinuousClock.now < deadline, read() else {
        throw FixtureFailure("\(texts) was not shown, only: \(shown.debugDescription)")
      }
    }
  }

  /// Types a text.
  public func type(_ text: String) { type(Array(text.utf8)) }

  /// Types bytes that may be no text.
  public func type(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let wrote = write(terminal, Array(bytes[done...]), bytes.count - done)
      guard wrote > 0 else { return }
      done += wrote
    }
  }

  /// Sends a signal to the program.
  public func send(_ signal: Int32) { Glibc.kill(process, signal) }

  /// Changes the width of the terminal.
  public func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Whether the terminal shows what is typed, passes it on by lines, and makes signals of Ctrl-C
  /// and Ctrl-Z.
  public var settings: (echoes: Bool, isByLine: Bool, signals: Bool) {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return (
      settings.c_lflag & tcflag_t(ECHO) != 0, settings.c_lflag & tcflag_t(ICANON) != 0,
      settings.c_lflag & tcflag_t(ISIG) != 0
    )
  }

  /// Waits for the end of the program, and reads what it still prints.
  public func end() -> End {
    if let end = pending.end { return end }
    let deadline = ContinuousClock.now + .seconds(120)
    var status: Int32 = 0
    repeat {
      while read(), ContinuousClock.now < deadline {}
      // A program that goes on is ended by force, and so reported.
      if ContinuousClock.now > deadline { Glibc.kill(process, SIGKILL) }
      usleep(5_000)
    } while waitpid(process, &status, WNOHANG) == 0
    let end = status & 0x7F == 0 ? End.status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    pending.end = end
    return end
  }

  /// Reads what comes next. False at the end of the program, or if nothing comes for 20 seconds.
  private func read() -> Bool {
    var source = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, 20_000) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(terminal, &buffer, buffer.count)
    guard count > 0 else { return false }
    pending.text += buffer[..<count]
    pending.all += buffer[..<count]
    return true
  }
}

/// Passes texts as a list that ends with nil, as `exec` wants it.
private func withCStrings<R>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
  let pointers = texts.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
