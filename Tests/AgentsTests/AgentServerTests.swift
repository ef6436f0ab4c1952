import JSON
import Synchronization
import TestSupport
import Testing

@testable import Agents

/// One client, message by message.
@Suite struct AgentServerTests {
  private final class Client: Sendable {
    let folder: Folder
    private let said = Mutex<[JSONValue]>([])
    private let server: AgentServer

    init(_ files: [String: String] = ["Flows/A.yaml": GateDesk.flow]) async throws {
      folder = try Folder(files)
      server = await AgentServer(.of(folder))
    }

    /// What the server says to these messages.
    func talk(_ messages: [String]) async -> [JSONValue] {
      let session = AgentSession(server) { [self] message in
        said.withLock { $0.append(message) }
      }
      for message in messages { await session.receive(Array(message.utf8)) }
      await session.finish()
      return said.withLock { $0 }
    }

    func call(_ tool: String, _ arguments: String) async -> JSONValue? {
      await talk([
        AgentServerTests.greeting,
        """
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"\(tool)",\
        "arguments":\(arguments)}}
        """,
      ]).last { $0["id"]?.integer == 2 }?["result"]
    }
  }

  private static let greeting =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#

  @Test("The list of tools is the same for each client, and each tool says what it takes")
  func tools() async throws {
    func list(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/list"}"# }
    let answers =
      try await Client().talk([Self.greeting, list(2), list(3)])
      + Client(["Flows/none": ""]).talk([Self.greeting, list(4)])
    let lists = answers.compactMap { $0["result"]?["tools"] }
    #expect(lists.count == 3 && Set(lists.map(\.text)).count == 1)
    let tools = try #require(lists.first?.array)
    #expect(tools.count == 15)
    for tool in tools { #expect(tool["inputSchema"]?["additionalProperties"]?.bool == false) }
  }

  @Test("The session ends when its last answer is written")
  func slowClient() async throws {
    let server = await AgentServer(.of(try Folder(["Flows/A.yaml": GateDesk.flow])))
    let written = Mutex((begun: 0, said: 0))
    let session = AgentSession(server) { _ in
      written.withLock { $0.begun += 1 }
      for _ in 0..<1_000 { await Task.yield() }
      written.withLock { $0.said += 1 }
    }
    for id in 1...3 {
      await session.receive(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#.utf8))
    }
    while written.withLock({ $0.begun }) < 3 { await Task.yield() }
    await session.finish()
    #expect(written.withLock { $0.said } == 3)
  }

  @Test(
    "A client that reads its answer uses the id again before the server has finished writing",
    .timeLimit(.minutes(1)))
  func idsAgain() async throws {
    let server = await AgentServer(.of(try Folder(["Flows/A.yaml": GateDesk.flow])))
    let said = Mutex([JSONValue]())
    let session = AgentSession(server) { message in
      said.withLock { $0.append(message) }
      while said.withLock({ $0.count }) < 3 { await Task.yield() }
    }
    for count in 1...3 {
      await session.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8))
      while said.withLock({ $0.count }) < count { await Task.yield() }
    }
    await session.finish()
    #expect(said.withLock { $0.allSatisfy { $0["result"] != nil } })
  }

  @Test("A table of a document with several use cases is changed in the document, but for its ids")
  func documents() async throws {
    let text = """
      # UC2 Pay

      ## Main flow
      1. Guest pays.
      2. System thanks.

      # UC3 Leave

      ## Main flow
      1. Guest leaves.
      2. System waves.

      """
    let client = try await Client(["Flows/two.md": text])
    func edit(_ arguments: String) async -> (text: String, isError: Bool) {
      let result = await client.call("flow_edit", "{\"flow\":\"UC3\",\(arguments)}")
      let words = result?["content"]?.array?.compactMap { $0["text"]?.string } ?? []
      return (words.joined(), result?["isError"]?.bool ?? false)
    }
    let waits = await edit(
      #""do":"set","place":"step 2","key":"system","value":"waits""#)
    #expect(waits.text.contains("-2. System waves.\n+2. System waits.\n"), "\(waits.text)")
    #expect(client.folder.text("Flows/two.md") == text.replacing("waves", with: "waits"))
    let other = await edit(#""do":"rename","place":"step 2","to":"9""#)
    #expect(other.isError && other.text.contains("Flows/two.md:11"), "\(other.text)")
    let split = await edit(#""do":"split","place":"step 2","id":"2","title":"x""#)
    #expect(split.isError && split.text.contains("order of a document"), "\(split.text)")
    #expect(client.folder.text("Flows/two.md") == text.replacing("waves", with: "waits"))
  }

  @Test("Progress is told to a client that asks, rule by rule, and only grows")
  func progress() async throws {
    let rule = "rules:\n  - { rule: NAME, never: action order.refund, because: it is a test }\n"
    var files = ["Flows/A.yaml": GateDesk.flow]
    for name in ["r1", "r2", "r3"] {
      files["Flows/rules/\(name).yaml"] = rule.replacing("NAME", with: name)
    }
    let said = try await Client(files).talk([
      Self.greeting,
      """
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"flow_prove",\
      "_meta":{"progressToken":"t"}}}
      """,
    ])
    let told = said.filter { $0["method"]?.string == "notifications/progress" }
    #expect(told.compactMap { $0["params"]?["progress"]?.integer } == [0, 1, 2, 3])
    #expect(told.last?["params"]?["total"]?.integer == 3)
    #expect(said.last?["id"]?.integer == 2)
  }

  @Test("A request that is taken back has no answer")
  func cancelled() async throws {
    let said = try await Client().talk([
      Self.greeting,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"flow_prove"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#,
    ])
    let answers = said.filter { $0["id"]?.integer == 2 }
    #expect(answers.isEmpty)
  }

  @Test(
    "Arguments that no tool takes are refused with a way out",
    arguments: [
      ("flow_table", #"{"flow":"A","more":"x"}"#), ("flow_table", #"{"flow":1}"#),
      ("flow_table", "{}"), ("flow_walk", #"{"flow":"A","moves":[1]}"#),
      ("flow_walk", #"{"flow":"A","as":"other"}"#), ("flow_table", #"{"flow":"B"}"#),
      ("flow_edit", #"{"flow":"A","do":"nothing"}"#), ("gate_start", #"{"flow":"A"}"#),
    ])
  func wrong(_ tool: String, _ arguments: String) async throws {
    let result = try #require(try await Client().call(tool, arguments))
    #expect(result["isError"]?.bool == true)
    let text = result["content"]?.array?.first?["text"]?.string ?? ""
    #expect(text.hasPrefix("refused: "))
  }

  @Test("A change is written with its patch, and undone")
  func edit() async throws {
    let client = try await Client()
    let before = client.folder.text("Flows/A.yaml")
    let change = """
      {"flow":"A","do":"set","place":"step 2","key":"message","value":"Really?"}
      """
    let text = try #require(
      await client.call("flow_edit", change)?["content"]?.array?.first?["text"]?.string)
    #expect(text.contains("+    message: Really?"))
    #expect(client.folder.text("Flows/A.yaml").contains("    message: Really?"))
    _ = await client.call("flow_undo", "{}")
    #expect(client.folder.text("Flows/A.yaml") == before)
  }
}
