internal import CryptoCore
internal import Encodings
internal import JSON

/// The signature of a document: a JWS over the document's digest, made with the card's signature
/// key.
///
/// That key never signs a website's challenge.
public struct DocumentSignature: Hashable, Sendable {
  /// A document to sign, given by its digest, for one website.
  public struct Document: Hashable, Sendable {
    /// The name of the document that the user is shown.
    public let name: String
    /// SHA-384 of the document, 48 bytes.
    public let digest: [UInt8]

    /// A document with this name and digest. Throws `wrongDigest` if the digest is not 48 bytes
    /// long.
    public init(name: String, digest: [UInt8]) throws(TokenError) {
      guard digest.count == Hash.sha384.length else { throw .wrongDigest }
      self.name = name
      self.digest = digest
    }

    /// A document with the text that is shown to the user.
    public init(_ text: String) {
      name = text
      digest = Hash.sha384.digest(of: Array(text.utf8))
    }
  }

  /// The `typ` of the JWS.
  public static let type = "document-signature+jws"

  /// Has a document signed.
  ///
  /// - Parameter time: the signer's time, in seconds since 1970-01-01T00:00:00Z.
  public static func signed(
    _ document: Document, for origin: Origin, at time: Int64, by signer: some DigestSigner
  ) async throws -> JWS {
    let payload = JSONValue.object([
      "aud": .array([.string(origin.description)]),
      "document": .object([
        "name": .string(document.name), "alg": .string("SHA-384"),
        "digest": .string(Base64.urlEncoded(document.digest)),
      ]),
      "iat": .integer(time),
    ])
    return try await JWS.signed(payload, type: type, by: signer)
  }
}
