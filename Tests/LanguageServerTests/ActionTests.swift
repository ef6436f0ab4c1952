import JSON
import LanguageServer
import TestSupport
import Testing

@Suite struct ActionTests {
  private let hotel = Editor.hotel

  /// The actions in a line: their kinds and titles, with the new texts.
  private func actions(
    at line: String, of text: String, only: String? = nil
  ) throws -> [String] {
    var editor = try Editor()
    try editor.open("A", text)
    let place = Editor.place(line, in: line, of: text)
    let end = Editor.place(line, in: line, of: text, after: line.utf16.count)
    let context = JSONValue.object([
      "diagnostics": .array([]), "only": only.map { .strings([$0]) },
    ])
    let answer = try editor.answer(
      "textDocument/codeAction",
      .object([
        "textDocument": editor.document("A"),
        "range": .object(["start": place, "end": end]), "context": context,
      ]))
    return (answer["result"]?.array ?? []).map { action in
      let changes = (action["edit"]?["changes"]?.members ?? []).flatMap { member in
        (member.value.array ?? []).map { edit in
          "\(Editor.range(edit["range"])) \(edit["newText"]?.string ?? "")"
        }
      }
      let star = action["isPreferred"]?.bool == true ? "*" : ""
      return "\(action["kind"]?.string ?? "")\(star) \(action["title"]?.string ?? ""): "
        + changes.joined(separator: ", ")
    }
  }

  @Test("A misspelled key is corrected, and a target that does not exist has a proposal")
  func fixes() throws {
    let key = hotel.replacing("buttons: [Go]", with: "butons: [Go]")
    #expect(
      try actions(at: "butons: [Go]", of: key) == ["quickfix* Write `buttons`: 11:8-14 buttons"])
    #expect(try actions(at: "screen: Room", of: key) == [])
    let target = hotel.replacing("reset: tries, next: 1.1", with: "reset: tries, next: 1.11")
    let found = try actions(at: "next: 1.11", of: target)
    #expect(found == ["quickfix Write `1.1`: 30:52-56 1.1"], "\(found)")
  }

  @Test("All safe fixes of a file are made when a client asks for them")
  func fixAll() throws {
    let text = hotel.replacing("buttons: [Go]", with: "butons: [Go]")
      .replacing("execute: the hold", with: "excute: the hold")
    #expect(
      try actions(at: "screen: Room", of: text, only: "source.fixAll")
        == ["source.fixAll Fix all in this file: 11:8-14 buttons, 16:8-14 execute"])
    #expect(try actions(at: "screen: Room", of: hotel, only: "source.fixAll") == [])
  }

  @Test("A missing row is added, and what is meant is taken for what is written")
  func rows() throws {
    let text = hotel.replacing(
      "          b: { case: Held, on: held, if: { member: no }, next: goto B:1.1 }\n", with: "")
    let found = try actions(at: "a: { case: Held", of: text)
    #expect(found.count == 1)
    #expect(
      found.first?.contains("if: { member: no }, next: 2 }") == true, "\(found)")
    let meant = hotel.replacing("reset: tries, next: 1.1", with: "next: 1.1, meant: 2.1, why: x")
    let row = try actions(at: "b: { result: Refused", of: meant, only: "refactor")
    #expect(row.count == 1)
    #expect(row.first?.hasPrefix("refactor.rewrite Take what is meant") == true, "\(row)")
  }

  @Test("A section becomes a flow in a new file, for a client that makes new files")
  func extracting() throws {
    #expect(try actions(at: "- section: 2", of: hotel, only: "refactor") == [])
    var editor = try Editor(starts: false)
    _ = try editor.request(
      "initialize",
      try JSONReader.read(
        #"{"capabilities":{"workspace":{"workspaceEdit":{"resourceOperations":["create"]}}}}"#))
    try editor.open("A", hotel)
    let place = Editor.place("2", in: "- section: 2", of: hotel)
    let answer = try editor.request(
      "textDocument/codeAction",
      .object([
        "textDocument": editor.document("A"),
        "range": .object(["start": place, "end": place]),
        "context": .object(["diagnostics": .array([]), "only": .strings(["refactor.extract"])]),
      ]))
    let action = try #require(answer.array?.first)
    #expect(action["title"]?.string == "Make the flow A-2 of this section")
    let changes = try #require(action["edit"]?["documentChanges"]?.array)
    #expect(changes.map { $0["kind"]?.string ?? "edit" } == ["create", "edit", "edit"])
    #expect(changes[0]["uri"]?.string?.hasSuffix("/A-2.yaml") == true)
    let text = changes[1]["edits"]?.array?.first?["newText"]?.string
    #expect(text?.hasPrefix("flow: A-2\ntitle: Payment\nkind: partial flow\n") == true)
    #expect(text?.contains("reset: tries, next: result Room") == true)
  }

  @Test("A file has its sections, steps and rows as symbols, also while something is wrong")
  func symbols() throws {
    var editor = try Editor()
    let text = hotel.replacing("buttons:", with: "butons:")
    try editor.open("A", text)
    let answer = try editor.request(
      "textDocument/documentSymbol", .object(["textDocument": editor.document("A")]))
    let sections = answer.array ?? []
    #expect(sections.map { $0["name"]?.string } == ["1", "2"])
    let steps = sections.first?["children"]?.array ?? []
    #expect(steps.map { $0["detail"]?.string } == ["Room", "the hold"])
    #expect(
      steps.last?["children"]?.array?.map { $0["name"]?.string } == ["1.2a", "1.2b", "1.2c"])
    let folds = try editor.request(
      "textDocument/foldingRange", .object(["textDocument": editor.document("A")]))
    #expect(folds.array?.first?["startLine"]?.integer == 6)
    #expect(folds.array?.count == 5)
  }

  @Test("A file is written with the blanks of our files; one that cannot be read stays")
  func formatting() throws {
    var editor = try Editor()
    try editor.open("A", hotel.replacing("flow: A", with: "flow:   A  "))
    func ask() throws -> JSONValue {
      try editor.request(
        "textDocument/formatting", .object(["textDocument": editor.document("A")]))
    }
    let edits = try ask().array ?? []
    #expect(edits.map { Editor.range($0["range"]) } == ["0:5-8", "0:9-11"])
    #expect(edits.map { $0["newText"]?.string } == [" ", ""])
    try editor.change("A", [.object(["text": .string("flow: [")])])
    #expect(try ask() == .null)
  }

  @Test("Flows and steps of all files are found by a part of their text")
  func workspaceSymbols() throws {
    var editor = try Editor()
    try editor.open("A", hotel)
    let found = try editor.request("workspace/symbol", .object(["query": .string("pay")]))
    #expect(
      found.array?.map { $0["name"]?.string } == [
        "A:2 Payment", "A:2.1 System executes partial flow C Pay", "C Pay",
        "C:1.1 System executes the payment",
      ])
  }

  @Test("A flow says how many paths it has, and can be run by a client that knows how")
  func lenses() throws {
    var editor = try Editor(starts: false)
    _ = try editor.request(
      "initialize",
      try JSONReader.read(
        #"{"capabilities":{},"initializationOptions":{"commands":["flowrun.run"]}}"#)
    )
    try editor.folder.write(
      "flow: A\npaths:\n  - path: x\n    rows: [1.1a]\n", to: "Flows/paths/A.yaml")
    try editor.open("A", hotel)
    let found = try editor.request(
      "textDocument/codeLens", .object(["textDocument": editor.document("A")]))
    #expect(found.array?.map { $0["command"]?["title"]?.string } == ["run", "1 path"])
    #expect(found.array?.map { $0["command"]?["command"]?.string } == ["flowrun.run", ""])
  }

  @Test("A step can be renamed where a script names it")
  func renameInScript() throws {
    var editor = try Editor()
    let script = "flow: A\npaths:\n  - path: x\n    rows: [1.1a]\n"
    try editor.folder.write(script, to: "Flows/paths/A.yaml")
    try editor.open("paths/A", script)
    let place = Editor.place("1.1a", in: "rows:", of: script)
    let answer = try editor.ask("rename", "paths/A", place, ["newName": .string("1.1x")])
    let changes = answer["result"]?["changes"]?.members ?? []
    #expect(changes.count == 2, "\(answer.text)")
  }

  @Test("A name in code is proposed, shown, and renamed where a script names it")
  func names() throws {
    let named = Editor.hotel.replacing("selects Go,", with: "selects Go, name: go,")
    var editor = try Editor(["A": named, "B": Editor.offer, "C": Editor.payment])
    let script = "flow: A\npaths:\n  - path: x\n    rows: [go]\n"
    try editor.folder.write(script, to: "Flows/paths/A.yaml")
    try editor.open("A", named)
    let place = Editor.place("go,", in: "name: go", of: named)
    let hover = try editor.ask("hover", "A", place)
    #expect(hover.text.contains("1.1a  User selects Go -> 1.2  [go]"), "\(hover.text)")
    let answer = try editor.ask("rename", "A", place, ["newName": .string("enter")])
    let changes = answer["result"]?["changes"]?.members ?? []
    #expect(changes.count == 2, "\(answer.text)")
    let wrong = try editor.ask("rename", "A", place, ["newName": .string("Go there")])
    #expect(wrong["error"] != nil)
    let typed = named.replacing("case: Taken,", with: "case: Taken, name: ,")
    try editor.change("A", [.object(["text": .string(typed)])])
    let proposals = try editor.proposals("A", Editor.place(" ,", in: "name: ,", of: typed))
    #expect(proposals == ["taken"])
  }
}
