import Diagnostics
import Files
import JSON
import LoopbackHTTP
import TestSupport
import Testing

@testable import Agents

/// What performs the actions: a command, a tool of another server, a program in Swift.
@Suite struct GateHandlerTests {
  private static func gate(_ refund: String) -> String {
    GateDesk.gate.replacing("{ run: sh FOLDER/refund }", with: refund)
  }

  private func refund(_ desk: GateDesk) async throws -> AgentAnswer {
    let gate = try desk.open()
    let handle = try await gate.enter(gate.start("A").handle, [("draft", "Sorry")]).handle
    _ = try await gate.take(handle, "3a")
    try desk.decide(.granted, in: gate)
    return try await gate.take(handle, "3a")
  }

  /// A program in Swift that performs actions: it needs no more than a server on this machine.
  @Test("A program in Swift performs an action")
  func host() async throws {
    let (asked, tell) = AsyncStream<JSONValue>.makeStream()
    let host = try HTTPServer { request in
      guard request.method == "POST", request.path == "/actions", request.isJSON,
        let json = JSONValue(parsing: request.body)
      else { return HTTPResponse(404) }
      tell.yield(json)
      return HTTPResponse(200, "paid\n", type: "text/plain")
    }
    let desk = try GateDesk(
      gate: Self.gate("{ host: http://127.0.0.1:\(host.port)/actions }"))
    let answer = try await refund(desk)
    #expect(answer.took == ["A:3a", "A:4a"])
    var requests = asked.makeAsyncIterator()
    let request = try #require(await requests.next())
    #expect(request["action"]?.string == "order.refund")
    #expect(request["inputs"]?["words"]?.string == "Sorry")
    #expect(request["secrets"]?["code"]?.string == "file:code.txt")
    await host.finish()
  }

  @Test("A program that is gone, or refuses, is a failure, and the run stays at its step")
  func goneHost() async throws {
    let host = try HTTPServer { _ in HTTPResponse(500) }
    let gate = Self.gate("{ host: http://127.0.0.1:\(host.port)/ }")
    let failed = try await refund(GateDesk(gate: gate))
    #expect(failed.step == "A:4" && failed.text.contains("status 500"))
    await host.finish()
    let gone = try await refund(GateDesk(gate: gate))
    #expect(gone.step == "A:4" && gone.text.contains("did not answer"))
  }

  /// A server that answers the three messages of a call, in shell.
  private static func server(_ result: String) -> String {
    """
    read greeting
    echo 'some words' >&2
    echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}'
    read initialized
    read call
    echo "$call" >> FOLDER/asked
    echo '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'
    echo '{"jsonrpc":"2.0","id":2,"result":\(result)}'
    read end
    """
  }

  private static let served = gate("{ mcp: sh FOLDER/refund, tool: pay }")

  @Test(
    "A tool of another server performs an action",
    arguments: [
      #"{"content":[{"type":"text","text":"paid\\nnumber=7"}]}"#,
      #"{"content":[],"structuredContent":{"outcome":"paid","values":{"number":"7"}}}"#,
    ])
  func server(_ result: String) async throws {
    let desk = try GateDesk(gate: Self.served, refund: Self.server(result))
    let answer = try await refund(desk)
    #expect(answer.took == ["A:3a", "A:4a"])
    let call = try #require(JSONValue(parsing: desk.folder.bytes("asked")))
    #expect(call["params"]?["name"]?.string == "pay")
    #expect(call["params"]?["arguments"]?["words"]?.string == "Sorry")
    #expect(call["params"]?["arguments"]?["code"]?.string == "file:code.txt")
  }

  @Test(
    "A server that has no answer is a failure",
    arguments: [
      #"{"content":[{"type":"text","text":"paid"}],"isError":true}"#, #"{"content":[]}"#, "[]",
      #"{"content":[{"type":"text","text":"something else"}]}"#,
    ])
  func failingServer(_ result: String) async throws {
    let failed = try await refund(GateDesk(gate: Self.served, refund: Self.server(result)))
    #expect(failed.step == "A:4" && failed.text.contains("failed: "))
  }

  @Test("An error of an action takes its row")
  func error() async throws {
    let answer = try await refund(GateDesk(refund: "echo error bank"))
    #expect(answer.took == ["A:3a", "A:4b"] && answer.step == "A:3")
  }

  @Test(
    "What performs an action is one thing on this machine",
    arguments: [
      "{ changes: no }", "yes", "{ run: a, host: http://127.0.0.1:1/ }", "{ mcp: a }",
      "{ run: ' ' }",
      "{ tool: a }", "{ host: http://example.org/ }", "{ host: https://127.0.0.1/ }",
      "{ run: a, changes: maybe }", "{ run: a, other: b }", "{ run: { a: b } }",
    ])
  func wrong(_ handler: String) throws {
    let desk = try GateDesk(gate: Self.gate(handler))
    do {
      _ = try desk.open()
      Issue.record("\(handler) was read")
    } catch Agents.Gate.Problem.diagnostics(let diagnostics, _) {
      #expect(diagnostics.allSatisfy { $0.help != nil })
    }
  }
}
