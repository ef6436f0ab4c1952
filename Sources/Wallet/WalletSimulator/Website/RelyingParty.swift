package import CryptoCore
package import JSON
package import WalletApp
package import WebToken

/// A website where people log in or have documents signed, or an app that does the same.
///
/// It checks everything it receives: see ``WebToken/TokenValidator``.
package actor RelyingParty {
  /// A received answer and its result.
  package struct Received: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case logIn = "log in"
      case signature
      case failure
    }

    package let kind: Kind
    package let way: AnswerWay
    /// 200, or the reason why there is no token.
    package let code: Int
    /// The person who logged in or signed: `PNOEE-...`. Nil if the token is refused.
    package let subject: String?
    package let name: String?
    /// Why the token is refused.
    package let refusal: Refusal?
    /// The error that the browser's extension reported.
    package var error: String?
    /// The path from the certificate to a trusted authority.
    package var path: TrustPath?
    /// Whether the certificate was revoked. Nil for a refused token.
    package var revocation: RevocationCheck.Finding?

    package var json: JSONValue {
      .object([
        "kind": .string(kind.rawValue), "way": .string(way.rawValue), "code": .integer(Int64(code)),
        "subject": subject.map(JSONValue.string), "name": name.map(JSONValue.string),
        "refusal": refusal.map { .string("\($0)") }, "error": error.map(JSONValue.string),
        "certifiedBy": path.map { .string($0.anchor.label) },
        "revocation": revocation.map { .string($0.isGood ? "good" : "not checked") },
      ])
    }
  }

  /// Why an answer is refused.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The token or signature itself, or its certificate.
    case token(TokenError)
    /// The certificate was revoked, or nobody knows.
    case revocation(RevocationCheck.Refusal)

    /// A sentence without a full stop.
    package var description: String {
      switch self {
      case .token(let error): error.description
      case .revocation(let refusal) where refusal.problem.isVerdict:
        "the certificate is not good: \(refusal)"
      case .revocation(let refusal):
        "it is not known whether the certificate was revoked: \(refusal)"
      }
    }
  }

  package nonisolated let origin: Origin
  /// The document it wants to have signed.
  package nonisolated let document: DocumentSignature.Document
  private let anchors: @Sendable () -> TrustAnchors
  private let revocation: RevocationCheck
  let now: @Sendable () -> Int64
  private var nonces = NonceBook()
  /// The certificates for which signatures were prepared, by session.
  var prepared: [String: Certificate] = [:]
  package private(set) var received: [Received] = []
  /// The answers received since the last look.
  private var unseen: [Received] = []

  /// - Parameters:
  ///   - anchors: returns the trusted authorities; called for every token.
  ///   - revocation: how responders are asked.
  ///   - now: returns the time in seconds since 1970-01-01T00:00:00Z.
  package init(
    origin: Origin, document: String, anchors: @escaping @Sendable () -> TrustAnchors,
    revocation: RevocationCheck = RevocationCheck(), now: @escaping @Sendable () -> Int64
  ) {
    self.origin = origin
    self.document = DocumentSignature.Document(document)
    self.anchors = anchors
    self.revocation = revocation
    self.now = now
  }

  /// A new challenge, valid once, for five minutes and for this session.
  package func challenge(for session: String = "") throws(CallerError) -> String {
    guard let nonce = try? nonces.issue(for: session, at: now()) else { throw .unreachable }
    return nonce
  }

  /// Verifies an answer and stores the result. The last hundred are kept.
  @discardableResult
  package func take(
    _ answer: CallerAnswer, by way: AnswerWay = .post, session: String = ""
  ) async -> Received {
    switch answer {
    case .failure:
      note(
        Received(
          kind: .failure, way: way, code: answer.code, subject: nil, name: nil, refusal: nil))
    case .token(let text):
      await judge(.logIn, way) { () throws(TokenError) in try logIn(text, session) }
    case .signature(let text):
      await judge(.signature, way) { () throws(TokenError) in
        try validator.validate(signature: text, of: document, at: now())
      }
    }
  }

  /// Stores what `verify` says, and whether the certificate was revoked. Only for a token that is
  /// right in everything else, a responder is asked.
  func judge(
    _ kind: Received.Kind, _ way: AnswerWay, _ verify: () throws(TokenError) -> Subject
  ) async -> Received {
    var subject: Subject?
    var refusal: Refusal?
    var finding: RevocationCheck.Finding?
    do throws(TokenError) { subject = try verify() } catch { refusal = .token(error) }
    if let path = subject?.path {
      do throws(RevocationCheck.Refusal) {
        finding = try await revocation.finding(about: path, at: now())
      } catch {
        refusal = .revocation(error)
        subject = nil
      }
    }
    return note(
      Received(
        kind: kind, way: way, code: 200, subject: subject?.identifier, name: subject?.name,
        refusal: refusal, path: subject?.path, revocation: finding))
  }

  func note(_ result: Received) -> Received {
    received.append(result)
    unseen.append(result)
    if received.count > 100 { received.removeFirst() }
    if unseen.count > 100 { unseen.removeFirst() }
    return result
  }

  /// The answers received since the last call.
  func takeReceived() -> [Received] {
    defer { unseen = [] }
    return unseen
  }

  /// An attempt that failed uses up its challenge.
  func dropChallenge(of session: String) {
    if let nonce = nonces.latest(for: session) {
      _ = nonces.redeem(nonce, for: session, at: now())
    }
  }

  var validator: TokenValidator { TokenValidator(origin: origin, anchors: anchors()) }

  private func logIn(_ text: String, _ session: String) throws(TokenError) -> Subject {
    guard text.hasPrefix("{") else {
      return try validator.validate(
        logIn: text, nonces: &nonces, session: session, at: now())
    }
    // A Web eID token names no challenge, so it is checked against the session's latest.
    guard let nonce = nonces.latest(for: session),
      nonces.redeem(nonce, for: session, at: now())
    else { throw .wrongNonce }
    return try validator.validate(webEID: text, nonce: nonce, at: now())
  }
}
