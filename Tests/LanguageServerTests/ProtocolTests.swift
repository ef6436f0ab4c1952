import JSON
import LanguageServer
import Testing

/// The life of a server, its framing, and requests that are wrong.
@Suite struct ProtocolTests {
  private static let shutdown = Editor.request("shutdown", .null, id: 99)
  private static let exit = Editor.notification("exit", .null)

  private func code(_ answer: JSONValue) -> Int64? { answer["error"]?["code"]?.integer }

  @Test("After shutdown and exit the status is 0")
  func goodbye() throws {
    var editor = try Editor()
    #expect(try editor.request("shutdown", .null) == .null)
    #expect(editor.server.exitStatus == nil)
    try editor.notify("exit", .null)
    #expect(editor.server.exitStatus == 0)
  }

  @Test("Exit without shutdown, and an editor that is gone, are status 1")
  func exits() throws {
    var editor = try Editor()
    try editor.notify("exit", .null)
    #expect(editor.server.exitStatus == 1)
    var gone = try Editor()
    gone.close()
    #expect(gone.server.exitStatus == 1)
    var polite = try Editor()
    _ = try polite.request("shutdown", .null)
    polite.close()
    #expect(polite.server.exitStatus == 0)
  }

  @Test("Before initialize, and after shutdown, requests are refused and notifications ignored")
  func phases() throws {
    var editor = try Editor(starts: false)
    try editor.open("A", "flow: [")
    #expect(code(try editor.answer("textDocument/hover", .object([:]))) == -32002)
    _ = try editor.request("initialize", .object([:]))
    #expect(code(try editor.answer("initialize", .object([:]))) == -32600)
    _ = try editor.request("shutdown", .null)
    #expect(code(try editor.answer("textDocument/hover", .object([:]))) == -32600)
    #expect(try editor.diagnostics() == [:])
  }

  @Test("The server says what it can do, in units of UTF-16")
  func capabilities() throws {
    var editor = try Editor(starts: false)
    let result = try editor.request("initialize", .object([:]))
    let found = result["capabilities"]
    #expect(found?["positionEncoding"]?.string == "utf-16")
    #expect(found?["textDocumentSync"]?["change"]?.integer == 2)
    #expect(
      found?.members?.map(\.key) == [
        "positionEncoding", "textDocumentSync", "definitionProvider", "referencesProvider",
        "hoverProvider", "renameProvider", "codeActionProvider", "documentSymbolProvider",
        "workspaceSymbolProvider", "foldingRangeProvider", "documentFormattingProvider",
        "codeLensProvider", "completionProvider",
      ])
  }

  @Test("An editor that watches files is asked to")
  func watching() throws {
    var editor = try Editor(starts: false)
    _ = try editor.request(
      "initialize",
      try JSONReader.read(
        #"{"capabilities":{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}}"#))
    let asked = try editor.send([Editor.notification("initialized", .object([:]))])
    #expect(asked.map { $0["method"]?.string } == ["client/registerCapability"])
    let answer = #"{"jsonrpc":"2.0","id":"watch","result":null}"#
    #expect(try editor.send(Editor.framed(answer)) == [])
  }

  @Test("Unknown requests are refused, unknown notifications ignored")
  func unknown() throws {
    var editor = try Editor()
    #expect(code(try editor.answer("textDocument/colorPresentation", .object([:]))) == -32601)
    try editor.notify("$/setTrace", .object(["value": .string("off")]))
    try editor.notify("workspace/somethingNew", .null)
  }

  @Test("Messages that are not requests get an answer without an id")
  func notRequests() throws {
    var editor = try Editor()
    for (text, expected) in [
      ("{", -32700), ("", -32700), ("[]", -32600), ("7", -32600), ("{}", -32600),
      (#"{"id":1,"method":7}"#, -32600), (#"{"id":null,"method":"shutdown"}"#, -32600),
      (#"{"id":{},"method":"shutdown"}"#, -32600), ("\u{1F600}", -32700),
    ] {
      let answers = try editor.send(Editor.framed(text))
      #expect(answers.count == 1, "\(text)")
      #expect(answers.first.flatMap { code($0) } == Int64(expected), "\(text)")
      #expect(answers.first?["id"] == .null, "\(text)")
    }
    #expect(editor.server.exitStatus == nil)
  }

  @Test("Requests with missing or impossible parameters are refused")
  func wrongParams() throws {
    var editor = try Editor()
    for place in [
      JSONValue.null, .object(["line": .integer(-1), "character": .integer(0)]),
      .object(["line": .number("99999999999999999999"), "character": .integer(0)]),
      .object(["line": .number("1.5"), "character": .integer(0)]),
    ] {
      #expect(code(try editor.ask("hover", "A", place)) == -32602)
    }
    let place = JSONValue.object(["line": .integer(0), "character": .integer(0)])
    #expect(code(try editor.ask("rename", "A", place)) == -32602)
    #expect(code(try editor.answer("textDocument/hover", .array([]))) == -32602)
  }

  @Test("Documents that are not flow files have no answers and no diagnostics")
  func others() throws {
    var editor = try Editor()
    for uri in ["file:///etc/compose.yaml", "untitled:1", "file://host/x.yaml", "file:///%zz", ""] {
      try editor.notify(
        "textDocument/didOpen",
        .object([
          "textDocument": .object(["uri": .string(uri), "text": .string("flow: [")])
        ]))
      let params = JSONValue.object([
        "textDocument": .object(["uri": .string(uri)]),
        "position": .object(["line": .integer(0), "character": .integer(0)]),
      ])
      #expect(try editor.request("textDocument/definition", params) == .null)
    }
    #expect(try editor.diagnostics() == [:])
  }

  @Test("A request that is cancelled while it waits is answered as cancelled")
  func cancellation() throws {
    var editor = try Editor()
    let place = JSONValue.object(["line": .integer(0), "character": .integer(6)])
    let params = JSONValue.object(["textDocument": editor.document("A"), "position": place])
    let answers = try editor.send([
      Editor.request("textDocument/hover", params, id: 41),
      Editor.request("textDocument/hover", params, id: 42),
      Editor.notification("$/cancelRequest", .object(["id": .integer(41)])),
    ])
    #expect(answers.map { $0["id"]?.integer } == [41, 42])
    #expect(answers.map { code($0) } == [-32800, nil])
    try editor.notify("$/cancelRequest", .object(["id": .integer(42)]))
    try editor.notify("$/cancelRequest", .null)
  }

  @Test("Messages may come byte by byte")
  func bytes() throws {
    var editor = try Editor(starts: false)
    let request = Editor.request("initialize", .object([:]), id: 1)
    var answers: [JSONValue] = []
    for byte in Editor.framed(request) { answers += try editor.send([byte]) }
    #expect(answers.map { $0["id"]?.integer } == [1])
  }

  @Test("Header fields are in upper or lower case, and others are ignored")
  func headers() throws {
    var editor = try Editor(starts: false)
    let body = Editor.request("initialize", .object([:]), id: 1).text
    let head =
      "content-LENGTH:\(body.utf8.count)\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n"
    #expect(try editor.send(Array((head + body).utf8)).count == 1)
  }

  @Test(
    "A header that cannot be read ends the server with status 2",
    arguments: [
      "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
      "Content-Length: 67108865\r\n\r\n", "Content-Length: ten\r\n\r\n",
      "Content-Length: +5\r\n\r\n", "Content-Length:\r\n\r\n",
      "Content-Type: text\r\n\r\n", "\r\n\r\n", "hello\r\n\r\n",
      String(repeating: "x", count: 5_000),
    ])
  func framing(header: String) throws {
    var editor = try Editor()
    let answers = try editor.send(Array(header.utf8))
    #expect(answers.map { code($0) } == [-32700])
    #expect(editor.server.exitStatus == 2)
    #expect(try editor.send([Self.shutdown, Self.exit]) == [])
    #expect(editor.server.exitStatus == 2)
  }

  @Test("What comes before a broken header is answered")
  func beforeBroken() throws {
    var editor = try Editor(starts: false)
    let request = Editor.request("initialize", .object([:]), id: 1)
    let answers = try editor.send(Editor.framed(request) + Array("Content-Length: x\r\n\r\n".utf8))
    #expect(answers.map { $0["id"] } == [.number("1"), .null])
  }
}
