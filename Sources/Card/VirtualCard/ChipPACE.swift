internal import CryptoCore
internal import ISO7816
internal import PACE
internal import Secrets

/// The chip's side of PACE with generic mapping and the CAN (ICAO 9303-11 §4.4).
struct ChipPACE: ~Copyable {
  private enum Step {
    case idle
    case nonce
    case mapping
    case agreement
    case authentication
  }

  private let profile: ChipProfile
  private let passwordKey: Secret
  private var step = Step.idle
  private var nonce: Secret?
  private var generator: CurvePoint?
  /// The terminal's ephemeral point and ours, and the keys agreed on with them.
  private var terminalPoint: CurvePoint?
  private var ownPoint: CurvePoint?
  private var encryptionKey: Secret?
  private var authenticationKey: Secret?

  init(profile: ChipProfile, passwordKey: borrowing Secret) {
    self.profile = profile
    self.passwordKey = passwordKey.duplicated()
  }

  /// MSE:SET AT with protocol, password and optionally the curve.
  mutating func setEnvironment(_ data: [UInt8]) -> StatusWord {
    stop()
    guard let objects = try? TLV.parse(data),
      objects.first(tag: 0x80) == profile.cipher.objectIdentifier
    else { return .wrongData }
    guard objects.first(tag: 0x83) == [PACEPassword.cardAccessNumber.rawValue],
      [nil, [profile.curve.rawValue]].contains(objects.first(tag: 0x84))
    else { return .referenceDataNotFound }
    step = .nonce
    return .success
  }

  /// GENERAL AUTHENTICATE. After the fourth one the keys can be taken.
  mutating func authenticate(_ data: [UInt8], isChained: Bool) -> ResponseAPDU {
    do throws(Refusal) {
      let object = try object(in: data)
      guard isChained == (step != .authentication) else {
        throw Refusal(.conditionsNotSatisfied)
      }
      return ResponseAPDU(data: TLV(0x7C, [try next(object)]).encoded, status: .success)
    } catch {
      stop()
      return ResponseAPDU(status: error.status)
    }
  }

  /// The agreed session. Can be taken once.
  mutating func takeSession() -> ChipSecureMessaging? {
    guard step == .idle, let encryption = encryptionKey.take(),
      let authentication = authenticationKey.take()
    else { return nil }
    return ChipSecureMessaging(encryptionKey: encryption, authenticationKey: authentication)
  }

  private mutating func next(_ object: TLV?) throws(Refusal) -> TLV {
    switch (step, object?.tag) {
    case (.nonce, nil):
      let encrypted = try refusing { () throws(CryptoError) in try drawNonce() }
      step = .mapping
      return TLV(0x80, encrypted)
    case (.mapping, 0x81):
      let point = try map(object?.value ?? [])
      step = .agreement
      return TLV(0x82, point.encoded)
    case (.agreement, 0x83):
      let point = try agree(object?.value ?? [])
      step = .authentication
      return TLV(0x84, point.encoded)
    case (.authentication, 0x85):
      let token = try answer(object?.value ?? [])
      step = .idle
      return TLV(0x86, token)
    case (.idle, _):
      throw Refusal(.conditionsNotSatisfied)
    default:
      throw Refusal(.wrongData)
    }
  }

  private mutating func drawNonce() throws(CryptoError) -> [UInt8] {
    let drawn = try Random.secret(profile.nonceLength)
    let encrypted = try AES.encryptedCBC(
      drawn, key: passwordKey, iv: [UInt8](repeating: 0, count: AES.blockLength))
    nonce = consume drawn
    return encrypted
  }

  /// Maps the nonce with the terminal's mapping point. Returns ours.
  private mutating func map(_ encoded: [UInt8]) throws(Refusal) -> CurvePoint {
    guard let nonce = nonce.take() else { throw .noDiagnosis }
    let (mapped, own) = try refusing { () throws(CryptoError) in
      let peer = try CurvePoint(encoded, on: profile.curve)
      let key = try CurvePrivateKey(randomOn: profile.curve)
      return (
        try GenericMapping.generator(nonce: nonce, key: key, peer: peer), try key.publicKey()
      )
    }
    generator = mapped
    return own
  }

  /// Agrees on the keys with the terminal's ephemeral point. Returns ours.
  private mutating func agree(_ encoded: [UInt8]) throws(Refusal) -> CurvePoint {
    guard let generator else { throw .noDiagnosis }
    return try refusing { () throws(CryptoError) in
      let peer = try CurvePoint(encoded, on: profile.curve)
      let key = try CurvePrivateKey(randomOn: profile.curve)
      let own = try key.multiplying(generator)
      guard own != peer else { throw .invalidPoint }
      let shared = try key.sharedSecret(with: peer)
      encryptionKey = profile.cipher.derivedKey(from: shared, for: .encryption)
      authenticationKey = profile.cipher.derivedKey(from: shared, for: .authentication)
      terminalPoint = peer
      ownPoint = own
      return own
    }
  }

  /// Checks the terminal's token over our point. Returns ours over its point.
  private mutating func answer(_ token: [UInt8]) throws(Refusal) -> [UInt8] {
    guard let ownPoint, let terminalPoint, let key = authenticationKey.take() else {
      throw .noDiagnosis
    }
    let (expected, ours) = try refusing { () throws(CryptoError) in
      (
        try profile.cipher.token(over: ownPoint, key: key),
        try profile.cipher.token(over: terminalPoint, key: key)
      )
    }
    guard constantTimeEqual(token, expected) else { throw Refusal(.authenticationFailed) }
    authenticationKey = consume key
    return ours
  }

  /// The only object in the dynamic authentication data. Nil if the data is empty.
  private func object(in data: [UInt8]) throws(Refusal) -> TLV? {
    guard let inner = DynamicAuthentication.objects(in: data), inner.count <= 1
    else { throw Refusal(.wrongData) }
    return inner.first
  }

  private mutating func stop() {
    step = .idle
    nonce = nil
    generator = nil
    terminalPoint = nil
    ownPoint = nil
    encryptionKey = nil
    authenticationKey = nil
  }
}
