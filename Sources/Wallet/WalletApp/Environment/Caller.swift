public import WebToken

/// The website or app that started this app and waits for an answer.
public protocol Caller: Sendable {
  /// Its origin, the only one for which tokens are made.
  var origin: Origin { get }
  /// The address for the answer. It must be at the same origin.
  var answerAddress: String { get }
  /// Whether it wants a Web eID token instead of a JWT.
  var usesWebEID: Bool { get }

  /// A new challenge from the caller.
  func challenge() async throws(CallerError) -> String
  /// The document that the caller wants to have signed.
  func document() async throws(CallerError) -> DocumentSignature.Document
  /// Sends the answer.
  func receive(_ answer: CallerAnswer) async throws(CallerError)
}

/// An answer to a caller.
public enum CallerAnswer: Hashable, Sendable {
  /// A JWT, or a Web eID token as JSON.
  case token(String)
  /// A JWS over the document's digest.
  case signature(String)
  /// The run failed: 408, 444 or 449.
  case failure(Int)

  /// The code sent with the answer; 200 for a token or a signature.
  public var code: Int {
    switch self {
    case .token, .signature: 200
    case .failure(let code): code
    }
  }
}

/// Why the caller could not be asked or answered.
public enum CallerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The answer was to go to another origin than the caller's. Nothing was made or sent.
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
