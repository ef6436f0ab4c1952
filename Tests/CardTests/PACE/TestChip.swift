import CryptoCore
import ISO7816
import PACE
import Secrets

/// The chip's side of PACE, made from the same parts, for curves and ciphers without a vector.
actor TestChip: CardChannel {
  nonisolated let answerToReset: [UInt8] = []
  private let parameters: PACEParameters
  private let nonce: [UInt8]
  private let passwordKey: Secret
  private var generator: CurvePoint?
  private var keys: (encryption: [UInt8], authentication: [UInt8])?
  /// The chip's token over the terminal's point, once the terminal's was right.
  private var tokens: (expected: [UInt8], own: [UInt8])?

  init(_ parameters: PACEParameters, can: borrowing Secret) throws {
    self.parameters = parameters
    nonce = try Random.bytes(32)
    passwordKey = parameters.cipher.derivedKey(from: can, for: .password)
  }

  /// The chip's session, with which it answers from now on.
  func session() throws -> ChipSecureMessaging {
    guard var (encryption, authentication) = keys else { throw PACEError.outOfOrder }
    return ChipSecureMessaging(
      encryptionKey: Secret(moving: &encryption),
      authenticationKey: Secret(moving: &authentication))
  }

  func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
    do {
      return try answer(try CommandAPDU(parsing: command))
    } catch {
      return [0x6A, 0x80]
    }
  }

  private func answer(_ command: CommandAPDU) throws -> [UInt8] {
    guard command.header.ins == 0x86 else { return [0x90, 0x00] }
    let object = try TLV.parse(command.data)[0].children().first
    switch object?.tag {
    case nil:
      var copy = nonce
      let zero = [UInt8](repeating: 0, count: 16)
      let encrypted = try AES.encryptedCBC(Secret(moving: &copy), key: passwordKey, iv: zero)
      return respond(0x80, encrypted)
    case 0x81:
      let peer = try CurvePoint(object?.value ?? [], on: parameters.curve)
      let key = try CurvePrivateKey(randomOn: parameters.curve)
      var copy = nonce
      generator = try GenericMapping.generator(nonce: Secret(moving: &copy), key: key, peer: peer)
      return respond(0x82, try key.publicKey().encoded)
    case 0x83:
      guard let generator else { return [0x69, 0x85] }
      let peer = try CurvePoint(object?.value ?? [], on: parameters.curve)
      let key = try CurvePrivateKey(randomOn: parameters.curve)
      let point = try key.multiplying(generator)
      let shared = try key.sharedSecret(with: peer)
      let authentication = parameters.cipher.derivedKey(from: shared, for: .authentication)
      tokens = (
        try parameters.cipher.token(over: point, key: authentication),
        try parameters.cipher.token(over: peer, key: authentication)
      )
      let encryption = parameters.cipher.derivedKey(from: shared, for: .encryption)
      keys = (encryption.withBytes { Array($0) }, authentication.withBytes { Array($0) })
      return respond(0x84, point.encoded)
    default:
      guard let tokens, tokens.expected == object?.value else { return [0x63, 0x00] }
      return respond(0x86, tokens.own)
    }
  }

  private func respond(_ tag: UInt32, _ value: [UInt8]) -> [UInt8] {
    TLV(0x7C, [TLV(tag, value)]).encoded + [0x90, 0x00]
  }
}
