import JSON
import LanguageServer
import TestSupport
import Testing

/// What is wrong, while somebody types.
@Suite struct DiagnosticsTests {
  private static let broken = Editor.hotel.replacing("next: 1.2 }", with: "next: 1.7 }")

  @Test("What is wrong is told about the text in the editor, not the file")
  func unsaved() throws {
    var editor = try Editor()
    try editor.open("A", Self.broken)
    #expect(editor.server.isBehind)
    let found = try editor.diagnostics()["A.yaml"]
    #expect(
      found
        == ["14:53 1 step `1.7` does not exist"])
    #expect(!editor.server.isBehind)
    try editor.change("A", [.object(["text": .string(Editor.hotel)])])
    #expect(try editor.diagnostics() == ["A.yaml": []])
    #expect(try editor.diagnostics() == [:])
  }

  @Test("A change of part of the text counts units of UTF-16")
  func incremental() throws {
    var editor = try Editor()
    try editor.open("B", Editor.offer)
    _ = try editor.diagnostics()
    let start = Editor.place("A:1.2", in: "goto A:1.2", of: Editor.offer)
    let line = try #require(start["line"]?.integer)
    func range(_ first: Int64, _ last: Int64) -> JSONValue {
      .object([
        "start": .object(["line": .integer(line), "character": .integer(first)]),
        "end": .object(["line": .integer(line), "character": .integer(last)]),
      ])
    }
    let unit = try #require(start["character"]?.integer)
    // After the hotel, which has two units, and on the line below.
    try editor.change(
      "B",
      [
        .object([
          "range": .object([
            "start": Editor.place("🏨", in: "notice", of: Editor.offer, after: 2),
            "end": Editor.place("🏨", in: "notice", of: Editor.offer, after: 2),
          ]), "text": .string(" today"),
        ]),
        .object(["range": range(unit + 2, unit + 5), "text": .string("9.9")]),
      ])
    let found = try editor.diagnostics()["B.yaml"]
    #expect(
      found?.first == "8:14 1 `A` has no step `9.9`")
    let hover = try editor.ask(
      "hover", "B", Editor.place("1.1", in: "step: 1.1", of: Editor.offer))
    #expect(hover["result"]?["contents"]?["value"]?.string?.contains("member 🏨 today") == true)
  }

  @Test("A change that was not opened, or has no place, is ignored")
  func wrongChanges() throws {
    var editor = try Editor()
    try editor.change("A", [.object(["text": .string("flow: [")])])
    try editor.open("A", Editor.hotel)
    try editor.change("A", [.object(["range": .object([:]), "text": .string("x")]), .null])
    #expect(try editor.diagnostics()["A.yaml"] == [])
  }

  @Test("While a file is broken, the others see its last readable version")
  func lastReadable() throws {
    var editor = try Editor()
    try editor.open("C", Editor.payment)
    try editor.open("A", Editor.hotel)
    _ = try editor.diagnostics()
    try editor.change("C", [.object(["text": .string("flow: C\ntitle: [")])])
    let found = try editor.diagnostics()
    #expect(found.keys.sorted() == ["C.yaml"])
    #expect(found["C.yaml"]?.count == 1)
    // Its flow is still there for others.
    let hover = try editor.ask(
      "hover", "A", Editor.place("C", in: "call: C", of: Editor.hotel))
    #expect(hover["result"]?["contents"]?["value"]?.string?.contains("C Pay") == true)
    try editor.change("C", [.object(["text": .string(Editor.payment)])])
    #expect(try editor.diagnostics() == ["C.yaml": []])
  }

  @Test("A file that was broken from the start is missed by others, and by nobody when it is read")
  func brokenAtStart() throws {
    var editor = try Editor(["A": Editor.hotel, "B": Editor.offer, "C": "flow: C\ntitle: ["])
    try editor.open("A", Editor.hotel)
    #expect(try editor.diagnostics()["C.yaml"]?.isEmpty == false)
    try editor.open("C", Editor.payment)
    #expect(try editor.diagnostics()["C.yaml"] == [])
  }

  @Test("A closed document is the file again, and a new one is a flow before it is saved")
  func closing() throws {
    var editor = try Editor()
    try editor.open("A", Self.broken)
    #expect(try editor.diagnostics()["A.yaml"]?.isEmpty == false)
    try editor.notify(
      "textDocument/didClose", .object(["textDocument": editor.document("A")]))
    #expect(try editor.diagnostics() == ["A.yaml": []])
    try editor.open("D", "flow: D\ntitle: D\nsteps:\n  - step: 1\n    system: x\n    next: 9\n")
    #expect(try editor.diagnostics()["D.yaml"]?.first == "5:10 1 step `9` does not exist")
    try editor.notify(
      "textDocument/didClose", .object(["textDocument": editor.document("D")]))
    #expect(try editor.diagnostics() == ["D.yaml": []])
  }

  @Test("A file that changes on disk is read again when the editor says so")
  func disk() throws {
    var editor = try Editor()
    try editor.open("A", Editor.hotel)
    _ = try editor.diagnostics()
    try editor.folder.write(
      Editor.payment.replacing("result Paid }", with: "result Payd }"), to: "Flows/C.yaml")
    try editor.notify("workspace/didChangeWatchedFiles", .object(["changes": .array([])]))
    #expect(
      try editor.diagnostics()["C.yaml"]?.contains {
        $0.hasSuffix("the flow does not declare the result `Payd`")
      } == true)
  }

  @Test("What is said about a document has its version, its rule and its help")
  func details() throws {
    var editor = try Editor()
    try editor.open("A", Self.broken)
    let messages = try Editor.messages(editor.server.diagnostics())
    let params = try #require(
      messages.first { $0["params"]?["uri"]?.string == editor.uri("A") }?["params"])
    #expect(params["version"]?.integer == 1)
    let first = params["diagnostics"]?.array?.first
    #expect(first?["code"]?.string == "unknown-target")
    #expect(first?["source"]?.string == "flowrun")
    #expect(
      first?["message"]?.string
        == "step `1.7` does not exist\n"
        + "help: section 1 ends at 1.2; did you mean `1.2`, to which nothing leads?")
    #expect(Editor.range(first?["range"]) == "14:53-56")
  }

  @Test("House rules that are open are checked as they are typed")
  func rules() throws {
    var editor = try Editor()
    try editor.open("rules/house", "rules:\n  - rule: x\n    nevver: A\n    because: b\n")
    #expect(
      try editor.diagnostics()["house.yaml"]?.contains { $0.contains("`nevver`") } == true)
  }

  @Test("No text and no question about it can stop the server")
  func anything() throws {
    var editor = try Editor()
    var random = SplitMix(seed: 7)
    try editor.open("A", Editor.hotel)
    let pieces = ["{", "}", "[", "]", ":", ": ", "- ", "\n", "  ", "'", "\"", "#", "🏨", "&a", "*a"]
    for round in 0..<150 {
      func place() -> JSONValue {
        .object(["line": .integer(random.next(40)), "character": .integer(random.next(70))])
      }
      if round % 10 == 0 {
        try editor.change("A", [.object(["text": .string(Editor.hotel)])])
      }
      let (start, end) = (place(), place())
      try editor.change(
        "A",
        [
          .object([
            "range": .object(["start": start, "end": random.next(8) == 0 ? end : start]),
            "text": .string(random.pick(pieces)),
          ])
        ])
      for question in ["hover", "definition", "references", "completion", "prepareRename"] {
        _ = try editor.ask(question, "A", place())
      }
      _ = try editor.ask("rename", "A", place(), ["newName": .string("7.7")])
      if round % 5 == 0 { _ = try editor.diagnostics() }
    }
    #expect(editor.server.exitStatus == nil)
  }
}
