import JSON
import LanguageServer
import Testing

/// What is proposed where, in files that are being written.
@Suite struct CompletionTests {
  /// The proposals at the mark `|` in the text of flow A.
  private func proposals(_ text: String) throws -> [String] {
    var editor = try Editor()
    let marked = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .first { $0.element.contains("|") })
    let unit = try #require(
      marked.element.split(separator: "|", omittingEmptySubsequences: false).first)
    // The flow as it was before, so that its steps are known.
    try editor.open("A", Editor.hotel)
    _ = try editor.diagnostics()
    try editor.change("A", [.object(["text": .string(text.replacing("|", with: ""))])])
    return try editor.proposals(
      "A",
      .object(["line": .integer(marked.offset), "character": .integer(unit.utf16.count)]))
  }

  private func inHotel(_ old: String, _ new: String) -> String {
    Editor.hotel.replacing(old, with: new)
  }

  @Test("At the top are the keys of a flow, without those that are there")
  func flow() throws {
    let found = try proposals("flow: A\ntitle: x\n|")
    #expect(found.contains("sections") && found.contains("triggered by"))
    #expect(!found.contains("title") && !found.contains("step"))
  }

  @Test("In a step are its keys, also behind a dash and while a word is being written")
  func step() throws {
    let found = try proposals(inHotel("        buttons: [Go]", "        but|"))
    #expect(found.contains("buttons") && found.contains("loading") && found.contains("rows"))
    #expect(!found.contains("step") && !found.contains("screen"))
    #expect(try proposals(inHotel("      - step: 2.1", "      - |")).contains("step"))
  }

  @Test("In a row are the keys of rows, in braces or below each other")
  func row() throws {
    let inBraces = try proposals(
      inHotel("c: { case: Taken, on: taken, next: 1.1 }", "c: { case: Taken, |"))
    #expect(inBraces.contains("next") && inBraces.contains("on") && !inBraces.contains("case"))
    #expect(!inBraces.contains("screen"))
    let below = try proposals(
      inHotel(
        "          c: { case: Taken, on: taken, next: 1.1 }",
        "          c:\n            case: Taken\n            |"))
    #expect(below.contains("next") && !below.contains("case") && !below.contains("screen"))
  }

  @Test("Behind `next` is everything that a row may lead to")
  func targets() throws {
    let found = try proposals(inHotel("on: taken, next: 1.1 }", "on: taken, next: |"))
    #expect(
      found == [
        "1.1", "1.2", "2.1", "1", "2", "back", "end", "stay", "resume", "goto B", "goto C",
      ])
    #expect(try proposals(inHotel("next: end }", "next: 1|}")).contains("1.2"))
  }

  @Test("Behind `call` are flows, behind `action` the actions that exist, behind `on` its outcomes")
  func names() throws {
    #expect(try proposals(inHotel("call: C", "call: |")) == ["A", "B", "C"])
    #expect(
      try proposals(inHotel("action: room.hold", "action: |")) == ["card.charge", "room.hold"])
    #expect(try proposals(inHotel("on: taken, ", "on: |, ")) == ["held", "taken"])
    #expect(try proposals(inHotel("result: Paid,", "result: |,")) == ["Paid", "Refused"])
    #expect(try proposals(inHotel("enters: name,", "enters: |,")) == ["name"])
  }

  @Test("In conditions and changes are the facts, and then their values")
  func facts() throws {
    #expect(try proposals(inHotel("if: { member: yes }", "if: { | }")) == ["tries", "member"])
    #expect(try proposals(inHotel("if: { member: yes }", "if: { member: | }")) == ["no", "yes"])
    #expect(
      try proposals(inHotel("if: { member: yes }", "if: { member: [no, | }")) == ["no", "yes"])
    #expect(try proposals(inHotel("reset: tries,", "reset: |,")) == ["tries", "member"])
    #expect(
      try proposals(inHotel("count: { tries: taken }", "count: { tries: | }")) == ["held", "taken"])
    #expect(
      try proposals(inHotel("count: { tries: taken }", "unless: { | }")) == ["tries", "member"])
  }

  @Test("Words that a key allows are proposed, and nothing in texts, comments and unknown places")
  func words() throws {
    #expect(
      try proposals("flow: A\nkind: |") == ["use case", "partial flow", "error flow"])
    #expect(try proposals(inHotel("buttons: [Go]", "cancelable: |")) == ["yes", "no"])
    #expect(try proposals(inHotel("screen: Room", "screen: |")) == [])
    #expect(try proposals(inHotel("screen: Room", "# next: |")) == [])
    #expect(try proposals(inHotel("screen: Room", "screen: Room # next: |")) == [])
    #expect(try proposals(inHotel("screen: Room", "nonsense: { | }")) == [])
  }
}
