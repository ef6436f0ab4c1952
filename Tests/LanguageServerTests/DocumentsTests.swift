import JSON
import LanguageServer
import TestSupport
import Testing

/// Documents of a team in an editor: several use cases of one are known like one of a file.
@Suite struct DocumentsTests {
  private static let one = """
    # UC1 Book a room

    ## Main success scenario
    1. Guest selects a room.
    2. System shows the price.

    ## Extensions
    2a. The room is taken
    2a1. Resumes at step 1.
    2b. The guest pays later
    2b1. Go to: UC3

    """
  private static let two = """
    # UC2 Pay

    ## Main success scenario
    1. Guest pays.
    2. System thanks.

    # UC3 Leave

    ## Main success scenario
    1. Guest gives the key.
    2. System opens the door.

    ## Extensions
    1a. The key is lost
    1a1. Resumes at step 2.

    """
  private static let files = ["one.md": one, "two.md": two]

  private func open() throws -> Editor {
    var editor = try Editor(Self.files)
    for (name, text) in Self.files { try editor.open(name, text) }
    return editor
  }

  @Test("A use case is found where its document begins it, also the second one of a document")
  func navigation() throws {
    var editor = try open()
    let target = Editor.place("UC3", in: "Go to: UC3", of: Self.one)
    #expect(Editor.locations(try editor.ask("definition", "one.md", target)) == ["two.md 6:2-5"])
    let step = Editor.place("2", in: "2. System opens", of: Self.two)
    let found = try editor.ask(
      "references", "two.md", step, ["context": .object(["includeDeclaration": .bool(true)])])
    // The step before it, and the alternative.
    #expect(
      Editor.locations(found) == ["two.md 10:0-1", "two.md 9:0-1", "two.md 14:21-22"],
      "\(found.text)")
    let shown = try editor.ask("hover", "two.md", step)
    #expect(shown["result"]?["contents"]?["value"]?.string?.contains("UC3:2") == true)
  }

  @Test("Each use case has its symbols and its lens, and no keys of flow files are proposed")
  func parts() throws {
    var editor = try open()
    let params = JSONValue.object(["textDocument": editor.document("two.md")])
    let symbols = try editor.request("textDocument/documentSymbol", params).array ?? []
    #expect(symbols.map { $0["name"]?.string } == ["UC2", "UC3"])
    #expect(symbols.map { $0["range"]?["start"]?["line"]?.integer } == [0, 6])
    #expect(
      symbols[1]["children"]?.array?.map { $0["name"]?.string } == ["1", "2", "1a.1"],
      "\(symbols[1].text)")
    #expect(try editor.request("textDocument/codeLens", params).array?.count == 2)
    #expect(try editor.request("textDocument/foldingRange", params).array == [])
    let end = Editor.place("# UC3", in: "# UC3", of: Self.two)
    #expect(try editor.proposals("two.md", end) == [])
  }

  @Test("What a document gives its name is refused, with the line where it is changed")
  func names() throws {
    var editor = try open()
    for (name, text, word, line, told) in [
      ("one.md", Self.one, "2", "2. System", "one.md:5"),
      ("one.md", Self.one, "UC1", "# UC1", "one.md:1"),
      ("one.md", Self.one, "UC3", "Go to: UC3", "two.md:7"),
      ("two.md", Self.two, "1", "1. Guest gives", "two.md:10"),
      ("two.md", Self.two, "1a", "1a. The key", "two.md:14"),
    ] {
      let place = Editor.place(word, in: line, of: text)
      for (question, more) in [
        ("prepareRename", [:]), ("rename", ["newName": JSONValue.string("9")]),
      ] as [(String, KeyValuePairs<String, JSONValue?>)] {
        let answer = try editor.ask(question, name, place, more)
        let message = answer["error"]?["message"]?.string ?? ""
        #expect(
          message.hasSuffix("into the document, \(editor.folder.path("Flows/\(told)"))"),
          "\(answer.text)")
      }
    }
  }

  @Test("A name of a flow file that documents lead to is renamed in them, too")
  func elsewhere() throws {
    let flow = "flow: UC3\ntitle: T\nsteps:\n  - step: 1\n    user: leaves\n    next: end\n"
    let lines = Self.two.split(separator: "\n", omittingEmptySubsequences: false)
    var editor = try Editor([
      "one.md": Self.one, "two.md": lines[..<6].joined(separator: "\n"), "UC3": flow,
    ])
    try editor.open("UC3", flow)
    let place = Editor.place("UC3", in: "flow: UC3", of: flow)
    let answer = try editor.ask("rename", "UC3", place, ["newName": .string("UC9")])
    let changes = answer["result"]?["changes"]?.members ?? []
    let names = changes.compactMap { $0.key.split(separator: "/").last.map(String.init) }
    #expect(names.sorted() == ["UC3.yaml", "one.md"], "\(answer.text)")
  }
}
