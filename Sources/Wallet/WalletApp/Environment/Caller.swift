public import WebToken

/// The website or app that has started the app and waits for its answer.
public protocol Caller: Sendable {
  /// Where it is at home: the only origin that a token is made for.
  var origin: Origin { get }
  /// Where it wants the answer; it must be at the same origin.
  var answerAddress: String { get }
  /// Whether it wants a Web eID token rather than a JWT.
  var usesWebEID: Bool { get }

  /// A new challenge of the caller's.
  func challenge() async throws(CallerError) -> String
  /// What is to be signed.
  func document() async throws(CallerError) -> DocumentSignature.Document
  /// Hands the answer over.
  func receive(_ answer: CallerAnswer) async throws(CallerError)
}

/// What a caller gets.
public enum CallerAnswer: Hashable, Sendable {
  /// A JWT, or a Web eID token as JSON.
  case token(String)
  /// A JWS with the document's digest.
  case signature(String)
  /// It came to nothing: 408, 444 or 449.
  case failure(Int)

  /// The code beside it: 200 for what was asked for.
  public var code: Int {
    switch self {
    case .token, .signature: 200
    case .failure(let code): code
    }
  }
}

/// Why a caller could not be asked or answered.
public enum CallerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The answer was wanted at another origin than the caller's: nothing was made and nothing sent.
  case otherOrigin
  /// It cannot be reached.
  case unreachable
  /// It did not accept the answer.
  case refused(String)

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .otherOrigin: "the caller wants the answer sent somewhere else; nothing was sent"
    case .unreachable: "the website or app that called cannot be reached"
    case .refused(let reason): "the website or app refused the answer: \(reason)"
    }
  }
}
