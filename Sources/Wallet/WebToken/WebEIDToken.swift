public import CryptoCore
internal import Encodings
public import JSON

/// The authentication token of Web eID, formats 1.0 and 1.1.
///
/// The token has no claims: the website verifies the signature over its own origin and challenge.
public struct WebEIDToken: Hashable, Sendable {
  /// The format of a token; the raw value is the text in it.
  public enum Format: String, Hashable, Sendable {
    /// Carries the authentication certificate only.
    case basic = "web-eid:1.0"
    /// Also carries the signing certificate, so that a signature can be prepared.
    case withSigningCertificate = "web-eid:1.1"
  }

  /// The format.
  public let format: Format
  /// The authentication certificate, not verified yet.
  public let certificate: Certificate
  /// R and S, 48 bytes each.
  public let signature: [UInt8]
  /// The signing certificates, in format 1.1 only; not verified yet.
  public let signingCertificates: [Certificate]

  static let application = "https://flowrun.invalid/0.1"

  /// Has a token signed for one origin and one challenge.
  public static func signed(
    for origin: Origin, nonce: String, by signer: some DigestSigner,
    signingCertificate: Certificate? = nil
  ) async throws -> WebEIDToken {
    guard signer.certificate.publicKey?.curve == .p384 else { throw TokenError.wrongKey }
    let signature = try await signer.signature(ofDigest: digest(origin, nonce))
    guard signature.count == 96 else { throw TokenError.wrongSignature }
    return WebEIDToken(
      format: signingCertificate == nil ? .basic : .withSigningCertificate,
      certificate: signer.certificate,
      signature: signature, signingCertificates: signingCertificate.map { [$0] } ?? [])
  }

  private init(
    format: Format, certificate: Certificate, signature: [UInt8],
    signingCertificates: [Certificate]
  ) {
    self.format = format
    self.certificate = certificate
    self.signature = signature
    self.signingCertificates = signingCertificates
  }

  /// Reads a token of 100 to 10,000 bytes. Nothing is verified yet: see ``TokenValidator``.
  public init(parsing text: String) throws(TokenError) {
    guard (100...10_000).contains(text.utf8.count) else { throw .wrongLength }
    guard let object = JSONValue(parsing: text) else { throw .malformed }
    guard let format = object["format"]?.string.flatMap(Format.init(rawValue:)) else {
      throw .wrongFormat
    }
    guard object["algorithm"]?.string == "ES384" else { throw .wrongAlgorithm }
    self.format = format
    certificate = try WebEIDToken.certificate(object["unverifiedCertificate"])
    guard let signature = object["signature"]?.string.flatMap({ Base64.decoded($0) }) else {
      throw .malformed
    }
    self.signature = signature
    var certificates: [Certificate] = []
    let entries = object["unverifiedSigningCertificates"]
    guard (entries != nil) == (format == .withSigningCertificate) else { throw .malformed }
    if let entries {
      guard let list = entries.array, !list.isEmpty else { throw .malformed }
      for entry in list { certificates.append(try WebEIDToken.certificate(entry["certificate"])) }
    }
    signingCertificates = certificates
  }

  /// The token as JSON.
  public var text: String { json.text }

  /// The token as a JSON value.
  public var json: JSONValue {
    let algorithms = JSONValue.array([
      .object([
        "cryptoAlgorithm": .string("ECC"), "hashFunction": .string("SHA-384"),
        "paddingScheme": .string("NONE"),
      ])
    ])
    let signing = signingCertificates.map { certificate in
      JSONValue.object([
        "certificate": .string(Base64.encoded(certificate.der)),
        "supportedSignatureAlgorithms": algorithms,
      ])
    }
    return JSONValue.object([
      "unverifiedCertificate": .string(Base64.encoded(certificate.der)),
      "unverifiedSigningCertificates": signing.isEmpty ? nil : .array(signing),
      "algorithm": .string("ES384"), "signature": .string(Base64.encoded(signature)),
      "format": .string(format.rawValue), "appVersion": .string(WebEIDToken.application),
    ])
  }

  /// The signed value: the hash of the hash of the origin followed by the hash of the nonce.
  ///
  /// Web eID knows `https` only. A page on this machine's loopback that was loaded by `http` counts
  /// as one by `https`, as in builds of the browser's extension for developers.
  static func digest(_ origin: Origin, _ nonce: String) -> [UInt8] {
    let parts = [origin.secured, nonce].map { Hash.sha384.digest(of: Array($0.utf8)) }
    return Hash.sha384.digest(of: parts[0] + parts[1])
  }

  private static func certificate(_ value: JSONValue?) throws(TokenError) -> Certificate {
    guard let der = value?.string.flatMap({ Base64.decoded($0) }) else { throw .malformed }
    do throws(CryptoError) { return try Certificate(der: der) } catch { throw .malformed }
  }
}
