internal import JSON
package import LoopbackHTTP
package import WalletApp

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
    try await send(AccountCalls.version, version)
  }

  package func register(_ registration: Registration) async throws(AccountFailure) -> String {
    try await send(AccountCalls.register, registration)
  }

  package func challenge(for account: String) async throws(AccountFailure) -> [UInt8] {
    try await send(AccountCalls.challenge, account)
  }

  package func check(
    _ signature: [UInt8], of challenge: [UInt8], account: String
  ) async throws(AccountFailure) -> PINVerdict {
    try await send(
      AccountCalls.check,
      SignedChallenge(account: account, challenge: challenge, signature: signature))
  }

  private func send<Request, Reply>(
    _ call: AccountCall<Request, Reply>, _ request: Request
  ) async throws(AccountFailure) -> Reply {
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try await client.send(
        HTTPRequest(
          "POST", call.path, headers: ["content-type": "application/json"],
          body: Array(call.request.write(request).text.utf8)), to: host)
    } catch {
      throw error == .noRoute ? .noInternet : .serverUnreachable
    }
    guard let json = JSONValue(parsing: response.body) else { throw .serverUnreachable }
    switch (response.status, json["error"]?.string) {
    case (200, nil):
      guard let answer = call.reply.read(json) else { throw .serverUnreachable }
      return answer
    case (403, "device insecure"): throw .deviceInsecure
    case (403, "refused"): throw .refused
    default: throw .serverUnreachable
    }
  }
}
