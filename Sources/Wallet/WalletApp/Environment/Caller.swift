public import JSON
public import WebToken

/// The website or app that has started the app and waits for its answer.
public protocol Caller: Sendable {
  /// Where it is at home: the only origin that a token is made for.
  var origin: Origin { get }
  /// Where it wants the answer; it must be at the same origin.
  var answerAddress: String { get }
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

  /// As it is posted.
  public var json: JSONValue {
    switch self {
    case .token(let text): .object(["auth-token": .string(text), "error": .integer(200)])
    case .signature(let text): .object(["signature": .string(text), "error": .integer(200)])
    case .failure(let code): .object(["error": .integer(Int64(code))])
    }
  }

  /// What was posted; nil for anything else.
  public init?(_ json: JSONValue) {
    guard let code = json["error"]?.integer else { return nil }
    if code == 200, let token = json["auth-token"]?.string {
      self = .token(token)
    } else if code == 200, let signature = json["signature"]?.string {
      self = .signature(signature)
    } else if (400...499).contains(code) {
      self = .failure(Int(code))
    } else {
      return nil
    }
  }
}

extension CallerAnswer {
  /// As an app on the same phone gets it: OK with the token, or CANCELED with the reason.
  public var result: JSONValue {
    switch self {
    case .token(let text): .object(["result": .string("OK"), "token": .string(text)])
    case .signature(let text): .object(["result": .string("OK"), "signature": .string(text)])
    case .failure(let code):
      .object(["result": .string("CANCELED"), "error": .integer(Int64(code))])
    }
  }

  /// What an app got; nil for anything else.
  public init?(result json: JSONValue) {
    switch (json["result"]?.string, json["token"]?.string, json["signature"]?.string) {
    case ("OK", let token?, nil): self = .token(token)
    case ("OK", nil, let signature?): self = .signature(signature)
    case ("CANCELED", nil, nil):
      guard let code = json["error"]?.integer, (400...499).contains(code) else { return nil }
      self = .failure(Int(code))
    default: return nil
    }
  }
}

/// Why a caller could not be asked or answered.
public enum CallerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The answer was wanted at another origin than the caller's: nothing was made and nothing sent.
  case otherOrigin
  case unreachable
  /// It did not accept the answer.
  case refused(String)

  public var description: String {
    switch self {
    case .otherOrigin: "the caller wants the answer sent somewhere else; nothing was sent"
    case .unreachable: "the website or app that called cannot be reached"
    case .refused(let reason): "the website or app refused the answer: \(reason)"
    }
  }
}
