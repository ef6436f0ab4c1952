internal import JSON
package import LoopbackHTTP
package import WalletApp

/// Answers HTTP requests with an account server.
package struct AccountWeb: Sendable {
  private static let calls: [any AccountCall.Type] = [
    VersionCall.self, RegisterCall.self, ChallengeCall.self, CheckCall.self,
  ]

  private let server: any AccountService

  package init(_ server: any AccountService) {
    self.server = server
  }

  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "POST", let json = JSONValue(parsing: request.body) else {
      return AccountWeb.refusal(400, "bad request")
    }
    guard let call = AccountWeb.calls.first(where: { $0.path == request.path }) else {
      return AccountWeb.refusal(404, "no such thing")
    }
    do throws(AccountFailure) {
      return HTTPResponse(200, try await answer(json, as: call).text, type: "application/json")
    } catch {
      switch error {
      case .deviceInsecure: return AccountWeb.refusal(403, "device insecure")
      case .refused: return AccountWeb.refusal(403, "refused")
      case .noInternet, .serverUnreachable: return AccountWeb.refusal(503, "out of order")
      }
    }
  }

  private func answer<Call: AccountCall>(
    _ json: JSONValue, as type: Call.Type
  ) async throws(AccountFailure) -> JSONValue {
    guard let call = Call(json) else { throw .refused }
    return Call.json(try await call.ask(server))
  }

  private static func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    HTTPResponse(
      status, JSONValue.object(["error": .string(reason)]).text, type: "application/json")
  }
}
