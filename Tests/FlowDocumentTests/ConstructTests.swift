import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// What the tables of real documents have in their cells.
@Suite struct ConstructTests {
  private static let head =
    "# Use Case 1.1 T\n\n| # | Description | Next |\n|---|---|---|\n| 1 | A | |\n"

  private func imported(_ rows: String, after text: String = "") -> DocumentImport {
    DocumentImport(document(ConstructTests.head + rows + text))
  }

  private func flow(_ rows: String) throws -> Flow {
    try loaded(try #require(imported(rows).flows.first))
  }

  @Test("A side effect after a line break is kept, and its cell is not empty")
  func sideEffects() throws {
    let rows =
      "| 1.1 | System shows screen 'A' | |\n"
      + "| 1.1a | User selects To store <br>&rarr; System opens the store | |\n"
      + "| 1.1b | User waits | |\n"
    let rowsRead = try flow(rows).rows
    #expect(rowsRead.map(\.does) == ["System opens the store", nil])
    #expect(rowsRead.map(\.label) == ["selects To store", "waits"])
    #expect(imported(rows).diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "The text of code, brackets and links is kept",
    arguments: [
      ("calls `GET /x?a=<id>&b=*`", "calls GET /x?a=<id>&b=*"),
      ("reads <name> of <b>it</b>", "reads <name> of it"),
      ("opens [the [big] page](a(1).md) now", "opens the [big] page now"),
      ("asks ``a`b`` twice", "asks a`b twice"),
      ("sees<sup>1</sup> it", "sees it"),
    ])
  func texts(cell: String, text: String) throws {
    let flow = try flow("| 1.1 | System \(cell) | End |\n\n[^1]: note\n1. note\n")
    #expect(flow.steps.first?.subject == text)
  }

  @Test("A brace of a document is a brace, and a value is printed by its name")
  func braces() throws {
    let rows =
      """
      | 1.1 | System shows screen 'A'<ul><li>Message: {a} and {</li><li>Items: {b}, c</li></ul> | \
      End |\n
      """
    let flow = try flow(rows)
    let step = try #require(flow.steps.first)
    #expect(step.message == "{{a}} and {{")
    #expect(step.items == ["{{b}}", "c"])
    let printed = DocumentPrinter(flow) { _ in nil }.markdown
    #expect(printed.contains("<li>Message: {a} and {</li><li>Items: {b}, c</li>"))
  }

  @Test("The links of a header and of notes come back as links")
  func links() throws {
    let text =
      "# Use Case 1.1 T\n\n## Overview\n\n| Aspect | Description |\n| --- | --- |\n"
      + "| **Summary** | See [the page](a_b.md) first |\n"
      + "| **Additional documentation** | <ul><li>[Design](https://x.org/a?b=c)</li></ul> |\n"
      + "\n## Flow\n\n| # | Description | Next |\n| --- | --- | --- |\n| **1** | **A** | |\n"
      + "| **1.1** | **System shows screen 'A'** | End |\n"
    let flow = try loaded(try #require(DocumentImport(document(text)).flows.first))
    #expect(flow.documentation == ["[Design](https://x.org/a?b=c)"])
    #expect(DocumentPrinter(flow) { _ in nil }.markdown == text)
  }

  @Test(
    "Words for what a screen shows give its kind and its name",
    arguments: [
      ("displays 'Home'", Activity.screen, "Home"), ("displays the page 'Home'", .screen, "Home"),
      ("opens drawer ‘Menu’", .prompt, "Menu"), ("shows the modal 'Ask'", .prompt, "Ask"),
      ("displays modal bottom sheet 'Share'", .prompt, "Share"),
      ("shows confirmation dialog \"Sure?\"", .prompt, "Sure?"),
      ("displays the forgot PIN page", .screen, "forgot PIN"),
      ("shows toast 'Saved'", .notice, "Saved"),
    ])
  func surfaces(sentence: String, activity: Activity, name: String) throws {
    let step = try #require(
      try flow("| 1.1 | System \(sentence) | |\n| 1.1a | User goes | End |\n").steps.first)
    #expect(step.activity == activity && step.subject == name)
  }

  @Test(
    "Ways to leave a flow are targets",
    arguments: [
      ("End, Go to: UC3.1 1.8", "goto UC3.1:1.8"), ("to: UC9.1", "goto UC9.1"),
      ("App closes", "end"), ("Return to step 1.2", "1.2"), ("step 1.2", "1.2"),
      ("continue with UC 7", "goto UC7"), ("The use case ends.", "end"),
    ])
  func targets(cell: String, target: String) throws {
    let flow = try flow(
      """
      | 1.1 | System shows screen 'A' | |\n| 1.1a | User goes | \(cell) |\n| 1.2 | System works | \
      End |\n
      """
    )
    #expect(flow.rows.first?.next?.description == target)
  }

  @Test("A call says whether it can be cancelled")
  func cancelable() throws {
    let cell = "System executes partial flow PF1.1 Ask<ul><li>Parameter: cancelable: no</li></ul>"
    #expect(try flow("| 1.1 | \(cell) | End |\n").steps.first?.isCancelable == false)
  }

  @Test("Text without a place is a warning, also where it is kept as a note")
  func unplaced() throws {
    let result = imported("| 1.1 | System works | End |\n", after: "\nSome words.\n")
    #expect(result.diagnostics.map(\.rule) == [.documentUnplaced])
    #expect(try loaded(try #require(result.flows.first)).notes == ["Some words."])
  }

  @Test("What import writes can always be read: empty sections, ids used twice, tables in a row")
  func loadable() throws {
    let rows =
      "| 1.1 | System works | |\n| 1.1 | System works again | 1.2 |\n| 2 | Empty | |\n| 1 | A | |\n"
    let result = imported(rows)
    let flow = try loaded(try #require(result.flows.first))
    #expect(flow.steps.map(\.id) == ["1.1", "1.1 (2)"])
    #expect(result.diagnostics.contains { $0.message.contains("has no steps; it is left out") })
    let table = "\n## On Android\n\n| # | Description | Next |\n|---|---|---|\n| 1 | A | |\n"
    let two = imported(
      "| 1.1 | System works | End |\n", after: "\(table)| 1.1 | System waits for it | End |\n")
    #expect(two.flows.map(\.id) == ["UC1.1", "UC1.1-2"])
    #expect(two.flows.map(\.title) == ["T", "On Android"])
  }

  @Test("Where heading and file name differ, the file name gives the id, with a warning")
  func fileNames() throws {
    let text = ConstructTests.head.replacing("Use Case 1.1", with: "Partial flow 2.8")
    let file = document(text + "| 1.1 | System works | End |\n", "docs/PF2.9_SetupPin.md")
    let result = DocumentImport(file)
    #expect(result.flows.map(\.id) == ["PF2.9"])
    #expect(result.diagnostics.map(\.rule) == [.documentAssumed])
  }

  @Test("Documents that name each other become flows and outlines, and an id is used once")
  func sets() throws {
    let one =
      ConstructTests.head + "| 1.1 | System executes partial flow PF3.1 Ask | Go to: UC9.2 Info |\n"
    let set = DocumentSet([
      document(one, "a.md"), document(one, "b.md"),
      document(
        one.replacing("1.1 T", with: "1.2 U").replacing(
          "Go to: UC9.2 Info", with: "Error flow: No internet"), "c.md"),
    ])
    #expect(set.members.map(\.flow.id) == ["UC1.1", "UC1.2", "PF3.1", "UC9.2", "No internet"])
    #expect(set.members.map(\.document) == ["a.md", "c.md", nil, nil, nil])
    let errors = set.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["there is a use case `UC1.1` already; this one is left out"])
    #expect(errors.first?.help == "the other one is at a.md:1; give one of the two another id")
  }

  // MARK: Verify and print

  private static let table =
    head
      + """
      | **1.1** | System displays the screen ‘Home’<ul><li>Message: Hello</li><li>Actions: OK, \
      Help</li></ul> | |\n
      """
      + """
      | 1.1a | User selects OK<br>&rarr; opens [it](x.md) |1.2|\n| 1.1b | User selects Help | \
      *Back* |\n
      """
    + "| **1.2** | System works<br>Duration: 0.0-0.1 s | End |\n"

  @Test(
    "Every difference of a flow from its document is found",
    arguments: [
      ("message: Hello", "message: Hi"), ("buttons: [OK, Help]", "buttons: [OK]"),
      ("does: opens it", "does: opens that"), ("next: back", "next: end"),
      ("user: selects Help", "case: selects Help"), ("screen: Home", "screen: House"),
      ("title: T", "title: U"), ("takes: 0.0-0.1 s", "takes: 0.0-0.2 s"), ("title: A", "title: B"),
      ("title: T", "title: T\ngoal: G"), ("title: T", "title: T\nnotes: [n]"),
    ])
  func verify(before: String, after: String) throws {
    let result = DocumentImport(document(ConstructTests.table))
    let useCase = try #require(result.flows.first)
    #expect(DocumentCheck(useCase, at: "d", against: try loaded(useCase)).differenceCount == 0)
    #expect(useCase.yaml.contains(before), "\(useCase.yaml)")
    let check = DocumentCheck(useCase, at: "d", against: try useCase.changed(before, after))
    #expect(check.differenceCount == 1, "\(check.diagnostics.map(\.message))")
  }
}
