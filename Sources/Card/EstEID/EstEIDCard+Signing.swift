public import CryptoCore
import ISO7816
public import Secrets

/// A signature of the card, with the certificate that verifies it.
public struct CardSignature: Hashable, Sendable {
  /// R and S, 48 bytes each, as JOSE's ES384 has them (RFC 7518 §3.4).
  public let rawSignature: [UInt8]
  /// The certificate of the key that signed.
  public let certificate: Certificate
}

extension EstEIDCard {
  /// Signs a digest with the authentication key, after verifying PIN1.
  ///
  /// - Parameters:
  ///   - digest: of SHA-256, SHA-384 or SHA-512.
  ///   - certificate: the card's certificate if known already; otherwise it is read. It is checked
  ///     before a try is used, and the signature is verified with it.
  public func authenticate(
    _ digest: [UInt8], pin: consuming Secret, certificate: Certificate? = nil,
    policy: PINPolicy = .standard
  ) async throws(EstEIDError) -> CardSignature {
    try begin()
    defer { end() }
    return try await sign(digest, .authentication, pin, certificate, policy)
  }

  /// Signs the digest of a document with the signature key, after verifying PIN2.
  ///
  /// The parameters are those of ``authenticate(_:pin:certificate:policy:)``.
  public func sign(
    _ digest: [UInt8], pin: consuming Secret, certificate: Certificate? = nil,
    policy: PINPolicy = .standard
  ) async throws(EstEIDError) -> CardSignature {
    try begin()
    defer { end() }
    return try await sign(digest, .signing, pin, certificate, policy)
  }

  private func sign(
    _ digest: [UInt8], _ kind: CertificateKind, _ pin: borrowing Secret, _ known: Certificate?,
    _ policy: PINPolicy
  ) async throws(EstEIDError) -> CardSignature {
    guard [32, 48, 64].contains(digest.count) else { throw .unsupportedDigest }
    guard let key = profile.keys[kind] else { throw .unsupportedCard }
    // Read the counter first, since the certificate's path starts at the root as well.
    try await check(pin, kind.pin, policy)
    try await checkActivation(of: kind.pin)
    let certificate: Certificate
    if let known { certificate = known } else { certificate = try await readCertificate(kind) }
    if let problem = CertificateProblem(certificate, kind, at: options.now()) {
      throw .certificate(problem)
    }
    try await enterApplication(of: kind)
    try await send(pin, kind.pin)
    let signature = try await compute(digest, key, kind, pin)
    // Cards of this family sign the left-most 384 bits, as FIPS 186-5 §6.4.1 prescribes for any
    // curve.
    guard certificate.publicKey?.isValidSignature(signature, ofDigest: digest) == true else {
      throw .signatureMismatch
    }
    return CardSignature(rawSignature: signature, certificate: certificate)
  }

  /// Refuses a PIN that the holder has to change first, if the card says so. One exchange, unless
  /// the counter was read in this session.
  private func checkActivation(of reference: PINReference) async throws(EstEIDError) {
    guard profile.pins[reference]?.activationTag != nil else { return }
    let isActivated: Bool
    if let known = activation[reference] {
      isActivated = known
    } else {
      isActivated = try await readStatus(of: reference).isActivated
    }
    guard isActivated else { throw .pinNotActivated(reference) }
  }

  private func enterApplication(of kind: CertificateKind) async throws(EstEIDError) {
    if case .application(kind, _) = location { return }
    try await selectApplication(of: kind)
  }

  private func compute(
    _ digest: [UInt8], _ key: CardProfile.Key, _ kind: CertificateKind, _ pin: borrowing Secret
  ) async throws(EstEIDError) -> [UInt8] {
    let final: CommandAPDU
    switch key.signing {
    case .direct(let environment, let compute):
      try await choose(environment, kind, pin)
      final = CommandAPDU(compute, data: Self.fitted(digest), expectedLength: 256)
    case .hashFirst(let reference):
      let algorithm = TLV(0x80, [0x24 + UInt8(digest.count)]).encoded
      try await require(
        CommandAPDU(0x00, 0x22, 0x41, 0xB6, data: algorithm + TLV(0x84, [reference]).encoded),
        .chooseKey)
      try await require(
        CommandAPDU(0x00, 0x2A, 0x90, 0xA0, data: TLV(0x90, digest).encoded), .sign)
      final = CommandAPDU(0x00, 0x2A, 0x9E, 0x9A, expectedLength: 256)
    }
    let response = try await transmit(final)
    guard response.status.isSuccess else { throw .unexpectedStatus(response.status, .sign) }
    guard response.data.count == 96 else { throw .malformedData(.sign) }
    return response.data
  }

  /// Sends MSE. If selecting the certificate's path did not select the application, selects it and
  /// sends MSE again.
  private func choose(
    _ environment: CommandAPDU, _ kind: CertificateKind, _ pin: borrowing Secret
  ) async throws(EstEIDError) {
    let response = try await transmit(environment)
    if response.status.isSuccess { return }
    guard case .application(kind, surely: false) = location,
      [.referenceDataNotFound, .conditionsNotSatisfied].contains(response.status)
    else { throw .unexpectedStatus(response.status, .chooseKey) }
    try await selectApplication(of: kind)
    // Selecting an application forgets its PIN; this PIN was right a moment ago.
    if profile.pins[kind.pin]?.application != nil { try await send(pin, kind.pin) }
    try await require(environment, .chooseKey)
  }

  /// The digest in 48 bytes: zeros in front of a shorter one, the left-most bytes of a longer one.
  private static func fitted(_ digest: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: max(0, 48 - digest.count)) + digest.prefix(48)
  }
}
