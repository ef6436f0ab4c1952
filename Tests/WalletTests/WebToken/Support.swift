import CryptoCore
import WebToken

/// A signer with its key in memory, and the authority that certified it.
struct SoftSigner: DigestSigner {
  let certificate: Certificate
  let authority: Certificate
  private let key: KeyBox

  private final class KeyBox: Sendable {
    let key: CurvePrivateKey
    init(_ key: consuming CurvePrivateKey) { self.key = key }
  }

  static let now: Int64 = 1_800_000_000

  /// - Parameter change: the difference from a good certificate.
  init(
    _ usage: KeyUsage = [.digitalSignature, .keyAgreement], curve: Curve = .p384,
    change: (inout CertificateTemplate) -> Void = { _ in }
  ) throws {
    let authorityKey = try CurvePrivateKey(randomOn: .p521)
    var root = CertificateTemplate(
      subject: DistinguishedName(commonName: "Test authority"),
      publicKey: try authorityKey.publicKey(),
      validity: SoftSigner.now - 1_000_000...SoftSigner.now + 1_000_000,
      keyUsage: [.certificateSigning])
    root.isAuthority = true
    let rootCertificate = try root.signed(by: authorityKey)
    authority = rootCertificate
    let own = try CurvePrivateKey(randomOn: curve)
    var leaf = CertificateTemplate(
      subject: DistinguishedName(
        commonName: "JÕEORG,JAAK,38001085718", surname: "JÕEORG", givenName: "JAAK",
        serialNumber: "PNOEE-38001085718"),
      publicKey: try own.publicKey(), validity: SoftSigner.now - 1_000...SoftSigner.now + 1_000,
      keyUsage: usage)
    if usage.contains(.digitalSignature) { leaf.extendedKeyUsages = [.clientAuthentication] }
    change(&leaf)
    certificate = try leaf.signed(by: authorityKey, issuer: rootCertificate)
    key = KeyBox(own)
  }

  func signature(ofDigest digest: [UInt8]) async throws -> [UInt8] {
    try key.key.signature(ofDigest: digest)
  }
}
