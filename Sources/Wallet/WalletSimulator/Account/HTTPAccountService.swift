internal import CryptoCore
internal import JSON
package import LoopbackHTTP
package import WalletApp
internal import WebToken

/// An account server reached by HTTP, whose failures are converted to those of the app.
package struct HTTPAccountService: AccountService {
  private let host: HTTPClient.Host
  private let client: HTTPClient

  /// A port of this machine without a server, to simulate one that cannot be reached.
  static let deaf = HTTPClient.Host(port: 1)

  package init(host: HTTPClient.Host, client: HTTPClient = HTTPClient()) {
    self.host = host
    self.client = client
  }

  package func policy(for version: String) async throws(AccountFailure) -> VersionVerdict {
    let answer = try await post("/version", .object(["version": .string(version)]))
    guard let verdict = answer["verdict"]?.string.flatMap(VersionVerdict.init(rawValue:)) else {
      throw .serverUnreachable
    }
    return verdict
  }

  package func register(_ registration: Registration) async throws(AccountFailure) -> String {
    let answer = try await post(
      "/register",
      .object([
        "key": .string(Base64.urlEncoded(registration.publicKey)),
        "attested": .bool(registration.isAttested),
      ]))
    guard let account = answer["account"]?.string else { throw .serverUnreachable }
    return account
  }

  package func challenge(for account: String) async throws(AccountFailure) -> [UInt8] {
    let answer = try await post("/challenge", .object(["account": .string(account)]))
    guard let bytes = answer["challenge"]?.string.flatMap({ Base64.urlDecoded($0) }) else {
      throw .serverUnreachable
    }
    return bytes
  }

  package func check(
    _ signature: [UInt8], of challenge: [UInt8], account: String
  ) async throws(AccountFailure) -> PINVerdict {
    let answer = try await post(
      "/check",
      .object([
        "account": .string(account), "challenge": .string(Base64.urlEncoded(challenge)),
        "signature": .string(Base64.urlEncoded(signature)),
      ]))
    guard let verdict = PINVerdict(answer) else { throw .serverUnreachable }
    return verdict
  }

  private func post(_ path: String, _ json: JSONValue) async throws(AccountFailure) -> JSONValue {
    let answer: HTTPResponse
    do throws(HTTPFailure) {
      answer = try await client.send(
        HTTPRequest(
          "POST", path, headers: ["content-type": "application/json"],
          body: Array(json.text.utf8)), to: host)
    } catch {
      throw error == .noRoute ? .noInternet : .serverUnreachable
    }
    guard let json = JSONValue(parsing: answer.body) else { throw .serverUnreachable }
    switch (answer.status, json["error"]?.string) {
    case (200, nil): return json
    case (403, "device insecure"): throw .deviceInsecure
    case (403, "refused"): throw .refused
    default: throw .serverUnreachable
    }
  }
}

/// Answers HTTP requests with an account server.
package struct AccountWeb: Sendable {
  private let server: any AccountService

  package init(_ server: any AccountService) {
    self.server = server
  }

  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "POST", let json = JSONValue(parsing: request.body) else {
      return AccountWeb.refusal(400, "bad request")
    }
    do throws(AccountFailure) {
      guard let answer = try await answer(request.path, json) else {
        return AccountWeb.refusal(404, "no such thing")
      }
      return HTTPResponse(200, answer.text, type: "application/json")
    } catch {
      switch error {
      case .deviceInsecure: return AccountWeb.refusal(403, "device insecure")
      case .refused: return AccountWeb.refusal(403, "refused")
      case .noInternet, .serverUnreachable: return AccountWeb.refusal(503, "out of order")
      }
    }
  }

  private func answer(
    _ path: String, _ json: JSONValue
  ) async throws(AccountFailure) -> JSONValue? {
    func text(_ name: String) throws(AccountFailure) -> String {
      guard let text = json[name]?.string else { throw .refused }
      return text
    }
    func bytes(_ name: String) throws(AccountFailure) -> [UInt8] {
      guard let bytes = Base64.urlDecoded(try text(name)) else { throw .refused }
      return bytes
    }
    switch path {
    case "/version":
      let verdict = try await server.policy(for: try text("version"))
      return .object(["verdict": .string(verdict.rawValue)])
    case "/register":
      let registration = Registration(
        publicKey: try bytes("key"), isAttested: json["attested"] == .bool(true))
      return .object(["account": .string(try await server.register(registration))])
    case "/challenge":
      let challenge = try await server.challenge(for: try text("account"))
      return .object(["challenge": .string(Base64.urlEncoded(challenge))])
    case "/check":
      return try await server.check(
        try bytes("signature"), of: try bytes("challenge"), account: try text("account")
      ).json
    default: return nil
    }
  }

  private static func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    HTTPResponse(
      status, JSONValue.object(["error": .string(reason)]).text, type: "application/json")
  }
}

extension PINVerdict {
  var json: JSONValue {
    switch self {
    case .valid: .object(["verdict": .string("valid")])
    case .blocked: .object(["verdict": .string("blocked")])
    case .paused(let until): .object(["verdict": .string("paused"), "until": .integer(until)])
    case .wrong(let attempt, let isFinal, let until):
      .object([
        "verdict": .string("wrong"), "attempt": .integer(Int64(attempt)), "final": .bool(isFinal),
        "until": .integer(until),
      ])
    }
  }

  init?(_ json: JSONValue) {
    switch json["verdict"]?.string {
    case "valid": self = .valid
    case "blocked": self = .blocked
    case "paused":
      guard let until = json["until"]?.integer else { return nil }
      self = .paused(until: until)
    case "wrong":
      guard let attempt = json["attempt"]?.integer,
        (1...Int64(PINVerdict.attemptsPerRound)).contains(attempt),
        let until = json["until"]?.integer
      else { return nil }
      self = .wrong(
        attempt: Int(attempt), isFinalRound: json["final"] == .bool(true), pausedUntil: until)
    default: return nil
    }
  }
}
