public import CryptoCore
public import JSON
public import WebToken

/// A website that people log in to, or that has documents signed; also an app that does so.
///
/// It believes nothing that it has not checked: see ``WebToken/TokenValidator``.
public actor RelyingParty {
  /// What it has received, and what it makes of it.
  public struct Received: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      case logIn = "log in"
      case signature
      case failure
    }

    /// How an answer came: a website is posted to, an app gets a result.
    public enum Way: String, Hashable, Sendable {
      case post, result
    }

    public let kind: Kind
    public let way: Way
    /// 200, or why there is no token.
    public let code: Int
    /// Who logged in or signed: `PNOEE-...`; nil when the token is refused.
    public let subject: String?
    public let name: String?
    /// Why a token is refused.
    public let refusal: TokenError?

    public var json: JSONValue {
      .object([
        "kind": .string(kind.rawValue), "way": .string(way.rawValue), "code": .integer(Int64(code)),
        "subject": subject.map(JSONValue.string), "name": name.map(JSONValue.string),
        "refusal": refusal.map { .string("\($0)") },
      ])
    }
  }

  public nonisolated let origin: Origin
  private let documentText: String
  private let anchors: @Sendable () -> TrustAnchors
  private let now: @Sendable () -> Int64
  private var nonces = NonceBook()
  private var webEIDNonce: String?
  public private(set) var received: [Received] = []

  /// - Parameters:
  ///   - anchors: whom it trusts; asked at every token.
  ///   - now: seconds since 1970-01-01T00:00:00Z.
  public init(
    origin: Origin, document: String, anchors: @escaping @Sendable () -> TrustAnchors,
    now: @escaping @Sendable () -> Int64
  ) {
    self.origin = origin
    documentText = document
    self.anchors = anchors
    self.now = now
  }

  /// A new challenge, good once and for five minutes.
  public func challenge() throws(CallerError) -> String {
    guard let nonce = try? nonces.issue(at: now()) else { throw .unreachable }
    webEIDNonce = nonce
    return nonce
  }

  public func document() throws(CallerError) -> DocumentSignature.Document {
    let digest = Hash.sha384.digest(of: Array(documentText.utf8))
    guard let document = try? DocumentSignature.Document(name: documentText, digest: digest) else {
      throw .unreachable
    }
    return document
  }

  /// Checks an answer and remembers it. The last hundred are kept.
  @discardableResult
  public func take(_ answer: CallerAnswer, by way: Received.Way = .post) -> Received {
    let result: Received
    do throws(TokenError) {
      switch answer {
      case .failure(let code):
        result = Received(
          kind: .failure, way: way, code: code, subject: nil, name: nil, refusal: nil)
      case .token(let text):
        let subject = try logIn(text)
        result = Received(
          kind: .logIn, way: way, code: 200, subject: subject.identifier, name: subject.name,
          refusal: nil)
      case .signature(let text):
        guard let document = try? document() else { throw .wrongDigest }
        let subject = try validator.validate(signature: text, of: document, at: now())
        result = Received(
          kind: .signature, way: way, code: 200, subject: subject.identifier, name: subject.name,
          refusal: nil)
      }
    } catch {
      var kind = Received.Kind.logIn
      if case .signature = answer { kind = .signature }
      result = Received(
        kind: kind, way: way, code: 200, subject: nil, name: nil, refusal: error)
    }
    received.append(result)
    if received.count > 100 { received.removeFirst() }
    return result
  }

  private var validator: TokenValidator { TokenValidator(origin: origin, anchors: anchors()) }

  private func logIn(_ text: String) throws(TokenError) -> Subject {
    guard text.hasPrefix("{") else {
      return try validator.validate(logIn: text, nonces: &nonces, at: now())
    }
    // A Web eID token names no challenge: it answers the one of this session.
    guard let nonce = webEIDNonce, nonces.redeem(nonce, at: now()) else { throw .wrongNonce }
    webEIDNonce = nil
    return try validator.validate(webEID: text, nonce: nonce, at: now())
  }
}

/// A relying party in this process, as the app's caller.
public struct LocalCaller: Caller {
  public let party: RelyingParty
  public let answerAddress: String
  public let usesWebEID: Bool
  /// An app that has started this one and gets a result, rather than a website that is posted to.
  public let isApp: Bool

  public init(
    _ party: RelyingParty, answerAddress: String? = nil, usesWebEID: Bool = false,
    isApp: Bool = false
  ) {
    self.party = party
    self.isApp = isApp
    self.answerAddress = answerAddress ?? party.origin.description + "/answer"
    self.usesWebEID = usesWebEID
  }

  public var origin: Origin { party.origin }

  public func challenge() async throws(CallerError) -> String { try await party.challenge() }

  public func document() async throws(CallerError) -> DocumentSignature.Document {
    try await party.document()
  }

  public func receive(_ answer: CallerAnswer) async throws(CallerError) {
    // What crosses the border is text, in the one form or the other.
    let text = (isApp ? answer.result : answer.json).text
    guard let json = JSONValue(parsing: text),
      let arrived = isApp ? CallerAnswer(result: json) : CallerAnswer(json)
    else { throw .refused("it is no answer") }
    let received = await party.take(arrived, by: isApp ? .result : .post)
    if let refusal = received.refusal { throw .refused("\(refusal)") }
  }
}
