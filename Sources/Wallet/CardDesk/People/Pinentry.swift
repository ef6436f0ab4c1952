internal import ChildProcesses
internal import Encodings
public import FlowModel
public import FlowRuntime
internal import Secrets

/// A person at the dialog program for PINs, `pinentry`, which is talked with in its protocol
/// (Assuan).
///
/// The program shows its own window, so neither the browser nor the website sees the PIN.
public struct Pinentry: DeskPerson {
  private let program: String
  private let options: [String]

  /// - Parameters:
  ///   - program: the program's name or path.
  ///   - terminal: the terminal for programs that show no window: `/dev/pts/1`.
  public init(_ program: String = "pinentry", terminal: String? = nil) {
    self.program = program
    options = terminal.map { ["ttyname=\($0)"] } ?? []
  }

  /// Why the program could not be used.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a full stop.
    public let description: String
  }

  public func decide(_ dialog: Dialog, in run: Runner) async throws -> Row? {
    do {
      return try await ask(dialog, run)
    } catch let failure as TalkingChild.Failure {
      try Task.checkCancellation()
      throw Failure(description: failure.description)
    }
  }

  private func ask(_ dialog: Dialog, _ run: Runner) async throws -> Row? {
    let program = try TalkingChild(program)
    _ = try await reply(of: program)
    for option in options { _ = try await say("OPTION \(option)", to: program) }
    try await demand("SETTITLE flowrun", of: program)
    let text = dialog.lines + [dialog.message].compactMap { $0 }
    try await demand("SETDESC \(Pinentry.escaped(text.joined(separator: "\n")))", of: program)
    guard let accept = dialog.accept else {
      // A wait that ends soon by itself needs no window.
      try await Task.sleep(for: .milliseconds(300))
      try await demand("SETOK \(Pinentry.button(dialog.decline))", of: program)
      _ = try await confirms("CONFIRM --one-button", program)
      return dialog.decline
    }
    let button = Pinentry.button(accept)
    try await demand("SETOK \(button)", of: program)
    try await demand(
      "SETCANCEL \(Pinentry.button(dialog.decline, besides: button))", of: program)
    guard !dialog.fields.isEmpty else {
      return try await confirms("CONFIRM", program) ? accept : dialog.decline
    }
    for field in dialog.fields {
      try await demand("SETPROMPT \(Pinentry.escaped(field.name.uppercased())):", of: program)
      guard try await enters(field, program, run) else { return dialog.decline }
    }
    return accept
  }

  /// Asks for one code until it has the right length. False if the person cancels.
  private func enters(_ field: Input, _ program: TalkingChild, _ run: Runner) async throws -> Bool {
    while true {
      switch try await say("GETPIN", to: program) {
      case .cancelled: return false
      case .failed(let reason): throw Failure(description: "`\(self.program)`: \(reason)")
      case .done(let slot):
        let code = slot?.take() ?? Secret()
        guard field.length.contains(code.count), !field.isDigits || code.isDigits(field.length)
        else {
          try await demand("SETERROR \(Pinentry.escaped(field.requirement))", of: program)
          continue
        }
        await run.enter(secret: code, as: field.name)
        return true
      }
    }
  }

  private func confirms(_ command: String, _ program: TalkingChild) async throws -> Bool {
    switch try await say(command, to: program) {
    case .done: true
    case .cancelled: false
    case .failed(let reason): throw Failure(description: "`\(self.program)`: \(reason)")
    }
  }

  private func demand(_ command: String, of program: TalkingChild) async throws {
    if case .failed(let reason) = try await say(command, to: program) {
      throw Failure(description: "`\(self.program)`: \(reason)")
    }
  }

  // MARK: Assuan

  private enum Reply {
    /// With the data of the reply, if there was any.
    case done(SecretSlot?)
    /// The person cancelled, or was not there in time.
    case cancelled
    case failed(String)
  }

  private func say(_ command: String, to program: TalkingChild) async throws -> Reply {
    try await program.send(command)
    return try await reply(of: program)
  }

  /// Reads lines up to `OK` or `ERR`. Other lines are remarks, or the data.
  private func reply(of program: TalkingChild) async throws -> Reply {
    var data: SecretSlot?
    for _ in 0..<100 {
      let line = try await program.line()
      let kind = line.withBytes { String(decoding: $0.prefix { $0 != 0x20 }, as: UTF8.self) }
      switch kind {
      case "OK": return .done(data)
      case "D":
        data = SecretSlot(Pinentry.unescaped(line.copy(of: min(2, line.count)..<line.count)))
      case "ERR":
        let text = line.withBytes { String(decoding: $0.dropFirst(4), as: UTF8.self) }
        return Pinentry.failure(text)
      default: continue
      }
    }
    return .failed("it talks without end")
  }

  /// The lower 16 bits of the number are the reason: cancelled, not confirmed, too late.
  private static func failure(_ text: String) -> Reply {
    let parts = text.split(separator: " ", maxSplits: 1)
    let code = parts.first.flatMap { Int64($0) } ?? 0
    return [99, 114, 62].contains(code & 0xFFFF)
      ? .cancelled : .failed(parts.count > 1 ? String(parts[1]) : "error \(code)")
  }

  /// The ends of lines, and the escape itself, as `%0A`.
  static func escaped(_ text: String) -> String {
    PercentEncoding.text(text, encoding: "%\r\n")
  }

  /// The text of a button. An underscore marks the letter that selects it: the first one that does
  /// not select the other button.
  static func button(_ row: Row?, besides other: String = "") -> String {
    let text = escaped(row.map(Dialog.button) ?? "Cancel").replacing("_", with: "__")
    let taken = other.firstIndex(of: "_").map {
      other[other.index(after: $0)...].prefix(1).lowercased()
    }
    guard let place = text.firstIndex(where: { $0.isLetter && $0.lowercased() != taken }) else {
      return text
    }
    return text[..<place] + "_" + text[place...]
  }

  /// The bytes for which `%41` and the like stand.
  static func unescaped(_ text: consuming Secret) -> Secret {
    let length = text.count
    return text.withBytes { bytes in
      Secret(capacity: length) { buffer in
        var count = 0
        var place = 0
        while place < length {
          var byte = bytes[place]
          place += 1
          if byte == UInt8(ascii: "%"), place + 1 < length,
            let high = digit(bytes[place]), let low = digit(bytes[place + 1])
          {
            byte = high << 4 | low
            place += 2
          }
          buffer[count] = byte
          count += 1
        }
        return count
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
