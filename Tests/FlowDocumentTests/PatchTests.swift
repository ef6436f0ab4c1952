import Diagnostics
import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Flows that are printed into their documents: only the lines that say something else differ.
@Suite struct PatchTests {
  private static let table = """
    # Use Case 1.1 Old title

    ## Overview

    | Aspect | Description |
    | --- | --- |
    | **Summary** | Reads `a_b` of [the design](https://example.org/x) |
    | **Goal** | To know |
    | **Preconditions** | <ul><li>There is `x_y`</li><li>There is a card</li></ul> |
    | **Postconditions** | *None* |
    | **Triggered by** | The user<br>The system |
    | **Used by** | |
    | **Scope** | The app |

    ## Flow

    | # | Description | Next |
    | --- | --- | --- |
    | **1** | **Ask** | |
    | **1.1** | **System displays the page ‘Home’**<ul><li>Message: Hello</li><li>Actions: OK, \
    Help</li></ul> | |
    | 1.1a | User selects OK<br>&rarr; opens [it](x.md) |1.2|
    | 1.1b | User selects Help[^1] | *Back* |
    | **1.2** | System works<br>Duration: 0.0-0.1 s | End |

    [^1]: With [a card](y.md) only.

    A `remark_of` somebody.

    """

  private static let scenario = """
    # UC2: Withdraw

    **Goal:** To have `cash_now`
    **Primary Actor**: Holder

    ## Preconditions

    - There is **cash**
    - There is a card

    ## Main Success Scenario

    1. The user inserts the card.
    2. The system gives cash.

    ## Notes

    1. About `one_thing`
    2. About two
    """

  /// Asserts that a change of a flow changes these lines of its document, and no other one.
  private func expect(
    _ document: String, _ before: String, _ after: String, _ removed: [String], _ added: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = FlowDocumentTests.document(document)
    let useCase = try #require(DocumentImport(file).flows.first)
    let flow = try useCase.changed(before, after)
    let patch = DocumentPatch(flow, into: file, as: useCase) { _ in nil }
    #expect(patch.isInPlace, sourceLocation: sourceLocation)
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    let now = patch.markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = now.difference(from: lines)
    #expect(
      difference.removals.map { change in
        if case .remove(_, let line, _) = change { String(line) } else { "" }
      } == removed, sourceLocation: sourceLocation)
    #expect(
      difference.insertions.map { change in
        if case .insert(_, let line, _) = change { String(line) } else { "" }
      } == added, sourceLocation: sourceLocation)
    let again = try #require(
      DocumentImport(FlowDocumentTests.document(patch.markdown)).flows.first)
    let check = DocumentCheck(again, at: "d", against: flow)
    #expect(check.differenceCount == 0, "\(check.diagnostics)", sourceLocation: sourceLocation)
  }

  @Test(
    "A changed part of the header changes its line of the document, with the code and links beside",
    arguments: [
      (
        "title: Old title", "title: New title", ["# Use Case 1.1 Old title"],
        ["# Use Case 1.1 New title"]
      ),
      (
        "goal: To know", "goal: To know it all", ["| **Goal** | To know |"],
        ["| **Goal** | To know it all |"]
      ),
      ("goal: To know\n", "", ["| **Goal** | To know |"], []),
      (
        "summary: Reads", "summary: Writes",
        ["| **Summary** | Reads `a_b` of [the design](https://example.org/x) |"],
        ["| **Summary** | Writes `a_b` of [the design](https://example.org/x) |"]
      ),
      (
        "  - There is a card\n", "  - There is a card\n  - There is a phone\n",
        ["| **Preconditions** | <ul><li>There is `x_y`</li><li>There is a card</li></ul> |"],
        [
          """
          | **Preconditions** | <ul><li>There is `x_y`</li><li>There is a card</li><li>There is a \
          phone</li></ul> |
          """
        ]
      ),
      (
        "  - The system", "  - A link", ["| **Triggered by** | The user<br>The system |"],
        ["| **Triggered by** | The user<br>A link |"]
      ),
      (
        "triggered by:", "postconditions:\n  - It is known\n  - It is kept\ntriggered by:",
        ["| **Postconditions** | *None* |"],
        ["| **Postconditions** | <ul><li>It is known</li><li>It is kept</li></ul> |"]
      ),
      (
        "title: Old title", "title: Old title\nactor: The owner", [],
        ["| **Actor** | The owner |"]
      ),
      (
        "Scope: The app", "Scope: The phone", ["| **Scope** | The app |"],
        ["| **Scope** | The phone |"]
      ),
      (
        "documentation:", "documentation:\n  - '[D](z.md)'", [],
        ["| **Additional documentation** | <ul><li>[D](z.md)</li></ul> |"]
      ),
      ("A remark_of", "The remark_of", ["A `remark_of` somebody."], ["The `remark_of` somebody."]),
      (
        "a card](y.md) only", "a card](y.md) at all", ["[^1]: With [a card](y.md) only."],
        ["[^1]: With [a card](y.md) at all."]
      ),
    ])
  func header(before: String, after: String, removed: [String], added: [String]) throws {
    try expect(Self.table, before, after, removed, added)
  }

  @Test(
    "A changed row changes only its words, with the links and bullets beside them",
    arguments: [
      ("next: back", "next: end", "| *Back* |", "| *End* |"),
      ("next: 1.2", "next: end", "|1.2|", "|End|"),
      ("selects OK", "presses OK", "User selects OK<br>", "User presses OK<br>"),
      ("buttons: [OK, Help]", "buttons: [OK]", "OK, Help</li>", "OK</li>"),
      ("does: opens it", "does: shows it", "&rarr; opens [it]", "&rarr; shows [it]"),
      ("screen: Home", "screen: House", "‘Home’", "‘House’"),
      (
        "screen: Home", "prompt: Home", "System displays the page ‘Home’",
        "System shows prompt 'Home'"
      ),
    ])
  func rows(before: String, after: String, was: String, now: String) throws {
    let line = try #require(
      Self.table.split(separator: "\n").map(String.init).first { $0.contains(was) })
    try expect(
      Self.table, before, after, [line], [line.replacing(was, with: now)])
  }

  @Test("A row is added after the one before it, and removed with its line")
  func addedRows() throws {
    let row = "          b: { user: selects Help, next: back }\n"
    try expect(
      Self.table, row, row + "          c: { user: waits, next: 1.2 }\n", [],
      ["| 1.1c | User waits | 1.2 |"])
    try expect(Self.table, row, "", ["| 1.1b | User selects Help[^1] | *Back* |"], [])
  }

  @Test("A document whose flow says the same comes back byte for byte")
  func same() throws {
    for text in [Self.table, Self.scenario] {
      let file = FlowDocumentTests.document(text)
      let useCase = try #require(DocumentImport(file).flows.first)
      let flow = try useCase.changed("title:", "title:")
      #expect(DocumentPatch(flow, into: file, as: useCase) { _ in nil }.markdown == text)
    }
  }

  @Test(
    "The header of a main scenario changes in its lines",
    arguments: [
      ("title: Withdraw", "title: Give", ["# UC2: Withdraw"], ["# UC2: Give"]),
      (
        "goal: To have", "goal: To hold", ["**Goal:** To have `cash_now`"],
        ["**Goal:** To hold `cash_now`"]
      ),
      (
        "actor: Holder", "actor: Owner", ["**Primary Actor**: Holder"], ["**Primary Actor**: Owner"]
      ),
      ("actor: Holder\n", "", ["**Primary Actor**: Holder"], []),
      ("There is a card", "There are cards", ["- There is a card"], ["- There are cards"]),
      ("  - There is a card\n", "", ["- There is a card"], []),
      (
        "  - There is a card\n", "  - There is a card\n  - There is a phone\n", [],
        ["- There is a phone"]
      ),
      ("  - About two\n", "  - About two\n  - About three\n", [], ["3. About three"]),
      (
        "title: Withdraw", "title: Withdraw\nsummary: All of it", [],
        ["## Summary", "", "All of it", ""]
      ),
    ])
  func scenarios(before: String, after: String, removed: [String], added: [String]) throws {
    try expect(Self.scenario, before, after, removed, added)
  }

  @Test("A changed sentence of a main scenario changes only its words")
  func sentences() throws {
    try expect(
      Self.scenario, "user: inserts the card", "user: shows the card",
      ["1. The user inserts the card."], ["1. The user shows the card."])
  }

  @Test("In a table of steps, sentences and targets change in their cells")
  func tableOfSteps() throws {
    let table =
      "# UC4 Find\n\n| Step | What happens | Next |\n|---|---|---|\n| 1 | User opens `it` | 2 |\n"
      + "| 2 | System shows the list | End |\n| 2a | It is empty | 1 |\n"
    try expect(
      table, "user: opens", "user: finds", ["| 1 | User opens `it` | 2 |"],
      ["| 1 | User finds `it` | 2 |"])
    try expect(
      table, "case: It is empty, next: 1", "case: It is empty, next: 2",
      ["| 2a | It is empty | 1 |"], ["| 2a | It is empty | 2 |"])
  }

  @Test("A changed bullet without a blank keeps its mark")
  func tightBullets() throws {
    try expect(
      "# UC4 Find\n\n**Preconditions:**\n-There is a list\n-There is a card\n\n## Main flow\n\n"
        + "1. User opens it.\n2. System shows it.\n",
      "- There is a list", "- There is a shelf", ["-There is a list"], ["-There is a shelf"])
  }
}
