public import CryptoCore
internal import Encodings
public import JSON

/// A JSON Web Signature in its compact form, `ES384` with the signer's certificate in `x5c`
/// (RFC 7515 §3.1, §4.1.6; RFC 7518 §3.4).
public struct JWS: Hashable, Sendable {
  /// The protected header.
  public let header: JSONValue
  /// The payload.
  public let payload: JSONValue
  /// R and S, 48 bytes each.
  public let signature: [UInt8]
  /// The bytes that are signed: the first two parts with the dot between them, in ASCII.
  public let signedBytes: [UInt8]

  /// The longest text that is read, in bytes: room for a certificate, a digest and more.
  public static let maximumLength = 16_384

  /// Has `payload` signed. Errors of the signer are passed on unchanged.
  ///
  /// - Parameter type: the header's `typ`, such as `JWT`.
  public static func signed(
    _ payload: JSONValue, type: String, by signer: some DigestSigner
  ) async throws -> JWS {
    guard signer.certificate.publicKey?.curve == .p384 else { throw TokenError.wrongKey }
    let header = JSONValue.object([
      "typ": .string(type), "alg": .string("ES384"),
      "x5c": .array([.string(Base64.encoded(signer.certificate.der))]),
    ])
    let bytes = signedBytes(header, payload)
    let signed = try await signer.signature(ofDigest: Hash.sha384.digest(of: bytes))
    guard let signature = try? ECDSASignature.lowS(signed, curve: .p384) else {
      throw TokenError.wrongSignature
    }
    return JWS(header: header, payload: payload, signature: signature, signedBytes: bytes)
  }

  private init(header: JSONValue, payload: JSONValue, signature: [UInt8], signedBytes: [UInt8]) {
    self.header = header
    self.payload = payload
    self.signature = signature
    self.signedBytes = signedBytes
  }

  /// Reads the compact form. Nothing is verified yet: see ``TokenValidator``.
  public init(parsing text: String) throws(TokenError) {
    guard text.utf8.count <= JWS.maximumLength else { throw .malformed }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let header = Base64.urlDecoded(parts[0]).flatMap(JSONValue.init(parsing:)),
      let payload = Base64.urlDecoded(parts[1]).flatMap(JSONValue.init(parsing:)),
      let signature = Base64.urlDecoded(parts[2])
    else { throw .malformed }
    self.header = header
    self.payload = payload
    self.signature = signature
    signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// The three parts in the form in which they are sent.
  public var compact: String {
    String(decoding: signedBytes, as: UTF8.self) + "." + Base64.urlEncoded(signature)
  }

  /// The certificate in `x5c`: who claims to have signed.
  public func certificate() throws(TokenError) -> Certificate {
    guard let chain = header["x5c"]?.array, let first = chain.first?.string,
      let der = Base64.decoded(first)
    else { throw .malformed }
    do throws(CryptoError) { return try Certificate(der: der) } catch { throw .malformed }
  }

  /// The authorities in `x5c` above the certificate. They are only part of a path to a trusted one.
  public func authorities() throws(TokenError) -> [Certificate] {
    let chain = header["x5c"]?.array ?? []
    guard chain.count <= 1 + TrustAnchors.maximumIntermediates else { throw .untrusted(.tooLong) }
    var authorities: [Certificate] = []
    for entry in chain.dropFirst() {
      guard let der = entry.string.flatMap({ Base64.decoded($0) }),
        let certificate = try? Certificate(der: der)
      else { throw .malformed }
      authorities.append(certificate)
    }
    return authorities
  }

  /// Verifies the signature with the certificate's key.
  ///
  /// Any `alg` except `ES384` is refused. So is `crit`, which would require extensions that are
  /// not implemented here (RFC 7515 §4.1.11).
  public func checkSignature() throws(TokenError) {
    guard header["alg"]?.string == "ES384", header["crit"] == nil, header["b64"] == nil else {
      throw .wrongAlgorithm
    }
    guard let key = try certificate().publicKey, key.curve == .p384 else { throw .wrongKey }
    let digest = Hash.sha384.digest(of: signedBytes)
    // Of the two values of s only the lower is accepted, so that a token cannot be copied into
    // another that is valid too.
    guard (try? ECDSASignature.lowS(signature, curve: .p384)) == signature,
      key.isValidSignature(signature, ofDigest: digest)
    else { throw .wrongSignature }
  }

  private static func signedBytes(_ header: JSONValue, _ payload: JSONValue) -> [UInt8] {
    let parts = [header, payload].map { Base64.urlEncoded(Array($0.text.utf8)) }
    return Array(parts.joined(separator: ".").utf8)
  }
}
