import Diagnostics
import FlowDocument
import FlowFiles
import FlowLoader
import FlowModel
import TestSupport
import Testing

@Suite struct ImportTests {
  private static let head = "# Use Case 1.1 T\n\n| # | Description | Next |\n|---|---|---|\n"

  private func imported(_ rows: String) -> DocumentImport {
    DocumentImport(document(ImportTests.head + rows))
  }

  private func flow(_ rows: String) throws -> Flow {
    try loaded(try #require(imported(rows).flows.first))
  }

  @Test("A wallet document gives the rows of its flow file", arguments: [Seed.open, .pin, .unlock])
  func walletDocuments(seed: Seed) throws {
    let catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
    let imported = try seed.imported()
    let useCase = try #require(imported.flows.first)
    let flow = try #require(catalogue.flow(id: useCase.id))
    let check = DocumentCheck(useCase, at: seed.rawValue, against: flow)
    #expect(check.differenceCount == 0, "\(check.diagnostics.map(\.message))")
    #expect(check.rowCount > 20)
    #expect(imported.diagnostics.allSatisfy { $0.severity != .error })
  }

  @Test("The ID-card document gives the ids, calls and extensions of its flows")
  func cardDocument() throws {
    let imported = try Seed.cards.imported()
    let eight = try #require(imported.flows.first { $0.id == "EID8" })
    let flow = try loaded(eight)
    #expect(flow.steps.filter { $0.activity == .call }.map(\.subject) == ["EID1", "EID3"])
    #expect(flow.rows.filter { $0.kind == .extension }.map(\.id) == ["2", "6", "7a", "7b", "7c"])
    #expect(flow.step("7b.c") != nil)
    #expect(imported.diagnostics.allSatisfy { $0.severity != .error })
  }

  @Test("A story that describes two rows is reported, not guessed")
  func twoRowsInOne() throws {
    let errors = try Seed.proofing.imported().diagnostics.filter { $0.severity == .error }
    #expect(
      errors.map(\.message)
        == Array(repeating: "this cannot be read as one row; it is left out", count: 2))
    let file = try Seed.proofing.file
    #expect(errors.map { file.position(of: $0.span.start).line } == [30, 35])
  }

  @Test("A section without a heading is added and reported")
  func missingHeading() throws {
    let rows =
      """
      | 1.1 | System shows screen 'A' | |\n| 1.1a | User goes | 2 |\n| 2.1 | System shows screen \
      'B' | |\n| 2.1a | User goes | End |\n
      """
    let result = imported(rows)
    #expect(
      result.diagnostics.map(\.message) == [
        "section `1` has no heading", "section `2` has no heading",
      ])
    #expect(try flow(rows).sections.map(\.id) == ["1", "2"])
  }

  @Test("An id of another step and an id that is used twice are kept and noted")
  func oddIDs() throws {
    let rows =
      """
      | 1 | A | |\n| 1.1 | System shows screen 'A' | |\n| 1.1a | User goes | 1.2 |\n| 1.1a | User \
      stays | End |\n| 1.2 | System shows screen 'B' | |\n| 1.1b | User goes | End |\n
      """
    #expect(imported(rows).diagnostics.map(\.severity) == [.note, .note])
    #expect(try flow(rows).rows.map(\.reference) == ["1.1a", "1.1a#2", "1.1b"])
    #expect(try flow(rows).rows.map(\.step.id) == ["1.1", "1.1", "1.2"])
  }

  @Test(
    "Every form of a Next cell is read as its target",
    arguments: [
      ("", "stay", 1), ("Back", "back", 0), ("**End**", "end", 0),
      ("Go to: UC9.2 Info", "goto UC9.2", 0),
      ("Go to: [UC9.2 Info](x.md)", "goto UC9.2", 0),
      ("Go to: UC9.2:1.1 Info", "goto UC9.2:1.1", 0),
      ("Go to: UC9.2 Info 1.1a", "goto UC9.2:1.1a", 0), ("1.1a", "1.1", 1), ("1", "1", 0),
      ("Result: Valid&nbsp;PIN", "result Valid PIN", 0),
      ("Error flow: No internet", "error No internet", 0),
      ("Under construction", "stay", 1), ("UC9.2 Info", "goto UC9.2", 1),
      ("→ opens the browser", "stay", 0),
      ("Resume[^1]", "resume", 0),
    ])
  func nextCells(cell: String, target: String, told: Int) throws {
    let rows =
      """
      | 1 | A | |\n| 1.1 | System shows screen 'A' | |\n| 1.1a | User goes | \(cell) |\n\n[^1]: \
      note\n
      """
    #expect(try flow(rows).rows.first?.next?.description == target)
    #expect(imported(rows).diagnostics.count == told)
  }

  @Test("A side effect after an arrow is not part of what the user does")
  func sideEffect() throws {
    let flow = try flow(
      """
      | 1 | A | |\n| 1.1 | System shows screen 'A' | |\n| 1.1a | User selects Website -> opens \
      the browser | |\n
      """
    )
    #expect(flow.rows.first?.label == "selects Website")
    #expect(flow.rows.first?.does == "opens the browser")
    #expect(flow.rows.first?.next?.kind == .stay)
  }

  @Test("Bullets give message, input, buttons, duration and items")
  func bullets() throws {
    let cell =
      """
      **System shows screen ‘A’**<ul><li>Message: M, n</li><li>Input: 6 digits (0-9) PIN \
      field</li><li>Actions: <b>OK</b>, Not now</li><li>Duration: 0.1 - 1.5 \
      seconds</li><li>Options: x, y</li><li>Not cancelable</li><li>free text</li></ul>
      """
    let step = try #require(
      try flow("| 1 | A | |\n| 1.1 | \(cell) | |\n| 1.1a | User goes | End |\n").steps.first)
    #expect(step.subject == "A" && step.activity == .screen)
    #expect(step.message == "M, n")
    #expect(step.inputs.map(\.name) == ["pin"] && step.inputs.first?.isSecret == true)
    #expect(step.inputs.first?.length == 6...6)
    #expect(step.buttons == ["OK", "Not now"] && step.items == ["x", "y"])
    #expect(step.takes == 100...1_500)
    #expect(step.isCancelable == false && step.note == "free text")
  }

  @Test("A table in two parts and two use cases in one file are all read")
  func severalTables() throws {
    let table = "| # | Description | Next |\n|---|---|---|\n"
    let text =
      """
      # Use Case 1.1 A\n\n\(table)| 1 | S | |\n| 1.1 | System shows screen 'A' | |\n| 1.1a | User \
      goes | 2 |\n\nSome words.\n\n\(table)| 2 | T | |\n| 2.1 | System shows screen 'B' | |\n| \
      2.1a | User goes | End |\n\n# Partial flow 2.1 B\n\n\(table)| 1 | S | |\n| 1.1 | System \
      validates it | |\n| 1.1a | Case: good | Result: Good |\n
      """
    let result = DocumentImport(document(text))
    #expect(result.flows.map(\.id) == ["UC1.1", "PF2.1"])
    #expect(try loaded(result.flows[0]).sections.count == 2)
    #expect(try loaded(result.flows[0]).notes == ["Some words."])
    #expect(result.flows[1].yaml.contains("kind: partial flow"))
  }

  @Test("A row without a place is an error at its own place")
  func lostRows() throws {
    let result = imported(
      """
      | 1 | A | |\n| 1.0a | User goes | 1 |\n|  | lost | |\n| 1.1 | System shows screen 'A' | \
      |\n| 1.1a | User goes | 7.7 |\n
      """
    )
    let file = document(
      ImportTests.head
        + """
        | 1 | A | |\n| 1.0a | User goes | 1 |\n|  | lost | |\n| 1.1 | System shows screen 'A' | \
        |\n| 1.1a | User goes | 7.7 |\n
        """
    )
    let told = result.diagnostics.map { diagnostic in
      let place = file.position(of: diagnostic.span.start)
      return "\(place.line):\(place.column) \(diagnostic.message)"
    }
    #expect(
      told == [
        "6:3 row `1.0a` comes before the first step; it is left out",
        "7:6 this row has no id",
        "9:3 there is no step or section `7.7`",
      ])
  }
}
