import JSON
import LanguageServer
import TestSupport
import Testing

@Suite struct RenameTests {
  private let hotel = Editor.hotel

  /// The edits: file, range and new text.
  private func edits(_ answer: JSONValue) -> [String] {
    (answer["result"]?["changes"]?.members ?? []).flatMap { member in
      (member.value.array ?? []).map { edit in
        let file = member.key.split(separator: "/").last ?? ""
        return "\(file) \(Editor.range(edit["range"])) \(edit["newText"]?.string ?? "")"
      }
    }
  }

  private func rename(
    _ word: String, in line: String, of text: String, to name: String
  ) throws -> JSONValue {
    var editor = try Editor()
    try editor.open("A", text)
    return try editor.ask(
      "rename", "A", Editor.place(word, in: line, of: text), ["newName": .string(name)])
  }

  @Test("A step is renamed with every target that names it or one of its rows, in all files")
  func rename() throws {
    let found = edits(try rename("1.2", in: "step: 1.2", of: hotel, to: "1.5"))
    #expect(
      found == [
        "A.yaml 14:53-56 1.5", "A.yaml 15:14-17 1.5", "B.yaml 8:21-24 1.5", "B.yaml 13:48-51 1.5",
      ])
  }

  @Test("Rows with their whole id, quotes and what was meant are renamed too")
  func written() throws {
    let text =
      hotel
      .replacing("c: { case: Taken", with: "1.2c: { case: Taken")
      .replacing("enters: name, next: 1.2", with: "enters: name, next: '1.2'")
      .replacing("reset: tries, next: 1.1 }", with: "next: 1.1, meant: 1.2, why: It is held }")
    let found = edits(try rename("1.2", in: "step: 1.2", of: text, to: "1.10"))
    #expect(
      found == [
        "A.yaml 14:54-57 1.10", "A.yaml 15:14-17 1.10", "A.yaml 22:10-13 1.10",
        "A.yaml 30:50-53 1.10", "B.yaml 8:21-24 1.10", "B.yaml 13:48-51 1.10",
      ])
  }

  @Test("It can be asked for at a target, and what would be renamed is shown first")
  func atTarget() throws {
    var editor = try Editor()
    try editor.open("B", Editor.offer)
    let place = Editor.place("A:1.2", in: "next: goto A:1.2", of: Editor.offer, after: 3)
    let shown = try editor.ask("prepareRename", "B", place)
    #expect(Editor.range(shown["result"]?["range"]) == "8:14-24")
    #expect(shown["result"]?["placeholder"]?.string == "1.2")
    #expect(edits(try editor.ask("rename", "B", place, ["newName": .string("1.5")])).count == 4)
  }

  @Test("A fact is renamed wherever it is counted or asked for")
  func fact() throws {
    let found = edits(try rename("tries", in: "tries: 0", of: hotel, to: "attempts"))
    #expect(found.count > 1 && found.allSatisfy { $0.hasSuffix(" attempts") })
  }

  @Test("An id that is taken or is none is refused, and so is another thing than a step")
  func refused() throws {
    let long = String(repeating: "1", count: 40)
    for name in ["1.1", "", "end", "1 2", "1:2", "1.2'", "1{", "1#2", long] {
      let answer = try rename("1.2", in: "step: 1.2", of: hotel, to: name)
      #expect(answer["error"]?["code"]?.integer == -32803, "\(name)")
    }
    for (word, line) in [("tries", "tries: 0"), ("Room", "screen: Room"), ("C", "call: C")] {
      let answer = try rename(word, in: line, of: hotel, to: "1.5")
      #expect(answer["error"]?["code"]?.integer == -32803)
    }
  }

  @Test(
    "An id of a section or a row is refused, since targets that name those would lead elsewhere")
  func taken() throws {
    for name in ["2", "1.2c"] {
      let answer = try rename("1.1", in: "step: 1.1", of: hotel, to: name)
      #expect(answer["error"]?["message"]?.string?.contains("`\(name)` already") == true)
    }
  }

  private static let scenario = """
    flow: A
    title: A
    steps:
      - step: 1
        system: begins
      - step: 2
        system: goes on
        next: end
    extensions:
      - extension: 2a
        case: it fails
        lines:
          - line: a
            system: says so
            next: 2

    """

  @Test("The extensions of a step get its new number")
  func extensions() throws {
    let answer = try rename("2", in: "step: 2", of: Self.scenario, to: "3")
    #expect(edits(answer) == ["A.yaml 5:10-11 3", "A.yaml 9:15-16 3", "A.yaml 14:14-15 3"])
  }

  @Test("The lines of an extension get the new number too, where their whole ids are written")
  func lines() throws {
    let text = Self.scenario.replacing("line: a", with: "line: 2")
    var editor = try Editor(["A": text])
    let path = """
      flow: A
      paths:
        - path: failed
          rows: [1, 2a, 2a.2, A:2]
          end: end

      """
    try editor.folder.write(path, to: "Flows/paths/P.yaml")
    try editor.open("A", text)
    let place = Editor.place("2", in: "step: 2", of: text)
    let found = edits(try editor.ask("rename", "A", place, ["newName": .string("3")]))
    #expect(
      found == [
        "A.yaml 5:10-11 3", "A.yaml 9:15-16 3", "A.yaml 14:14-15 3",
        "P.yaml 3:14-15 3", "P.yaml 3:18-19 3", "P.yaml 3:26-27 3",
      ])
  }

  @Test("The step that an extension is said to belong to follows")
  func owners() throws {
    let text = Self.scenario.replacing("case: it fails", with: "case: it fails\n    at: 2")
    let answer = try rename("2", in: "step: 2", of: text, to: "3")
    #expect(
      edits(answer) == [
        "A.yaml 5:10-11 3", "A.yaml 9:15-16 3", "A.yaml 11:8-9 3", "A.yaml 15:14-15 3",
      ])
  }

  @Test("What would be wrong afterwards is said, and nothing is changed")
  func wrongAfterwards() throws {
    let text = Self.scenario.replacing(
      "extensions:\n",
      with: "extensions:\n  - extension: 3a\n    case: it hangs\n    at: 1\n    lines:\n"
        + "      - line: a\n        system: waits\n        next: 1\n")
    let answer = try rename("2", in: "step: 2", of: text, to: "3")
    let message = answer["error"]?["message"]?.string ?? ""
    #expect(message == "the step keeps its id: there is a row `3a` already")
  }

  private static let paths = """
    flow: A
    paths:
      - path: held
        rows: [1.1a, 1.2b, B:1.1, "1.2a"]
        end: waiting A:2.1
      - path: later
        from: 1.2
        facts: { member: yes }
        rows: [A:1.2c]
        end: waiting A:1.1
      - path: real
        world: { card: 1.2 }
        steps:
          - 1.1a: { name: 1.2 }
          - A:1.2c
          - wait: 1.2 s
        expect: { rows: [1.1a, 1.2c], end: 'waiting A:1.2' }
    exceptions:
      1.2b: nobody is a member
      B:1.2: it is of another flow

    """
  private static let rules = """
    rules:
      - rule: held-first
        never: row A:1.2a
        before: [A:1.1, screen 1.2, B:1.2a]
        because: 1.2 comes after 1.1
      - rule: paid
        after: step A:1.2
        eventually: end
        because: A room is paid

    """

  @Test("Scripts and house rules that name the step or its rows follow")
  func companions() throws {
    var editor = try Editor()
    try editor.folder.write(Self.paths, to: "Flows/real/A.yaml")
    try editor.folder.write(Self.rules, to: "Flows/rules/A.yaml")
    let text = hotel + "rules:\n  - rule: own\n    never: 1.2c\n    because: it is\n"
    try editor.open("A", text)
    let place = Editor.place("1.2", in: "step: 1.2", of: text)
    let found = edits(try editor.ask("rename", "A", place, ["newName": .string("1.5")]))
    #expect(
      found == [
        "A.yaml 14:53-56 1.5", "A.yaml 15:14-17 1.5", "A.yaml 33:11-14 1.5",
        "B.yaml 8:21-24 1.5", "B.yaml 13:48-51 1.5",
        // Flows/real/A.yaml
        "A.yaml 3:17-20 1.5", "A.yaml 3:31-34 1.5", "A.yaml 6:10-13 1.5", "A.yaml 8:13-16 1.5",
        "A.yaml 14:10-13 1.5", "A.yaml 16:27-30 1.5", "A.yaml 16:50-53 1.5", "A.yaml 18:2-5 1.5",
        // Flows/rules/A.yaml
        "A.yaml 2:17-20 1.5", "A.yaml 6:18-21 1.5",
      ])
  }

  @Test("A row without its flow is one of the flow where the path takes it")
  func rowOfOtherFlow() throws {
    var editor = try Editor()
    let paths = """
      flow: B
      paths:
        - path: other
          rows: [1.1, 1.2c, 1.1a, 1.2b, "1.1"]
          facts: { member: no }

      """
    try editor.folder.write(paths, to: "Flows/paths/B.yaml")
    try editor.open("A", hotel)
    func renamed(_ step: String) throws -> ArraySlice<String> {
      let place = Editor.place(step, in: "step: \(step)", of: hotel)
      return edits(try editor.ask("rename", "A", place, ["newName": .string("1.5")])).suffix(2)
    }
    #expect(try renamed("1.2") == ["B.yaml 3:16-19 1.5", "B.yaml 3:28-31 1.5"])
    #expect(try renamed("1.1").last == "B.yaml 3:22-25 1.5")
  }

  @Test("Waits of a script stay as they are, and the rows after them follow")
  func waits() throws {
    let hotel = hotel.replacing(
      "next: 1.2 }\n",
      with: "next: 1.2 }\n          t: { event: Too late, after: 2 s, next: 2.1 }\n")
    var editor = try Editor(["A": hotel, "B": Editor.offer, "C": Editor.payment])
    let paths = """
      flow: A
      paths:
        - path: waits
          facts: { member: no }
          rows: [wait 1.2 s, 1.1a, 1.2b, 1.1, 1.2c, wait 1.1 s, A:1.1t]
          end: waiting A:2.1

      """
    try editor.folder.write(paths, to: "Flows/paths/A.yaml")
    try editor.open("A", hotel)
    func renamed(_ step: String) throws -> [String] {
      let place = Editor.place(step, in: "step: \(step)", of: hotel)
      return edits(try editor.ask("rename", "A", place, ["newName": .string("1.5")]))
        .filter { $0.hasPrefix("A.yaml 4:") }
    }
    #expect(try renamed("1.2") == ["A.yaml 4:29-32 1.5", "A.yaml 4:40-43 1.5"])
    #expect(try renamed("1.1") == ["A.yaml 4:23-26 1.5", "A.yaml 4:60-63 1.5"])
  }

  @Test("A step keeps its id if a path would take other rows afterwards")
  func otherRows() throws {
    let payment = Editor.payment.replacing("step: 1.1", with: "step: 9.1")
    var editor = try Editor(["A": hotel, "B": Editor.offer, "C": payment])
    let paths = """
      flow: A
      paths:
        - path: paid
          facts: { member: yes }
          rows: [1.1a, 1.2a, 9.1a]

      """
    try editor.folder.write(paths, to: "Flows/paths/A.yaml")
    try editor.open("A", hotel)
    let place = Editor.place("2.1", in: "step: 2.1", of: hotel)
    let answer = try editor.ask("rename", "A", place, ["newName": .string("9.1")])
    #expect(
      answer["error"]?["message"]?.string
        == """
        the step keeps its id: the path `paid` would take other rows; name its rows with their \
        flows
        """
    )
  }
}
