internal import JSON
package import LoopbackHTTP
package import WalletApp

/// Answers HTTP requests with an account server.
package struct AccountWeb: Sendable {
  private let server: any AccountService

  package init(_ server: any AccountService) {
    self.server = server
  }

  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    // A page of a website could send anything else to this server without the browser asking first.
    guard request.isJSON, request.headers["origin"] == nil else {
      return AccountWeb.refusal(403, "not for browsers")
    }
    guard request.method == "POST", let json = JSONValue(parsing: request.body) else {
      return AccountWeb.refusal(400, "bad request")
    }
    do throws(AccountFailure) {
      let answer: JSONValue
      switch request.path {
      case AccountCalls.version.path:
        answer = try await AccountCalls.version.answer(json, by: server)
      case AccountCalls.register.path:
        answer = try await AccountCalls.register.answer(json, by: server)
      case AccountCalls.challenge.path:
        answer = try await AccountCalls.challenge.answer(json, by: server)
      case AccountCalls.check.path:
        answer = try await AccountCalls.check.answer(json, by: server)
      default: return AccountWeb.refusal(404, "no such thing")
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

  private static func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    HTTPResponse(
      status, JSONValue.object(["error": .string(reason)]).text, type: "application/json")
  }
}
