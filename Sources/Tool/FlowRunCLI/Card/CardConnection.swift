internal import ArgumentParser
internal import CryptoCore
internal import EstEID
internal import Files
internal import ISO7816
internal import PCSC
internal import Secrets
internal import VirtualCard

/// The options that say which card is meant, and a session with it.
struct CardConnection: ParsableArguments {
  @Option(help: "The name of the reader. By default the first with a card.") var reader: String?
  @Flag(help: "Uses a virtual card in this process; its CAN is 123456 unless given.")
  var virtual = false
  @OptionGroup var virtualCard: VirtualCardOptions
  @Option(parsing: .unconditional, help: "The file descriptor to read the CAN from.") var canFrom:
    Int32?
  @Option(parsing: .unconditional, help: "How many seconds to wait for a card.") var within: Int =
    90

  func validate() throws {
    guard (1...3600).contains(within) else {
      throw ValidationError("`--within` is from 1 to 3600 seconds")
    }
    guard virtual || virtualCard.file == nil else {
      throw ValidationError("`--file` is for `--virtual`")
    }
    guard virtual || !virtualCard.contacts else {
      throw ValidationError("`--contacts` is for `--virtual`")
    }
  }

  /// Runs `body` in a session. An error of the card or the reader is printed and ends the command
  /// with status 1. A virtual card comes with the certificate of its authority.
  func session<R: Sendable>(
    _ body: (EstEIDCard, Certificate?) async throws -> R
  ) async throws -> R {
    Console.current.willHoldSecrets()
    do {
      guard !virtual else {
        let card = try virtualCard.card()
        let authority = try Certificate(der: card.authority)
        return try await session(over: card.insert(), virtualCard.contacts ? Secret() : try can()) {
          try await body($0, authority)
        }
      }
      // A CAN that is given is read first, so that a wrong one is noticed before a card is needed.
      var can: Secret?
      if canFrom != nil { can = try self.can() }
      let service = PCSCService()
      let present = try await service.readers().first {
        $0.answerToReset != nil && (reader == nil || $0.name == reader)
      }
      if present == nil { Console.current.err("put the card on the reader\n") }
      let found = try await service.waitForCard(in: reader, within: .seconds(within))
      // By contacts, no CAN is needed.
      let needsCAN = found.answerToReset.map(EstEIDCard.needsCAN) ?? true
      if needsCAN, can == nil { can = try self.can() }
      let channel = try await service.connect(to: found.name)
      do {
        let result = try await session(over: channel, can ?? Secret()) { try await body($0, nil) }
        await channel.close()
        return result
      } catch {
        await channel.close()
        throw error
      }
    } catch let error as PCSCError {
      throw Refusal(error)
    } catch let error as EstEIDError {
      throw Refusal(error)
    }
  }

  private func session<R: Sendable>(
    over channel: some CardChannel, _ can: borrowing Secret,
    _ body: (EstEIDCard) async throws -> R
  ) async throws -> R {
    let options = EstEIDCard.Options(memory: try PINMemory())
    let card = try await EstEIDCard.open(over: channel, can: can, options: options)
    let result = try await body(card)
    await card.close()
    return result
  }

  private func can() throws -> Secret {
    guard let can = try CANSource(option: canFrom, isVirtual: virtual).next() else {
      throw ExitCode(130)
    }
    return can
  }
}

/// Where the CAN comes from: a file descriptor, the terminal, or the published one of a virtual
/// card.
struct CANSource: Sendable {
  let option: Int32?
  let isVirtual: Bool

  /// The CAN. Nil if the person cancels.
  func next() throws -> Secret? {
    guard let can = try typed() else { return nil }
    return try CANSource.checked(can)
  }

  /// The CAN, if it can be one.
  static func checked(_ can: consuming Secret) throws -> Secret {
    guard can.isDigits(6...6) else { throw Refusal("the CAN is the six digits on the card's face") }
    return can
  }

  static var prompt: Terminal.Prompt {
    Terminal.Prompt(
      text: "CAN (the six digits on the card's face):", accepts: { ("0"..."9").contains($0) },
      length: 6...6, requirement: "six digits", isSecret: true)
  }

  /// Whether somebody can be asked for another CAN.
  var asksAgain: Bool { option == nil && !isVirtual }

  private func typed() throws -> Secret? {
    if let option { return try Secret.line(from: option) }
    if isVirtual { return Secret.publicCAN }
    guard let terminal = Console.current.terminal else {
      throw Refusal("there is no terminal to ask for the CAN; give it with `--can-from FD`")
    }
    terminal.open()
    let reply = terminal.ask(CANSource.prompt)
    guard case .text(let can) = consume reply else { return nil }
    return can
  }
}

extension Secret {
  /// The next line of a file descriptor, with at most one character more than a PIN may have.
  static func line(from descriptor: Int32) throws -> Secret {
    try refusing { () throws(FileError) in
      try Secret(capacity: 13) { buffer throws(FileError) in
        try FileSystem.readLine(from: descriptor, into: buffer)
      }
    }
  }

  fileprivate static var publicCAN: Secret {
    Secret(capacity: 6) { buffer in
      for index in 0..<6 { buffer[index] = 0x31 + UInt8(index) }
      return 6
    }
  }
}
