package import CryptoCore
public import ISO7816
public import Secrets

/// The terminal's side of PACE with generic mapping, as a state machine: responses in, commands out
/// (ICAO 9303-11 §4.4, TR-03110-3 B.1).
///
/// There are five exchanges. ``begin()`` returns the first command, ``advance(on:)`` each next one,
/// and nil once both sides have proven that they know the password. After an error the run is over.
public struct PACETerminal: ~Copyable, Sendable {
  /// Draws the private keys of a run. The step is `mapping` or `agreement`.
  package typealias KeySource =
    @Sendable (Curve, PACEStep) throws(CryptoError) -> CurvePrivateKey

  private let parameters: PACEParameters
  private let password: PACEPassword
  private let passwordKey: Secret
  private let drawKey: KeySource
  private var state = State.ready
  private var nonce: Secret?
  private var privateKey: CurvePrivateKey?
  private var keys: SessionKeys?
  /// Our point of the current step, to detect a card that sends it back.
  private var ownPoint: CurvePoint?

  private enum State: Sendable {
    case ready
    case waiting(PACEStep)
    case done
    case failed
  }

  /// Starts with `secret` as the password: six ASCII digits for a CAN.
  public init(
    parameters: PACEParameters, password: PACEPassword = .cardAccessNumber,
    secret: borrowing Secret
  ) {
    self.init(parameters: parameters, password: password, secret: secret) {
      curve, _ throws(CryptoError) in
      try CurvePrivateKey(randomOn: curve)
    }
  }

  /// Takes the private keys from `drawKey`, for published test vectors.
  package init(
    parameters: PACEParameters, password: PACEPassword = .cardAccessNumber,
    secret: borrowing Secret, drawKey: @escaping KeySource
  ) {
    self.parameters = parameters
    self.password = password
    self.drawKey = drawKey
    passwordKey = parameters.cipher.derivedKey(from: secret, for: .password)
  }

  /// MSE:SET AT (ICAO 9303-11 §4.4.4.1).
  public mutating func begin() -> CommandAPDU {
    state = .waiting(.environment)
    var objects = [
      TLV(0x80, parameters.cipher.objectIdentifier), TLV(0x83, [password.rawValue]),
    ]
    if parameters.namesCurve { objects.append(TLV(0x84, [parameters.curve.rawValue])) }
    return CommandAPDU(
      0x00, 0x22, 0xC1, 0xA4, data: objects.flatMap(\.encoded),
      expectedLength: parameters.asksForResponse ? 256 : nil)
  }

  /// Takes the response to the last command. Returns the next command, or nil at the end.
  public mutating func advance(on response: ResponseAPDU) throws(PACEError) -> CommandAPDU? {
    guard case .waiting(let step) = state else { throw fail(.outOfOrder) }
    if step == .authentication, Self.refusesPassword(response.status) {
      throw fail(.wrongPassword)
    }
    // MSE may warn with 63CX that few tries are left. That is not a refusal.
    let isWarning = step == .environment && (response.status.triesLeft ?? 0) > 0
    guard response.status.isSuccess || isWarning else {
      throw fail(.unexpectedStatus(response.status, step))
    }
    do throws(PACEError) {
      return try next(after: step, response.data)
    } catch {
      throw fail(error)
    }
  }

  /// The agreed channel. Can be taken once, after the last step.
  public mutating func takeSecureMessaging() throws(PACEError) -> SecureMessaging {
    guard case .done = state, let keys = keys.take() else { throw fail(.outOfOrder) }
    return SecureMessaging(keys)
  }

  private mutating func next(
    after step: PACEStep, _ data: [UInt8]
  ) throws(PACEError) -> CommandAPDU? {
    switch step {
    case .environment:
      state = .waiting(.nonce)
      return DynamicAuthentication.command(nil)
    case .nonce:
      let point = try startMapping(data)
      state = .waiting(.mapping)
      return DynamicAuthentication.command(TLV(0x81, point.encoded))
    case .mapping:
      let point = try startAgreement(with: try peerPoint(0x82, in: data, step))
      state = .waiting(.agreement)
      return DynamicAuthentication.command(TLV(0x83, point.encoded))
    case .agreement:
      let token = try deriveKeys(with: try peerPoint(0x84, in: data, step))
      state = .waiting(.authentication)
      return DynamicAuthentication.command(TLV(0x85, token), isLast: true)
    case .authentication:
      try checkToken(data)
      state = .done
      return nil
    case .cardAccess:
      throw .outOfOrder
    }
  }

  /// Decrypts the nonce and returns the public point of a new mapping key.
  private mutating func startMapping(_ data: [UInt8]) throws(PACEError) -> CurvePoint {
    guard let encrypted = DynamicAuthentication.value(of: 0x80, in: data),
      [16, 32, 48, 64].contains(encrypted.count)
    else { throw .malformedData(.nonce) }
    do throws(CryptoError) {
      nonce = try AES.decryptedCBC(
        encrypted, key: passwordKey, iv: [UInt8](repeating: 0, count: AES.blockLength))
      let key = try drawKey(parameters.curve, .mapping)
      let point = try key.publicKey()
      privateKey = consume key
      ownPoint = point
      return point
    } catch { throw .cryptography(error) }
  }

  /// Maps the nonce and returns the public point of a new key on the mapped generator.
  private mutating func startAgreement(with peer: CurvePoint) throws(PACEError) -> CurvePoint {
    guard let nonce = nonce.take(), let mappingKey = privateKey.take() else { throw .outOfOrder }
    do throws(CryptoError) {
      let generator = try GenericMapping.generator(nonce: nonce, key: mappingKey, peer: peer)
      let key = try drawKey(parameters.curve, .agreement)
      let point = try key.multiplying(generator)
      privateKey = consume key
      ownPoint = point
      return point
    } catch {
      // Only the card's point can have led to infinity.
      throw error == .invalidPoint ? .malformedData(.mapping) : .cryptography(error)
    }
  }

  /// Derives the session keys and returns our token, which is computed over the card's point.
  private mutating func deriveKeys(with peer: CurvePoint) throws(PACEError) -> [UInt8] {
    guard let key = privateKey.take() else { throw .outOfOrder }
    do throws(CryptoError) {
      let shared = try key.sharedSecret(with: peer)
      let authentication = parameters.cipher.derivedKey(from: shared, for: .authentication)
      let token = try parameters.cipher.token(over: peer, key: authentication)
      keys = SessionKeys(
        encryption: parameters.cipher.derivedKey(from: shared, for: .encryption),
        authentication: authentication)
      return token
    } catch { throw .cryptography(error) }
  }

  /// Compares the card's token, computed over our point, in constant time.
  private mutating func checkToken(_ data: [UInt8]) throws(PACEError) {
    guard let token = DynamicAuthentication.value(of: 0x86, in: data), token.count == 8 else {
      throw .malformedData(.authentication)
    }
    guard let ownPoint, let held = keys.take() else { throw .outOfOrder }
    let expected: [UInt8]
    do throws(CryptoError) {
      expected = try parameters.cipher.token(over: ownPoint, key: held.authentication)
    } catch { throw .cryptography(error) }
    guard constantTimeEqual(token, expected) else { throw .chipNotAuthentic }
    keys = consume held
  }

  /// The card's point of a step: on the curve, not at infinity, and not our own sent back
  /// (TR-03110-3 B.1: the ephemeral keys must differ).
  private func peerPoint(
    _ tag: UInt32, in data: [UInt8], _ step: PACEStep
  ) throws(PACEError) -> CurvePoint {
    guard let encoded = DynamicAuthentication.value(of: tag, in: data),
      let point = try? CurvePoint(encoded, on: parameters.curve), point != ownPoint
    else { throw .malformedData(step) }
    return point
  }

  private mutating func fail(_ error: PACEError) -> PACEError {
    state = .failed
    nonce = nil
    privateKey = nil
    keys = nil
    return error
  }

  /// True for 6300, and for 63CX, which cards send for passwords that count their tries.
  private static func refusesPassword(_ status: StatusWord) -> Bool {
    status == .authenticationFailed || status.triesLeft != nil
  }
}
