import Diagnostics
import Files
import FlowEdit
import FlowFiles
import FlowLoader
import JSON
import TestSupport
import Testing

@testable import Studio

/// Changes as the page asks for them.
@Suite struct StudioEditTests {
  static let flow = """
    flow: A
    title: First
    facts: { member: [no, yes] }  # nobody else
    sections:
      - section: 1
        title: Main
        steps:
          - step: 1.1
            screen: Start
            rows:
              # The way on.
              a: { user: goes on, next: 1.2 }
              b: { user: leaves, next: end }
          - step: 1.2
            screen: Last
            rows:
              a: { user: selects Again, next: 1.2 }
              b: { user: selects Done, next: end }

    """
  private static let paths = """
    flow: A
    paths:
      - path: through
        rows: [1.1a, 1.2a, 1.2b]
        end: end
      - path: leaves
        rows: [1.1b]
        end: end

    """

  private struct Opened {
    let folder: Folder
    let book: LiveBook

    func edit(_ json: String) async throws -> JSONValue {
      let json = try #require(JSONValue(parsing: Array(json.utf8)))
      return try await book.change(try #require(StudioEdit(json)))
    }

    var text: String { folder.text("Flows/A.yaml") }
  }

  private static func opened() async throws -> Opened {
    let folder = try Folder(["Flows/A.yaml": flow, "Flows/paths/A.yaml": paths])
    let opened = Opened(folder: folder, book: await LiveBook(folder.path("Flows")) { _ in nil })
    _ = try await opened.book.accept()
    return opened
  }

  private static func names(_ answer: JSONValue, _ key: String) -> [String] {
    answer[key]?.array?.compactMap { $0["name"]?.string } ?? []
  }

  private static let inserted =
    #"{"flow":"A","place":"step 1.2","do":"insert","step":{"screen":"Between","rows":{"a":{"user":"selects Continue","next":"1.2"}}}}"#

  @Test("A path without a trace is recorded by accepting, and a second time nothing is")
  func recorded() async throws {
    let opened = try await StudioEditTests.opened()
    #expect(opened.folder.text("Flows/paths/A.trace").contains("# through\n"))
    await #expect(throws: StudioRefusal.self) { try await opened.book.accept() }
  }

  @Test("A line that has changed in its file since it was opened is not written over")
  func changedMeanwhile() async throws {
    let opened = try await StudioEditTests.opened()
    func change(_ seen: JSONValue?) async throws -> JSONValue {
      let request = JSONValue.object([
        "flow": .string("A"), "place": .string("row 1.1b"), "do": .string("set"),
        "key": .string("user"), "value": .string("goes home"), "seen": seen,
      ])
      return try await opened.book.change(try #require(StudioEdit(request)))
    }
    let seen = await opened.book.line("1.1b", of: "A")?["keys"]
    try opened.folder.write(
      StudioEditTests.flow.replacing("user: leaves", with: "user: asks for help"),
      to: "Flows/A.yaml")
    await opened.book.reload(saved: nil)
    await #expect(throws: StudioRefusal.self) { try await change(seen) }
    #expect(opened.text.contains("user: asks for help"))
    _ = try await change(await opened.book.line("1.1b", of: "A")?["keys"])
    #expect(opened.text.contains("user: goes home"))
  }

  @Test("Rows that led to a step lead to the one that is inserted before it, and paths are mended")
  func insert() async throws {
    let opened = try await StudioEditTests.opened()
    let answer = try await opened.edit(StudioEditTests.inserted)
    #expect(
      opened.text
        == StudioEditTests.flow.replacing("step: 1.2", with: "step: 1.3").replacing(
          "selects Again, next: 1.2", with: "selects Again, next: 1.2"
        ).replacing(
          "      - step: 1.3",
          with: """
                  - step: 1.2
                    screen: Between
                    rows:
                      a: { user: selects Continue, next: 1.3 }
                  - step: 1.3
            """))
    #expect(StudioEditTests.names(answer, "failing") == ["through"])
    let accepted = try await opened.book.accept()
    #expect(StudioEditTests.names(accepted, "passing") == ["through"])
    #expect(StudioEditTests.names(accepted, "differing") == [])
    #expect(
      opened.folder.text("Flows/paths/A.yaml").contains("rows: [1.1a, 1.2a, 1.3a, 1.2a, 1.3b]"))
    #expect(opened.folder.text("Flows/paths/A.yaml").contains("rows: [1.1b]"))
    // Both changes are taken back, and every byte is there again.
    _ = try await opened.book.undo(again: false)
    _ = try await opened.book.undo(again: false)
    #expect(opened.text == StudioEditTests.flow)
    #expect(opened.folder.text("Flows/paths/A.yaml") == StudioEditTests.paths)
  }

  @Test("Targets of an inserted step are ids before the change")
  func insertedTargets() async throws {
    let opened = try await StudioEditTests.opened()
    _ = try await opened.edit(
      #"{"flow":"A","place":"step 1.1","do":"insert","step":{"system":"waits","next":"1.2"}}"#)
    #expect(
      opened.text.contains("      - step: 1.1\n        system: waits\n        next: 1.3\n"),
      "\(opened.text)")
  }

  @Test("While a file of paths cannot be read, none is recorded and no trace is lost")
  func unreadPaths() async throws {
    let opened = try await StudioEditTests.opened()
    let traces = opened.folder.text("Flows/paths/A.trace")
    try opened.folder.write(
      StudioEditTests.paths.replacing("rows: [1.1b]", with: "rows: [1.1b"), to: "Flows/paths/A.yaml"
    )
    await #expect(throws: StudioRefusal.self) { try await opened.book.accept() }
    #expect(opened.folder.text("Flows/paths/A.trace") == traces)
  }

  @Test("A trial says what would change and writes nothing")
  func trial() async throws {
    let opened = try await StudioEditTests.opened()
    let answer = try await opened.edit(
      StudioEditTests.inserted.replacing(#""do""#, with: #""trial":true,"do""#))
    #expect(answer["files"]?.array?.count == 2)
    #expect(answer["patch"]?.string?.contains("+      - step: 1.3") == true)
    #expect(opened.text == StudioEditTests.flow)
  }

  @Test("With another id, what was recorded is recorded under it")
  func rename() async throws {
    let opened = try await StudioEditTests.opened()
    let answer = try await opened.edit(
      #"{"flow":"A","place":"row 1.2a","do":"rename","to":"1.2c"}"#)
    #expect(StudioEditTests.names(answer, "differing") == [])
    #expect(opened.folder.text("Flows/paths/A.trace").contains("A:1.2c"))
    #expect(!opened.folder.text("Flows/paths/A.trace").contains("A:1.2a"))
  }

  @Test(
    "Each deed of the page changes the lines that it should",
    arguments: [
      (
        #""place":"row 1.2a","do":"set","key":"if","value":{"member":["yes"]}"#,
        "a: { user: selects Again, if: { member: [yes] }, next: 1.2 }"
      ),
      (#""place":"row 1.1b","do":"up""#, "b: { user: leaves, next: end }\n          # The way on."),
      (#""place":"step 1.1","do":"down""#, "    steps:\n      - step: 1.2"),
      (
        #""place":"file","do":"fact","name":"tries","values":"0..3""#,
        "facts: { member: [no, yes], tries: 0..3 }  # nobody else"
      ),
      (
        #""place":"row 1.2b","do":"lead","key":"next","step":{"screen":"Thanks","next":"end"}"#,
        "b: { user: selects Done, next: 1.3 }\n      - step: 1.3\n        screen: Thanks"
      ),
      (
        #""place":"section 1","do":"append","step":{"screen":"Thanks","next":"end"}"#,
        "      - step: 1.3\n        screen: Thanks\n        next: end"
      ),
      (
        #""place":"step 1.2","do":"split","id":"2","title":"Then""#,
        "  - section: 2\n    title: Then\n    steps:\n      - step: 1.2"
      ),
      (
        #""place":"row 1.2a","do":"remove""#,
        "rows:\n          b: { user: selects Done, next: end }"
      ),
    ])
  func deeds(change: String, lines: String) async throws {
    let opened = try await StudioEditTests.opened()
    let answer = try await opened.edit(#"{"flow":"A","# + change + "}")
    #expect(opened.text.contains(lines), "\(opened.text)")
    #expect(answer["words"]?.string?.hasPrefix("A") == true)
    _ = try await opened.book.undo(again: false)
    #expect(opened.text == StudioEditTests.flow)
  }

  @Test("A flow is begun beside another one, and none outside of the folder")
  func create() async throws {
    let opened = try await StudioEditTests.opened()
    _ = try await opened.edit(
      #"{"flow":"A","place":"file","do":"create","id":"UC7","title":"Ask for help"}"#)
    #expect(opened.folder.text("Flows/UC7-ask-for-help.yaml").hasPrefix("flow: UC7\n"))
    for id in ["../B", "", "a b", ".x", "1", "A/B"] {
      await #expect(throws: StudioRefusal.self, "\(id)") {
        try await opened.edit(
          #"{"flow":"A","place":"file","do":"create","id":"\#(id)","title":"B"}"#)
      }
    }
    await #expect(throws: StudioRefusal.self) {
      try await opened.edit(
        #"{"flow":"A","place":"file","do":"read","text":"nothing of the kind"}"#)
    }
  }

  @Test("What the page has written is no news of the files")
  func once() async throws {
    let opened = try await StudioEditTests.opened()
    _ = try await opened.edit(
      #"{"flow":"A","place":"step 1.1","do":"set","key":"screen","value":"X"}"#)
    let number = await opened.book.number
    await opened.book.reload(saved: nil)
    #expect(await opened.book.number == number)
    try opened.folder.write(StudioEditTests.flow, to: "Flows/A.yaml")
    await opened.book.reload(saved: nil)
    #expect(await opened.book.number == number + 1)
  }
}
