internal import CryptoCore
internal import Encodings
package import JSON
internal import WalletApp
internal import WebToken

/// An answer of the browser's extension to the website, in the form of its protocol (Web eID).
extension RelyingParty {
  /// Prepares the signature of the document with a certificate, which the extension was asked for
  /// before. Returns what the extension is asked to sign. Nil without a certificate.
  package func prepare(_ given: JSONValue, session: String) -> JSONValue? {
    guard let der = given["certificate"]?.string.flatMap({ Base64.decoded($0) }),
      let certificate = try? Certificate(der: der)
    else { return nil }
    // Sessions that prepare and never sign must not fill the memory.
    if prepared.count >= 1_000 { prepared = [:] }
    prepared[session] = certificate
    return .object([
      "hash": .string(Base64.encoded(document.digest)), "hashFunction": .string("SHA-384"),
    ])
  }

  /// Verifies an answer of the extension: a token, a signature or an error.
  @discardableResult
  package func take(browser answer: JSONValue, session: String = "") async -> Received? {
    if let error = answer["error"]?["code"]?.string {
      dropChallenge(of: session)
      return note(
        Received(
          kind: .failure, way: .post, code: 400, subject: nil, name: nil, refusal: nil,
          error: error))
    }
    if answer["format"] != nil { return await take(.token(answer.text), session: session) }
    guard let signature = answer["signature"]?.string.flatMap({ Base64.decoded($0) }) else {
      return nil
    }
    return await judge(.signature, .post) { () throws(TokenError) in
      // A prepared signature is used once.
      guard let certificate = prepared.removeValue(forKey: session) else { throw .wrongNonce }
      return try validator.validate(
        signature: signature, ofDigest: document.digest, certificate: certificate, at: now())
    }
  }
}
