import JSON
import LoopbackHTTP
import TestSupport
import Testing

@testable import Agents

/// Clients over HTTP.
@Suite struct AgentPortTests {
  private static let token = "a-token-of-this-test-1234"

  private static func port() async throws -> (Folder, AgentPort) {
    let folder = try Folder(["Flows/A.yaml": GateDesk.flow])
    let server = await AgentServer(.of(folder))
    return (folder, AgentPort(server, token: token))
  }

  private static func request(
    _ method: String = "server/discover", headers: [String: String?] = [:],
    version: String = AgentServer.version, _ more: String = ""
  ) -> HTTPRequest {
    var all = [
      "host": "127.0.0.1:80", "authorization": "Bearer \(token)",
      "content-type": "application/json", "mcp-protocol-version": version, "mcp-method": method,
    ]
    for (name, value) in headers { all[name] = value }
    let body = """
      {"jsonrpc":"2.0","id":1,"method":"\(method)","params":{\(more)"_meta":{\
      "io.modelcontextprotocol/protocolVersion":"\(version)",\
      "io.modelcontextprotocol/clientCapabilities":{}}}}
      """
    return HTTPRequest("POST", "/mcp", headers: all, body: Array(body.utf8))
  }

  @Test("A client with the token is answered")
  func answered() async throws {
    let (_, port) = try await Self.port()
    let answer = await port.answer(Self.request())
    #expect(answer.status == 200)
    let json = try #require(JSONValue(parsing: answer.body))
    #expect(json["result"]?["supportedVersions"]?.array?.count == 2)
  }

  @Test("Websites, clients without the token, other paths and methods are refused")
  func refused() async throws {
    let (_, port) = try await Self.port()
    func status(_ headers: [String: String?]) async -> Int {
      await port.answer(Self.request(headers: headers)).status
    }
    #expect(await status(["origin": "https://evil.example"]) == 403)
    #expect(await status(["origin": "http://127.0.0.1:81"]) == 403)
    #expect(await status(["origin": "null"]) == 403)
    #expect(await status(["origin": "http://127.0.0.1:80"]) == 200)
    #expect(await status(["authorization": nil]) == 401)
    #expect(await status(["authorization": "Bearer x"]) == 401)
    #expect(await status(["authorization": Self.token]) == 401)
    #expect(await status(["content-type": "text/plain"]) == 415)
    var request = Self.request()
    request.target = "/"
    #expect(await port.answer(request).status == 404)
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
      request = Self.request()
      request.method = method
      #expect(await port.answer(request).status == 405)
    }
  }

  @Test("Headers that say something else than the message are refused")
  func headers() async throws {
    let (_, port) = try await Self.port()
    func code(_ request: HTTPRequest) async -> Int64? {
      let answer = await port.answer(request)
      #expect(answer.status == 400)
      return JSONValue(parsing: answer.body)?["error"]?["code"]?.integer
    }
    #expect(await code(Self.request(headers: ["mcp-protocol-version": nil])) == -32020)
    #expect(await code(Self.request(headers: ["mcp-protocol-version": "2025-11-25"])) == -32020)
    #expect(await code(Self.request(headers: ["mcp-method": "tools/list"])) == -32020)
    #expect(await code(Self.request(version: "1999-01-01")) == -32022)
    let call = #""name":"flow_list","#
    #expect(await code(Self.request("tools/call", call)) == -32020)
    #expect(
      await code(Self.request("tools/call", headers: ["mcp-name": "flow_fix"], call)) == -32020)
    let right = await port.answer(
      Self.request("tools/call", headers: ["mcp-name": "=?base64?Zmxvd19saXN0?="], call))
    #expect(right.status == 200)
  }

  @Test("What is no message is refused, and a notification has no answer")
  func messages() async throws {
    let (_, port) = try await Self.port()
    for body in ["", "{", "[]", "{}", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#] {
      var request = Self.request()
      request.body = Array(body.utf8)
      #expect(await port.answer(request).status == 400, "\(body)")
    }
    var request = Self.request()
    request.body = Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8)
    let answer = await port.answer(request)
    #expect(answer.status == 202 && answer.body.isEmpty)
    #expect(await port.answer(Self.request("nosuch")).status == 404)
  }

  @Test("A client of the protocol before has a session, in which only its greeting is known")
  func greeted() async throws {
    let (_, port) = try await Self.port()
    func old(_ method: String, session: String?, _ params: String = "{}") -> HTTPRequest {
      var headers = [
        "host": "localhost:80", "authorization": "Bearer \(Self.token)",
        "content-type": "application/json",
      ]
      headers["mcp-session-id"] = session
      let body = #"{"jsonrpc":"2.0","id":"a","method":"\#(method)","params":\#(params)}"#
      return HTTPRequest("POST", "/mcp", headers: headers, body: Array(body.utf8))
    }
    #expect(await port.answer(old("tools/list", session: nil)).status == 400)
    let plain = await port.answer(old("initialize", session: nil))
    let session = try #require(plain.headers["mcp-session-id"])
    #expect(session.hasPrefix("plain-"))
    #expect(await port.answer(old("tools/list", session: session)).status == 200)
    let opens = await port.answer(
      old("initialize", session: nil, #"{"capabilities":{"elicitation":{"url":{}}}}"#))
    #expect(opens.headers["mcp-session-id"]?.hasPrefix("addresses-") == true)
  }
}

extension AgentHost {
  /// What a test needs around the server.
  static func of(_ folder: Folder) -> AgentHost {
    AgentHost(
      folder: folder.path("Flows"), version: "1.0", page: { _ in nil },
      compare: { _ in .failure(AgentRefusal("there is no git")) })
  }
}
