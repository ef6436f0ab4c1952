internal import JSON
internal import WalletApp
internal import WebToken

/// A request to the account server and its answer, as JSON. The app's end and the server's end of
/// the connection both use it.
protocol AccountCall: Sendable {
  associatedtype Answer: Sendable

  static var path: String { get }
  /// The request as it is sent.
  var json: JSONValue { get }
  /// Reads a request. Nil if it is not valid.
  init?(_ json: JSONValue)
  /// Has the server answer the request.
  func ask(_ server: any AccountService) async throws(AccountFailure) -> Answer
  /// An answer as it is sent.
  static func json(_ answer: Answer) -> JSONValue
  /// Reads an answer. Nil if it is not valid.
  static func answer(_ json: JSONValue) -> Answer?
}

/// Asks whether a version of the app may be used.
struct VersionCall: AccountCall {
  static let path = "/version"
  let version: String

  init(version: String) { self.version = version }

  init?(_ json: JSONValue) {
    guard let version = json["version"]?.string else { return nil }
    self.init(version: version)
  }

  var json: JSONValue { .object(["version": .string(version)]) }

  func ask(_ server: any AccountService) async throws(AccountFailure) -> VersionVerdict {
    try await server.policy(for: version)
  }

  static func json(_ verdict: VersionVerdict) -> JSONValue {
    .object(["verdict": .string(verdict.rawValue)])
  }

  static func answer(_ json: JSONValue) -> VersionVerdict? {
    json["verdict"]?.string.flatMap(VersionVerdict.init(rawValue:))
  }
}

/// Registers a device; the answer is the name of its account.
struct RegisterCall: AccountCall {
  static let path = "/register"
  let registration: Registration

  init(registration: Registration) { self.registration = registration }

  init?(_ json: JSONValue) {
    guard let key = json["key"]?.bytes else { return nil }
    self.init(
      registration: Registration(publicKey: key, isAttested: json["attested"] == .bool(true)))
  }

  var json: JSONValue {
    .object([
      "key": .bytes(registration.publicKey), "attested": .bool(registration.isAttested),
    ])
  }

  func ask(_ server: any AccountService) async throws(AccountFailure) -> String {
    try await server.register(registration)
  }

  static func json(_ account: String) -> JSONValue { .object(["account": .string(account)]) }
  static func answer(_ json: JSONValue) -> String? { json["account"]?.string }
}

/// Asks for a challenge.
struct ChallengeCall: AccountCall {
  static let path = "/challenge"
  let account: String

  init(account: String) { self.account = account }

  init?(_ json: JSONValue) {
    guard let account = json["account"]?.string else { return nil }
    self.init(account: account)
  }

  var json: JSONValue { .object(["account": .string(account)]) }

  func ask(_ server: any AccountService) async throws(AccountFailure) -> [UInt8] {
    try await server.challenge(for: account)
  }

  static func json(_ challenge: [UInt8]) -> JSONValue { .object(["challenge": .bytes(challenge)]) }
  static func answer(_ json: JSONValue) -> [UInt8]? { json["challenge"]?.bytes }
}

/// Sends the signature of a challenge.
struct CheckCall: AccountCall {
  static let path = "/check"
  let signature: [UInt8]
  let challenge: [UInt8]
  let account: String

  init(signature: [UInt8], challenge: [UInt8], account: String) {
    self.signature = signature
    self.challenge = challenge
    self.account = account
  }

  init?(_ json: JSONValue) {
    guard let account = json["account"]?.string, let challenge = json["challenge"]?.bytes,
      let signature = json["signature"]?.bytes
    else { return nil }
    self.init(signature: signature, challenge: challenge, account: account)
  }

  var json: JSONValue {
    .object([
      "account": .string(account), "challenge": .bytes(challenge), "signature": .bytes(signature),
    ])
  }

  func ask(_ server: any AccountService) async throws(AccountFailure) -> PINVerdict {
    try await server.check(signature, of: challenge, account: account)
  }

  static func json(_ verdict: PINVerdict) -> JSONValue { verdict.json }
  static func answer(_ json: JSONValue) -> PINVerdict? { PINVerdict(json) }
}

extension JSONValue {
  /// Bytes in the URL alphabet of base64.
  static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.urlEncoded(bytes)) }

  /// The bytes, if this is a string in the URL alphabet of base64.
  var bytes: [UInt8]? { string.flatMap { Base64.urlDecoded($0) } }
}
