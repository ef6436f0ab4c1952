internal import Files
internal import Glibc
internal import Secrets

/// The terminal of this process: reads single keys, lines, and secrets without showing them.
///
/// While it waits, it reads single keys and handles Ctrl-C itself, so that the terminal's settings
/// are always restored.
struct Terminal: Sendable {
  enum Key: Equatable {
    case character(Character)
    case enter
    /// Ctrl-C, or the end of the input.
    case stop
    /// No key came in time.
    case timeout
  }

  /// Waits for a key, for at most this many milliseconds.
  func key(timeout: Int64? = nil) -> Key {
    withRawMode {
      switch read(timeout: timeout) {
      case .byte(let byte): Terminal.key(byte)
      case .timeout: .timeout
      case .end: .stop
      }
    }
  }

  /// Reads a line of text, which is shown while it is typed. Nil if the user cancelled.
  func line(_ accepts: (UInt8) -> Bool, limit: Int) -> String? {
    var text: [UInt8] = []
    let isWhole = type(accepts, limit: limit, echo: true) {
      text.append($0)
    } undo: {
      text.removeLast()
    }
    return isWhole ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Reads a secret, shown as dots and stored only in the result. Nil if the user cancelled.
  func secret(_ accepts: (UInt8) -> Bool, limit: Int) -> Secret? {
    var isWhole = false
    let secret = Secret(capacity: limit) { buffer in
      var count = 0
      isWhole = type(accepts, limit: limit, echo: false) {
        buffer[count] = $0
        count += 1
      } undo: {
        count -= 1
        buffer[count] = 0
      }
      return count
    }
    guard isWhole else { return nil }
    return secret
  }

  // MARK: Typing

  /// Passes every accepted byte to `add` until Enter. Returns false if the user cancelled.
  private func type(
    _ accepts: (UInt8) -> Bool, limit: Int, echo: Bool, add: (UInt8) -> Void, undo: () -> Void
  ) -> Bool {
    withRawMode {
      var count = 0
      while true {
        guard case .byte(let byte) = read(timeout: nil) else { return false }
        switch byte {
        case 3, 4: return false
        case 10, 13:
          print("\r\n")
          return true
        case 8, 127:
          guard count > 0 else { continue }
          count -= 1
          undo()
          print("\u{8} \u{8}")
        default:
          guard count < limit, byte >= 32, accepts(byte) else { continue }
          count += 1
          add(byte)
          print(echo ? String(decoding: [byte], as: UTF8.self) : "•")
        }
      }
    }
  }

  private enum Input {
    case byte(UInt8)
    case timeout
    case end
  }

  private func read(timeout: Int64?) -> Input {
    var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    let wait = timeout.map { Int32(clamping: max(0, $0)) } ?? -1
    while true {
      let ready = poll(&descriptor, 1, wait)
      if ready < 0, errno == EINTR { continue }
      if ready == 0 { return .timeout }
      var byte: UInt8 = 0
      let got = Glibc.read(0, &byte, 1)
      if got < 0, errno == EINTR { continue }
      return got == 1 ? .byte(byte) : .end
    }
  }

  private static func key(_ byte: UInt8) -> Key {
    switch byte {
    case 3, 4: .stop
    case 10, 13: .enter
    default: .character(Character(Unicode.Scalar(byte)))
    }
  }

  private func print(_ text: String) {
    Console.current.control(text, .standardOutput)
  }

  /// Runs `body` while keys come one by one, without echo, and Ctrl-C is a key. Restores the
  /// settings afterwards.
  private func withRawMode<R: ~Copyable>(_ body: () -> R) -> R {
    var before = termios()
    guard tcgetattr(0, &before) == 0 else { return body() }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(0, TCSADRAIN, &raw)
    defer { tcsetattr(0, TCSADRAIN, &before) }
    return body()
  }
}
