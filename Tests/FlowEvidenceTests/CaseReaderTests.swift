import Diagnostics
import Files
import FlowEvidence
import FlowFiles
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct CaseReaderTests {
  private func cases(_ name: String) throws -> [WrittenCase] {
    let path = "\(projectFolder)/Tests/FlowEvidenceTests/Fixtures/cases/\(name)"
    return CaseReader.cases(of: try SourceFile(readingFrom: path))
  }

  private func cases(_ name: String, text: String) -> [WrittenCase] {
    CaseReader.cases(of: SourceFile(name, text: text))
  }

  /// What a case says, in lines.
  private func shown(_ found: WrittenCase) -> [String] {
    ["\(found.id) | \(found.title)"] + found.given.map { "given \($0.text)" }
      + found.steps.map { "do \($0.deed.text) -> \($0.result?.text ?? "")" }
      + found.results.map { "see \($0.text)" } + found.references.map { "of \($0.text)" }
  }

  @Test("A feature file gives its scenarios with tags, without background, texts and examples")
  func feature() throws {
    let found = try cases("bookings.feature").map(shown)
    #expect(
      found == [
        [
          "T-10 | The last room is gone", "given another guest has booked the last room",
          "do the guest selects \"Book\" -> the app says that the room is taken",
          "see the app says that the room is taken", "see a button leads back", "of T-10",
          "of UC1:1.2b",
        ],
        [
          "T-11 | Confirmation for <nights>",
          "do the guest books <nights> nights -> the confirmation shows <nights>",
          "see the confirmation shows <nights>", "of T-11", "of R-2",
        ],
        [" | UC1 booked", "do the guest books -> "],
      ])
  }

  @Test("Given, When and Then are read from paragraphs, lists, capitals and one sentence")
  func scenarios() throws {
    let found = try cases("scenarios.md").map(shown)
    #expect(
      found == [
        [
          "TC-1 | Book a free room", "given a room is free", "do the guest selects Book -> ",
          "do the guest waits -> the confirmation is shown", "see the confirmation is shown",
          "of UC1:1.3", "of R-2",
        ],
        [
          "TC-2 | The room is taken", "given the last room is gone",
          "do the guest selects Book -> this is the case", "see this is the case",
        ],
        [
          "TC-3 | One sentence", "given a guest is new",
          "do they open the app -> the list of rooms is shown.",
          "see the list of rooms is shown.",
        ],
        ["TC-4 | Nothing is written yet"],
      ])
  }

  @Test("A form gives steps and results from fields, lists, tables of steps and tables of cases")
  func forms() throws {
    let found = try cases("forms.md").map(shown)
    #expect(
      found == [
        [
          "TC_4.1 | Book a free room", "given The guest is logged in", "do Open the app -> ",
          "do Select Book -> ", "see The confirmation is shown", "of R-2", "of UC1:1.3a",
        ],
        [
          "TC_4.2 | Leave", "do Open the app -> The rooms are shown", "do Then select Close -> ",
          "do Look at the screen -> as expected", "see The rooms are shown", "see as expected",
        ],
        [
          "TC_4.3 | Nothing is booked twice", "given A room is free", "do Select Book -> ",
          "do Select Book again at once -> ", "see The first booking is confirmed",
          "see The second one is refused",
        ],
        ["TC_5.1 | Open", "do Open the app -> The rooms are shown", "see The rooms are shown"],
        ["TC_5.2 | Open again", "do Open the app twice -> "],
        ["TC_5.1 | Twice", "do Open it -> Open", "see Open"],
      ])
  }

  @Test(
    "Cases in the habits of many testers are read as recorded",
    arguments: [
      "bold.md", "deutsch.feature", "forms.md", "german.md", "given-when-then.md", "headings.md",
      "lists.md", "tables-of-cases.md",
      "tables-of-steps.md", "test-scenario.md",
    ])
  func habits(_ name: String) throws {
    let found = try cases("../habits/\(name)")
    let text = found.map { shown($0).joined(separator: "\n  ") + "\n" }.joined()
    let path = "\(projectFolder)/Tests/FlowEvidenceTests/Fixtures/habits/\(name).out"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileSystem.write(Array(text.utf8), to: path)
    }
    let recorded = String(decoding: try FileSystem.read(path), as: UTF8.self)
    #expect(text == recorded, "RECORD_GOLDEN=1 writes it; then read the difference")
  }

  @Test(
    "Fields in lines and rows of two columns are the same form",
    arguments: [
      """
      Test Case ID: TC-8
      Title: Close
      Steps:
      1. Press Close
      Expected Result: The app is gone
      """,
      """
      | Test Case ID | TC-8 |
      | --- | --- |
      | Title | Close |
      | Steps | Press Close |
      | Expected Result | The app is gone |
      """,
      """
      | ID | TC-8 | Title | Close |
      | --- | --- | --- | --- |
      | Steps | Press Close | Priority | high |
      | Expected result(s) | The app is gone | | |
      """,
      """
      ## Close [TC-8]

      **Steps**

      - Press Close

      **Expected results**

      - The app is gone
      """,
    ])
  func fields(text: String) {
    let found = cases("plan.md", text: text).map(shown)
    #expect(found == [["TC-8 | Close", "do Press Close -> ", "see The app is gone"]])
  }

  @Test("Each mistake of a text is found at its place, and a good text has none")
  func lint() throws {
    func rules(_ name: String) throws -> [String] {
      CaseLint.findings(in: try cases(name)).map(\.rule.name)
    }
    #expect(try rules("bookings.feature") == ["case-without-id", "case-without-result"])
    #expect(
      try rules("scenarios.md") == [
        "case-says-nothing", "case-without-step", "case-without-result",
      ])
    #expect(
      try rules("forms.md") == [
        "step-without-result", "case-says-nothing", "case-without-result", "duplicate-case",
      ])
    #expect(try rules("TC-9-close.md") == ["case-named-otherwise"])
    let good = "## TC-1: A\n\nWhen a guest selects Book\nThen a room is booked\n"
    let other = good.replacing("TC-1", with: "TC-2")
    let twice = cases("a.md", text: good) + cases("b.md", text: other)
    #expect(CaseLint.findings(in: cases("TC-1.md", text: good)).isEmpty)
    #expect(CaseLint.findings(in: twice).map(\.rule.name) == ["duplicate-case"])
  }

  @Test("No text makes the reader hang or stop")
  func hostile() throws {
    let pieces = [
      "|", "---", "\n", "Given", "When", "Then ", "# ", "TC-1", ":", "Steps", "1. ", "**", "@",
      "\"\"\"", "```", "Scenario:", "Examples:", "ID", "\u{0}", "|a|b|\n|---|---|\n", "(", "]",
      "Expected",
    ]
    var random = SplitMix(seed: 7)
    for name in ["a.md", "a.feature", "a.csv"] {
      for _ in 0..<300 {
        let text = (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let found = cases(name, text: text)
        _ = CaseLint.findings(in: found)
        #expect(found.count <= 60)
      }
    }
  }
}
