internal import Platform
internal import Signals
internal import Synchronization

/// The terminal of this process, while somebody uses it: keys come one by one and nothing that is
/// typed is shown. The settings are restored however the process ends.
package enum TTY {
  /// An event at the terminal.
  package enum Event: Hashable, Sendable {
    /// A character, of however many bytes.
    case character(Unicode.Scalar)
    case enter, backspace
    /// Ctrl-C, Ctrl-D, Ctrl-\, or the end of the input.
    case stop
    /// The key Escape.
    case escape
    /// An arrow, a function key, or bytes that mean nothing: one event, however many bytes.
    case otherKey
    /// The screen has to be drawn again: the terminal's size has changed, or the process was
    /// stopped.
    case redraw
    /// Nothing has happened in time.
    case timeout
  }

  private struct State {
    var before = termios()
    var during = termios()
    var isOpen = false
    /// Whether Ctrl-C and Ctrl-Z are keys. Otherwise they are signals, which also reach a process
    /// that does not look at the keys.
    var isListening = false
    /// Whether the settings are still to be made: the process went on in the background. A shell
    /// that brings it to the foreground does not always say so by a signal.
    var isPending = false
    /// A byte that was read and belongs to the next key.
    var kept: UInt8?
    /// A pipe with a byte in it when the screen has to be drawn again: its end to read, and to
    /// write. Made once and never closed: a handler that rings late must not write into a file that
    /// got the same number.
    var bell: (Int32, Int32) = (-1, -1)
  }

  // Memory that never moves, so that a signal handler can read it at any time. Unsafe, since a
  // handler can take no lock. While `isOpen` is set, only `isPending` and `isListening` change,
  // each of one byte, and the code that changes them makes the settings then.
  private nonisolated(unsafe) static let state = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()

  /// Takes the terminal. Does nothing if it is taken already, or if there is none.
  package static func open() {
    guard !state.pointee.isOpen, tcgetattr(0, &state.pointee.before) == 0 else { return }
    state.pointee.during = state.pointee.before
    state.pointee.during.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Every key at once, whatever somebody has set for another program.
    withUnsafeMutableBytes(of: &state.pointee.during.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    state.pointee.kept = nil
    if state.pointee.bell.0 < 0 {
      state.pointee.bell = WakePipe.open() ?? (-1, -1)
    }
    state.pointee.isOpen = true
    Signals.at(.leavingTerminal, TTY.restore)
    Signals.at(.stopping, TTY.restore)
    Signals.at(.continuing, TTY.resume)
    Signals.at(.resizing, TTY.ring)
    apply()
  }

  /// Gives the terminal back. What was typed and not read is dropped, since it would appear at the
  /// next prompt of a shell.
  package static func close() {
    guard state.pointee.isOpen else { return }
    restore()
    state.pointee.isOpen = false
  }

  /// How many look at the keys: one may begin before the one before has ended.
  private static let listeners = Mutex(0)

  /// Says that somebody looks at the keys, until ``stopListening()``: Ctrl-C and Ctrl-Z are then
  /// keys, and otherwise signals.
  package static func listen() { listeners.withLock { setListeners(&$0, 1) } }

  /// Ends one ``listen()``.
  package static func stopListening() { listeners.withLock { setListeners(&$0, -1) } }

  private static func setListeners(_ count: inout Int, _ change: Int) {
    count += change
    guard state.pointee.isOpen, state.pointee.isListening != (count > 0) else { return }
    state.pointee.isListening = count > 0
    apply()
  }

  /// The width of the terminal. Nil if `descriptor` is not one.
  package static func columns(of descriptor: Int32) -> Int? {
    Terminals.columns(of: descriptor)
  }

  // MARK: Settings

  /// In the background, a process must not change the settings, which belong to the shell then.
  private static var isInForeground: Bool {
    let group = tcgetpgrp(0)
    // A terminal that does not control the process has no foreground.
    return group < 0 || group == getpgrp()
  }

  private static func apply() {
    guard state.pointee.isOpen else { return }
    state.pointee.isPending = !isInForeground
    guard !state.pointee.isPending else { return }
    var settings = state.pointee.during
    if state.pointee.isListening { settings.c_lflag &= ~tcflag_t(ISIG) }
    tcsetattr(0, TCSANOW, &settings)
  }

  private static let restore: Signals.Action = {
    guard TTY.state.pointee.isOpen, TTY.isInForeground else { return }
    tcflush(0, TCIFLUSH)
    tcsetattr(0, TCSANOW, &TTY.state.pointee.before)
  }

  private static let resume: Signals.Action = {
    TTY.apply()
    TTY.ring()
  }

  private static let ring: Signals.Action = {
    WakePipe.ring(TTY.state.pointee.bell.1)
  }

  // MARK: Keys

  /// Waits for a key, for at most this many milliseconds; nil waits as long as it takes.
  package static func next(within timeout: Int64? = nil) -> Event {
    guard let byte = byte(within: timeout) else { return .timeout }
    switch byte {
    case .redraw: return .redraw
    case .end: return .stop
    case .byte(let byte):
      switch byte {
      case 3, 4, 28: return .stop
      case 8, 127: return .backspace
      case 10, 13: return .enter
      case 26:
        // Going on rings the bell.
        Signals.stopNow()
        return next(within: timeout)
      case 27: return escape()
      case 0..<32: return .otherKey
      case 128...: return multibyte(byte)
      default: return .character(Unicode.Scalar(byte))
      }
    }
  }

  private enum Input {
    case byte(UInt8)
    case redraw
    case end
  }

  /// Nil if nothing has come in time.
  private static func byte(within timeout: Int64?) -> Input? {
    if let kept = state.pointee.kept {
      state.pointee.kept = nil
      return .byte(kept)
    }
    var rest = timeout.map { max(0, $0) }
    while state.pointee.isPending {
      apply()
      guard state.pointee.isPending else { return .redraw }
      let pause = min(rest ?? 50, 50)
      // The keys are the shell's now.
      if let input = waiting(Int32(clamping: pause), forKeys: false) { return input }
      rest = rest.map { $0 - pause }
      if rest == 0 { return nil }
    }
    return waiting(rest.map { Int32(clamping: $0) } ?? -1)
  }

  private static func waiting(_ wait: Int32, forKeys: Bool = true) -> Input? {
    while true {
      var sources = (
        pollfd(fd: forKeys ? 0 : -1, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: state.pointee.isOpen ? state.pointee.bell.0 : -1, events: Int16(POLLIN), revents: 0)
      )
      let ready = withUnsafeMutableBytes(of: &sources) { sources in
        poll(sources.assumingMemoryBound(to: pollfd.self).baseAddress, 2, wait)
      }
      if ready < 0, errno == EINTR { continue }
      guard ready != 0 else { return nil }
      if sources.1.revents != 0 {
        WakePipe.silence(state.pointee.bell.0)
        return .redraw
      }
      var byte: UInt8 = 0
      let got = Platform.read(0, &byte, 1)
      if got < 0, errno == EINTR { continue }
      return got == 1 ? .byte(byte) : .end
    }
  }

  /// How long the next byte of a key may take, in milliseconds: over a slow line they do not come
  /// at once.
  private static let partTime: Int64 = 250

  /// The rest of a key that begins with Escape.
  private static func escape() -> Event {
    while true {
      let next = byte(within: partTime)
      // A signal that comes meanwhile is answered later.
      if case .redraw = next { ring() }
      guard case .byte(let first) = next, first != 27 else { return .escape }
      switch Unicode.Scalar(first) {
      case "O": skip(1) { _, _ in false }
      case "[":
        var last: UInt8 = 0
        let length = skip(32) { place, next in
          last = next
          // The function keys of Linux's console are `[[` and a letter.
          return place == 0 && next == UInt8(ascii: "[") ? false : (0x40...0x7E).contains(next)
        }
        // A click, in the old form: the button and the place.
        if length == 1, last == UInt8(ascii: "M") { skip(3) { _, _ in false } }
      case "]", "P", "X", "^", "_":
        // The terminal's answer to a question of another program: a text, until BEL or `ESC \`.
        skip(65_536) { _, _ in false }
        guard let end = state.pointee.kept, end == 7 || end == 27 else { break }
        state.pointee.kept = nil
        if end == 27 { continue }
      default:
        if first >= 0x80 { _ = multibyte(first) }
        // A key of its own, such as Ctrl-C.
        guard isControl(first) else { break }
        state.pointee.kept = first
        return .escape
      }
      return .otherKey
    }
  }

  /// Reads bytes of a key, up to this many or to its last one. A control character is kept, since
  /// it is not one of them. Returns how many there were.
  @discardableResult
  private static func skip(_ limit: Int, until isLast: (_ place: Int, UInt8) -> Bool) -> Int {
    for place in 0..<limit {
      guard case .byte(let next) = byte(within: partTime) else { return place }
      if isControl(next) {
        state.pointee.kept = next
        return place
      }
      if isLast(place, next) { return place + 1 }
    }
    return limit
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 32 || byte == 127 }

  private static func multibyte(_ first: UInt8) -> Event {
    let length = (~first).leadingZeroBitCount
    guard (2...4).contains(length) else { return .otherKey }
    var decoder = UTF8()
    var bytes = [first]
    while bytes.count < length, case .byte(let next) = byte(within: partTime) {
      guard next & 0xC0 == 0x80 else {
        state.pointee.kept = next
        break
      }
      bytes.append(next)
    }
    var source = bytes.makeIterator()
    guard bytes.count == length, case .scalarValue(let scalar) = decoder.decode(&source),
      scalar.properties.generalCategory != .control
    else { return .otherKey }
    return .character(scalar)
  }
}
