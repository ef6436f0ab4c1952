import FlowEdit
import Testing

/// The comment and folding cases of YAML, each changed at one place.
@Suite struct SpellingTests {
  private func file(_ screen: String, after: String = "") -> String {
    """
    flow: A
    title: A  # of the flow
    steps:
      # before the step
      - step: 1
        note: \(screen)
        \(after)system: begins # it does
        next: end
    # the end

    """
  }

  private func changed(_ old: String, to text: String) throws -> String {
    try Sample(file(old)).after(.set(.step("1"), key: "note", .text(text)))
  }

  @Test(
    "A text keeps its quotes if they can hold the new one, and gets some where it needs them",
    arguments: [
      ("old", "new", "new"), ("old", "*a", "'*a'"), ("old", "Note: x", "'Note: x'"),
      ("old", " x", "' x'"), ("old", "x ", "'x '"), ("old", "a # b", "'a # b'"),
      ("old", "a#b", "a#b"), ("old", "yes", "'yes'"), ("old", "1.10", "'1.10'"),
      ("old", "null", "'null'"), ("old", "it's", "it's"), ("old", "'t", "'''t'"),
      ("'old'", "it's", "'it''s'"), ("'old'", "new", "'new'"), ("'old'", "a\tb", #""a\tb""#),
      (#""old""#, "new", #""new""#), (#""old""#, #"say "x""#, #""say \"x\"""#),
      ("old  # why", "new", "new  # why"), ("'old' # why", "new", "'new' # why"),
      ("old # it's", "b: c", "'b: c' # it's"),
    ])
  func quotes(_ old: String, _ text: String, _ new: String) throws {
    #expect(try changed(old, to: text) == file(new))
  }

  @Test("A key without a value gets one")
  func empty() throws {
    let text = file("old").replacing("note: old", with: "note:")
    #expect(
      try Sample(text).after(.set(.step("1"), key: "note", "new"))
        == text.replacing("note:", with: "note: new"))
  }

  @Test("A text on several lines is wrapped again, with its margin")
  func wrapped() throws {
    let words = Array(repeating: "words", count: 20).joined(separator: " ")
    let first = Array(repeating: "words", count: 15).joined(separator: " ")
    let rest = Array(repeating: "words", count: 5).joined(separator: " ")
    #expect(
      try changed("old text\n      of two lines", to: words) == file("\(first)\n      \(rest)"))
    #expect(try changed("'old text\n      of two lines'", to: "new") == file("'new'"))
  }

  @Test("A folded text stays folded, and a literal one literal")
  func blocks() throws {
    let words = Array(repeating: "words", count: 20).joined(separator: " ")
    let first = Array(repeating: "words", count: 15).joined(separator: " ")
    let rest = Array(repeating: "words", count: 5).joined(separator: " ")
    #expect(
      try changed(">- # why\n      old\n      text\n", to: words)
        == file(">- # why\n      \(first)\n      \(rest)\n"))
    #expect(try changed(">\n      old\n", to: "a\n\nb") == file(">-\n      a\n\n\n      b\n"))
    #expect(try changed("|\n      old\n      text", to: "a\nb\n") == file("|\n      a\n      b"))
    #expect(try changed("|+\n      old\n\n", to: "a\nb") == file("|-\n      a\n      b"))
    #expect(try changed("|2-\n      old", to: "new") == file("|2-\n      new"))
    // A text that begins with a blank cannot be written so.
    #expect(try changed("|-\n      old", to: " new") == file("' new'"))
  }

  @Test("A comment after a folded text is not part of it")
  func afterBlock() throws {
    let text = file(">-\n      old\n    # about what follows")
    #expect(
      try Sample(text).after(.set(.step("1"), key: "note", "new"))
        == text.replacing("      old", with: "      new"))
  }

  @Test("Between brackets more is quoted, and comments between lines stay")
  func inline() throws {
    let text = """
      flow: A
      title: A
      steps:
        - { step: 1, # the first
            note: old, # why
            "screen": Room, buttons: [ OK, Back ], next: end } # so

      """
    func after(_ key: String, _ value: EditValue) throws -> String {
      try Sample(text).after(.set(.step("1"), key: key, value))
    }
    #expect(try after("note", "a, b") == text.replacing("note: old", with: "note: 'a, b'"))
    #expect(try after("screen", "New") == text.replacing("Room", with: "New"))
    #expect(
      try after("buttons", ["OK", "a]"]) == text.replacing("OK, Back ]", with: "OK, 'a]' ]"))
    #expect(
      try after("buttons", ["OK", "Help", "Back"])
        == text.replacing("OK, Back", with: "OK, Help, Back"))
    #expect(try after("buttons", ["Back"]) == text.replacing("OK, Back", with: "Back"))
    #expect(try after("buttons", ["OK"]) == text.replacing("OK, Back", with: "OK"))
    #expect(
      try Sample(text).after(.unset(.step("1"), key: "note"))
        == text.replacing("note: old,", with: ""))
    #expect(
      try Sample(text).after(.unset(.step("1"), key: "buttons"))
        == text.replacing("buttons: [ OK, Back ], ", with: ""))
  }

  @Test("A byte-order mark, line ends of Windows and a last line without one stay")
  func lineEnds() throws {
    let text =
      "\u{FEFF}"
      + file("old").replacing("\n# the end\n", with: "").replacing("\n", with: "\r\n")
    func after(_ operation: EditOperation) throws -> String { try Sample(text).after(operation) }
    #expect(
      try after(.set(.step("1"), key: "note", "new")) == text.replacing("old", with: "new"))
    #expect(
      try after(.set(.step("1"), key: "message", "new"))
        == text.replacing("begins # it does", with: "begins # it does\r\n    message: new"))
    let two = text + "\r\n  - step: 2\r\n    system: ends\r\n    next: end"
    #expect(try Sample(two).after(.remove(.step("2"))) == text)
  }

  @Test("What is written with `?` or with anchors is refused")
  func unusual() {
    let explicit = file("old").replacing("note: old", with: "? note\n    : old")
    #expect(Sample(explicit).refusal(.set(.step("1"), key: "note", "new")) != nil)
    let anchor = file("&a old")
    #expect(Sample(anchor).refusal(.set(.step("1"), key: "note", "new")) != nil)
  }
}
