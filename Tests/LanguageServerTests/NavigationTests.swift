import JSON
import LanguageServer
import Testing

/// Questions about a place: where it leads, what leads there, what it is.
@Suite struct NavigationTests {
  private let hotel = Editor.hotel
  private let offer = Editor.offer
  private let payment = Editor.payment

  private func expect(
    _ found: [String], _ expected: [String], at place: SourceLocation = #_sourceLocation
  ) {
    #expect(found == expected, sourceLocation: place)
  }

  private func lead(
    _ name: String, _ word: String, in line: String, of text: String, after: Int = 0
  ) throws -> [String] {
    var editor = try Editor()
    try editor.open(name, text)
    return Editor.locations(
      try editor.ask("definition", name, Editor.place(word, in: line, of: text, after: after)))
  }

  @Test("A target leads to its step, its section, its flow, its row")
  func targets() throws {
    #expect(
      try lead("A", "1.2", in: "selects Go", of: hotel) == ["A.yaml 15:14-17"])
    #expect(
      try lead("A", "2 }", in: "member: yes", of: hotel) == ["A.yaml 23:13-14"])
    #expect(
      try lead("A", "goto", in: "member: no", of: hotel) == ["B.yaml 6:14-17"])
    #expect(
      try lead("B", "goto", in: "selects Back", of: offer) == ["A.yaml 22:10-11"])
    #expect(
      try lead("A", "C", in: "call: C", of: hotel) == ["C.yaml 0:6-7"])
  }

  @Test("A result leads to where the flow declares it, a fact to its values")
  func names() throws {
    #expect(
      try lead("C", "result Refused", in: "b: { case", of: payment) == ["C.yaml 3:16-23"])
    #expect(
      try lead("A", "Refused", in: "result: Refused", of: hotel) == ["C.yaml 3:16-23"])
    #expect(
      try lead("A", "tries", in: "count:", of: hotel, after: 5) == ["A.yaml 3:2-7"])
  }

  @Test("Nothing is named at a word of the language, nor while the file is broken")
  func nothing() throws {
    #expect(try lead("A", "end", in: "Paid, next", of: hotel) == [])
    #expect(try lead("A", "title", in: "title: Book", of: hotel) == [])
    let broken = hotel + "  - ["
    #expect(try lead("A", "1.2", in: "selects Go", of: broken) == [])
  }

  @Test("All rows that lead to a step are found, in every file and reading")
  func references() throws {
    var editor = try Editor()
    let slip = hotel.replacing(
      "b: { result: Refused, reset: tries, next: 1.1 }",
      with: "b: { result: Refused, next: 1.1, meant: 1.2, why: The room is held }")
    try editor.open("A", slip)
    let place = Editor.place("1.2", in: "step: 1.2", of: slip)
    expect(
      try Editor.locations(editor.ask("references", "A", place)),
      ["A.yaml 14:53-56", "A.yaml 30:50-53", "B.yaml 8:14-24", "B.yaml 13:41-52"])
    #expect(
      Editor.locations(
        try editor.ask(
          "references", "A", place, ["context": .object(["includeDeclaration": .bool(true)])])
      ).first == "A.yaml 15:14-17")
  }

  @Test("To the first step of a called flow lead its callers, to that of a section who names it")
  func implied() throws {
    var editor = try Editor()
    expect(
      try Editor.locations(
        editor.ask(
          "references", "C", Editor.place("1.1", in: "step: 1.1", of: payment))),
      ["A.yaml 27:14-15"])
    expect(
      try Editor.locations(
        editor.ask("references", "A", Editor.place("2.1", in: "step: 2.1", of: hotel))),
      ["A.yaml 20:64-65"])
    // A step without rows leads on to the next one.
    let line = "      - step: 1.3\n        system: goes on\n        next: end\n"
    let more =
      payment.replacing("next: result Paid", with: "next: 1.2")
      + "      - step: 1.2\n        system: goes on\n" + line
    try editor.open("C", more)
    expect(
      try Editor.locations(
        editor.ask("references", "C", Editor.place("1.3", in: "step: 1.3", of: more))),
      ["C.yaml 14:14-17"])
  }

  @Test("Facts, actions and results are found wherever they are used")
  func uses() throws {
    var editor = try Editor()
    expect(
      try Editor.locations(
        editor.ask("references", "A", Editor.place("tries", in: "tries: 0..2", of: hotel))),
      ["A.yaml 18:17-22", "A.yaml 30:39-44"])
    expect(
      try Editor.locations(
        editor.ask("references", "C", Editor.place("Paid", in: "results:", of: payment))),
      ["A.yaml 29:23-27", "C.yaml 12:49-60"])
    expect(
      try Editor.locations(
        editor.ask("references", "C", Editor.place("card", in: "action:", of: payment))),
      ["C.yaml 10:16-27"])
  }

  // MARK: Hover

  private func hover(
    _ name: String, _ word: String, in line: String, of text: String
  ) throws -> String? {
    var editor = try Editor()
    try editor.open(name, text)
    let answer = try editor.ask("hover", name, Editor.place(word, in: line, of: text))
    return answer["result"]?["contents"]?["value"]?.string
  }

  @Test("A step is shown as the printed table has it, with its rows")
  func step() throws {
    #expect(
      try hover("A", "1.2", in: "selects Go", of: hotel) == """
        ```text
        A:1.2  System executes the hold
          1.2a  Case: Held -> 2  (member: yes)
          1.2b  Case: Held -> goto B:1.1  (member: no)
          1.2c  Case: Taken -> 1.1
        ```
        """)
  }

  @Test("Flows, facts, actions, results and rows say what they are")
  func others() throws {
    #expect(
      try hover("A", "C", in: "call: C", of: hotel)?.contains("C Pay (partial flow)") == true)
    #expect(
      try hover("A", "member", in: "member: [", of: hotel)?
        .contains("the fact `member`: no, yes; at first no") == true)
    #expect(
      try hover("A", "tries", in: "tries: 0", of: hotel)?.contains("the counter `tries`: 0 to 2")
        == true)
    #expect(
      try hover("A", "room.hold", in: "action", of: hotel)?
        .contains("the action `room.hold` answers: held, taken\n  A:1.2") == true)
    #expect(
      try hover("C", "Paid", in: "results", of: payment)?
        .contains("  A:2.1a  Result: Paid -> end") == true)
    #expect(
      try hover("A", "c: {", in: "case: Taken", of: hotel)?
        .contains("  1.2c  Case: Taken -> 1.1") == true)
    #expect(
      try hover("A", "2 }", in: "member: yes", of: hotel)?.contains("A:2  Payment\n  2.1") == true)
  }

  @Test("A key says what it is for, also in braces and while the file is broken")
  func keys() throws {
    #expect(
      try hover("A", "count", in: "count:", of: hotel) == "a fact goes up by one on this outcome")
    #expect(try hover("A", "next", in: "selects Go", of: hotel) == "the document's target")
    #expect(
      try hover("A", "screen", in: "screen:", of: hotel + "\n - [")
        == "shows a screen; Back can return to it")
    #expect(try hover("A", "Room", in: "screen:", of: hotel) == nil)
  }

  @Test("What was meant is shown beside what is written")
  func meant() throws {
    let slip = hotel.replacing(
      "reset: tries, next: 1.1 }", with: "next: 1.1, meant: 1.2, why: The room is held }")
    #expect(
      try hover("A", "2.1", in: "step: 2.1", of: slip)?
        .contains("  2.1b  Result: Refused -> 1.1\n      meant: 1.2, The room is held") == true)
  }
}
