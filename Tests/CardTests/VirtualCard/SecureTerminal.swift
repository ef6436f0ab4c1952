import CryptoCore
import ISO7816
import PACE
import Secrets
import TestSupport
import VirtualCard

/// A terminal for the tests: PACE, and single commands under secure messaging.
struct SecureTerminal: ~Copyable {
  private let channel: VirtualCardChannel
  private var messaging: SecureMessaging

  /// Runs PACE with a card on a channel; the digits are the CAN.
  init(_ channel: VirtualCardChannel, _ model: CardModel, can: String = "123456") async throws {
    switch model {
    case .idemia:
      try await select(channel, 0x04, hex("A000000077010800070000FE00000100"))
    case .thales:
      try await select(channel, 0x02, [0x01, 0x1C])
    }
    let terminal = PACETerminal(
      parameters: PACEParameters(
        cipher: .aes256, curve: model == .idemia ? .p256 : .brainpoolP384r1), secret: secret(can))
    let messaging = try await terminal.run(over: channel)
    self.channel = channel
    self.messaging = consume messaging
  }

  mutating func send(_ command: CommandAPDU) async throws -> ResponseAPDU {
    let protected = try messaging.protect(command)
    return try await deliver(protected)
  }

  mutating func send(
    _ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8, _ data: [UInt8] = [], le: Int? = nil
  ) async throws -> ResponseAPDU {
    try await send(CommandAPDU(cla, ins, p1, p2, data: data, expectedLength: le))
  }

  /// A command with a code, padded as the model wants it.
  mutating func send(
    _ ins: UInt8, _ p1: UInt8, _ reference: UInt8, codes: String..., padding: UInt8 = 0xFF
  ) async throws -> StatusWord {
    let block = codes.flatMap { code in
      Array(code.utf8) + [UInt8](repeating: padding, count: 12 - code.utf8.count)
    }
    return try await send(0, ins, p1, reference, block).status
  }

  /// The whole current file, or at most `limit` bytes.
  mutating func read(limit: Int = 0x7FFF) async throws -> [UInt8] {
    var content: [UInt8] = []
    while content.count < limit {
      let part = try await send(
        0, 0xB0, UInt8(content.count >> 8), UInt8(content.count & 0xFF), le: 223)
      guard part.status.isSuccess else { break }
      content += part.data
      guard part.data.count == 223 else { break }
    }
    return content
  }

  /// The protected form of a command that is not sent here.
  mutating func protected(_ command: CommandAPDU) throws -> [UInt8] {
    try messaging.protect(command)
  }

  private mutating func deliver(_ command: [UInt8]) async throws -> ResponseAPDU {
    let first = ResponseAPDU(parsing: try await channel.transmit(command))
    guard let first else { throw CardChannelError.cardLost }
    return try messaging.unprotect(try await channel.collecting(first).encoded)
  }
}

private func select(_ channel: VirtualCardChannel, _ p1: UInt8, _ data: [UInt8]) async throws {
  let response = try await channel.exchange(CommandAPDU(0, 0xA4, p1, 0x0C, data: data))
  guard response.status.isSuccess else {
    throw PACEError.unexpectedStatus(response.status, .cardAccess)
  }
}
