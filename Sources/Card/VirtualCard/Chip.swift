internal import CryptoCore
internal import ISO7816
internal import PACE
internal import Secrets

/// The chip: commands in, responses out. Any bytes are safe.
///
/// Its commands are in the files `Chip+*.swift`, by topic.
struct Chip: ~Copyable {
  let profile: ChipProfile
  let interface: CardInterface
  var memory: ChipMemory
  /// Stores the memory before a response is sent. False if that failed.
  let persist: @Sendable (borrowing ChipMemory) -> Bool

  // Volatile: lost without power.
  private var pace: ChipPACE
  private var session: ChipSecureMessaging?
  /// The rest of a response that was too long, to be fetched with GET RESPONSE.
  private var rest: [UInt8] = []
  var selection = Selection()
  var verified: Set<CodeRole> = []
  var environment: SecurityEnvironment?

  /// The purpose for which MSE:SET has chosen a key.
  enum SecurityEnvironment: Hashable {
    case authentication
    case signature
    /// Thales: the key is chosen and the hash was received.
    case hash([UInt8], for: CodeRole)
    case key(CodeRole, digestLength: Int)
  }

  init(
    memory: consuming ChipMemory, interface: CardInterface,
    persist: @escaping @Sendable (borrowing ChipMemory) -> Bool
  ) {
    self.interface = interface
    profile = ChipProfile.profile(of: memory.model)
    pace = ChipPACE(profile: profile, passwordKey: memory.passwordKey)
    self.memory = memory
    self.persist = persist
  }

  /// Called when the power is lost or the reader asks for a reset.
  mutating func reset() {
    endSession()
    pace = ChipPACE(profile: profile, passwordKey: memory.passwordKey)
    selection = Selection()
  }

  /// The response to a command APDU: at most 256 bytes and a status word.
  mutating func respond(to command: [UInt8]) -> [UInt8] {
    let waiting = rest
    rest = []
    let layout: CommandLayout
    do throws(CommandAPDUError) {
      layout = try command.withUnsafeBufferPointer { buffer throws(CommandAPDUError) in
        try CommandLayout(parsing: UnsafeRawBufferPointer(buffer))
      }
    } catch {
      // Bytes that are not a command cannot have a correct checksum.
      endSession()
      return StatusWord.wrongLength.bytes
    }
    // GET RESPONSE is sent without secure messaging.
    if !waiting.isEmpty, layout.header == CommandHeader(0x00, 0xC0, 0x00, 0x00) {
      return chained(waiting, by: layout.expectedLength ?? 256)
    }
    switch interface {
    case .contactless: return session == nil ? plain(command, layout) : protected(command)
    case .contacts: return unprotected(command, layout)
    }
  }

  /// By contacts every command is allowed, in the clear.
  private mutating func unprotected(_ command: [UInt8], _ layout: CommandLayout) -> [UInt8] {
    guard layout.header.cla == 0x00 else { return StatusWord.classNotSupported.bytes }
    var data = Array(command[layout.data])
    return execute(
      layout.header, Secret(moving: &data), expectedLength: layout.expectedLength
    ).encoded
  }

  /// Forgets the session and everything proven in it.
  private mutating func endSession() {
    session = nil
    rest = []
    verified = []
    environment = nil
  }

  private mutating func protected(_ command: [UInt8]) -> [UInt8] {
    guard var session = session.take() else { return Refusal.noDiagnosis.status.bytes }
    do throws(ChipSecureMessagingError) {
      let opened = try session.unprotect(command)
      let header = opened.header
      let expectedLength = opened.expectedLength
      let reply = execute(header, opened.data, expectedLength: expectedLength)
      let response = try session.protect(data: reply.data, status: reply.status)
      self.session = consume session
      return response.count <= 258 ? response : chained(response.dropLast(2), by: 256)
    } catch {
      endSession()
      return error.status.bytes
    }
  }

  /// The commands that are allowed before PACE: PACE itself, and reading how to run it.
  private mutating func plain(_ command: [UInt8], _ layout: CommandLayout) -> [UInt8] {
    let header = layout.header
    guard header.cla & 0x0C == 0 else {
      return StatusWord.secureMessagingObjectsMissing.bytes
    }
    let data = Array(command[layout.data])
    switch (header.cla, header.ins) {
    case (0x00, 0x22):
      guard header.p1 == 0xC1, header.p2 == 0xA4 else {
        return StatusWord.securityStatusNotSatisfied.bytes
      }
      return pace.setEnvironment(data).bytes
    case (0x00, 0x86), (0x10, 0x86):
      let reply = pace.authenticate(data, isChained: header.cla == 0x10)
      session = pace.takeSession()
      return reply.encoded
    case (0x00, 0xA4):
      return answer { chip throws(Refusal) in
        try chip.select(header, data, isProtected: false)
      }.encoded
    case (0x00, 0xB0):
      return answer { chip throws(Refusal) in
        try chip.read(header, expectedLength: layout.expectedLength, isProtected: false)
      }.encoded
    case (0x00, 0x20), (0x00, 0x24), (0x00, 0x2C), (0x00, 0x2A), (0x00, 0x88), (0x00, 0xCB):
      return StatusWord.securityStatusNotSatisfied.bytes
    case (0x00, _):
      return StatusWord.instructionNotSupported.bytes
    default:
      return StatusWord.classNotSupported.bytes
    }
  }

  /// The commands that are allowed after PACE, and by contacts.
  private mutating func execute(
    _ header: CommandHeader, _ data: borrowing Secret, expectedLength: Int?
  ) -> ResponseAPDU {
    guard header.cla == 0x00 else { return ResponseAPDU(status: .classNotSupported) }
    return answer { chip throws(Refusal) in
      switch header.ins {
      case 0x20: try chip.verify(header, data)
      case 0x24: try chip.changeCode(header, data)
      case 0x2C: try chip.unblockCode(header, data)
      default:
        return try chip.execute(
          header, data.withBytes { Array($0) }, expectedLength: expectedLength)
      }
      return []
    }
  }

  /// The commands after PACE whose data is not secret.
  private mutating func execute(
    _ header: CommandHeader, _ data: [UInt8], expectedLength: Int?
  ) throws(Refusal) -> [UInt8] {
    switch header.ins {
    case 0xA4: return try select(header, data, isProtected: true)
    case 0xB0: return try read(header, expectedLength: expectedLength, isProtected: true)
    case 0xCB: return try codeObject(header, data)
    case 0x22: try setEnvironment(header, data)
    case 0x88: return try authenticate(header, data)
    case 0x2A: return try sign(header, data)
    default: throw Refusal(.instructionNotSupported)
    }
    return []
  }

  /// As many of `bytes` as the reader accepts, and 61XX if there is more.
  private mutating func chained(_ bytes: some Collection<UInt8>, by count: Int) -> [UInt8] {
    rest = Array(bytes.dropFirst(min(count, 256)))
    let status: StatusWord =
      rest.isEmpty ? .success : StatusWord(0x61, UInt8(truncatingIfNeeded: min(rest.count, 256)))
    return Array(bytes.prefix(min(count, 256))) + status.bytes
  }

  private mutating func answer(
    _ body: (inout Chip) throws(Refusal) -> [UInt8]
  ) -> ResponseAPDU {
    do throws(Refusal) {
      return ResponseAPDU(data: try body(&self), status: .success)
    } catch {
      return ResponseAPDU(status: error.status)
    }
  }
}
