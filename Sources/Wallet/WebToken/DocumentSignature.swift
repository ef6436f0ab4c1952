internal import CryptoCore
internal import JSON

/// A signature under a document: a JWS that carries the document's digest, signed by the card's
/// signature key. A website's challenge is never signed with that key.
public struct DocumentSignature: Hashable, Sendable {
  /// What is signed: a document by its digest, for one website.
  public struct Document: Hashable, Sendable {
    /// What the person is told to be signing.
    public let name: String
    /// SHA-384 of the document, 48 bytes.
    public let digest: [UInt8]

    public init(name: String, digest: [UInt8]) throws(TokenError) {
      guard digest.count == Hash.sha384.length else { throw .wrongDigest }
      self.name = name
      self.digest = digest
    }
  }

  public static let type = "document-signature+jws"

  /// Has a document signed.
  ///
  /// - Parameter time: seconds since 1970-01-01T00:00:00Z, as the signer's clock has it.
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
