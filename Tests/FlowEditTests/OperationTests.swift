import Diagnostics
import FlowEdit
import FlowLoader
import FlowTestSupport
import Testing

@Suite struct OperationTests {
  private let text = """
    flow: A
    title: A

    facts: { member: [yes, no] }

    sections:
      - section: 1
        title: First
        steps:
          # The room comes first.
          - step: 1.1
            screen: Room
            buttons: [OK, Back]  # two of them
            rows:
              # for members
              a: { user: selects OK, next: 1.2 }
              b: { user: selects Back, next: end }
          - step: 1.2
            determine: whether it is paid
            action: pay.status
            rows:
              a: { case: Paid, on: paid, next: 2 }
              b:
                case: Not paid
                on: open
                next: 1.1
                meant: 1.2
                why: it is asked again

      - section: 2
        title: Last
        steps:
          - step: 2.1
            system: says so
            next: end

    """
  private var sample: Sample { Sample(text) }

  private func after(_ operation: EditOperation) throws -> String { try sample.after(operation) }

  @Test(
    "A target is changed where it stands, and one that is not there comes where people write it")
  func targets() throws {
    #expect(
      try after(.set(.row("1.1a"), key: "next", "2"))
        == text.replacing("selects OK, next: 1.2", with: "selects OK, next: 2"))
    #expect(
      try after(.set(.row("1.2a"), key: "meant", "1.1"))
        == text.replacing("on: paid, next: 2", with: "on: paid, next: 2, meant: 1.1"))
    #expect(
      try after(.set(.step("2.1"), key: "message", "Done"))
        == text.replacing("says so\n", with: "says so\n        message: Done\n"))
    #expect(sample.refusal(.set(.row("1.1a"), key: "next", "9.9")) == "step `9.9` does not exist")
  }

  @Test("A condition is set, changed and removed")
  func conditions() throws {
    let with = text.replacing(
      "a: { case: Paid, on: paid, next: 2 }",
      with: "a: { case: Paid, on: paid, if: { member: yes }, next: 2 }")
    let member: EditValue = ["member": "yes"]
    #expect(try after(.set(.row("1.2a"), key: "if", member)) == with)
    #expect(
      try Sample(with).after(.set(.row("1.2a"), key: "if", ["member": ["yes", "no"]]))
        == with.replacing("member: yes }", with: "member: [yes, no] }"))
    #expect(try Sample(with).after(.unset(.row("1.2a"), key: "if")) == text)
    #expect(sample.refusal(.set(.row("1.2a"), key: "if", ["other": "yes"])) != nil)
  }

  @Test("A row that becomes too long between braces gets a line for each key")
  func long() throws {
    let message = "It was paid, and so the room is yours until the day after tomorrow"
    #expect(
      try after(.set(.row("1.2a"), key: "message", .text(message)))
        == text.replacing(
          "a: { case: Paid, on: paid, next: 2 }",
          with: """
            a:
                        case: Paid
                        message: It was paid, and so the room is yours until the day after tomorrow
                        on: paid
                        next: 2
            """))
  }

  @Test("A row or step becomes one of another kind")
  func kinds() throws {
    #expect(
      try after(.set(.row("1.2a"), key: "event", "It is paid"))
        == text.replacing("case: Paid", with: "event: It is paid"))
    #expect(
      try after(.set(.step("1.1"), key: "prompt", "Room"))
        == text.replacing("screen: Room", with: "prompt: Room"))
  }

  @Test("A row is added, removed and moved with the comments above it")
  func rows() throws {
    let row: EditValue = ["user": "selects Help", "next": "stay"]
    #expect(
      try after(.add(.pair("c", row), to: "rows", of: .step("1.1"), before: nil))
        == text.replacing(
          "next: end }\n", with: "next: end }\n          c: { user: selects Help, next: stay }\n"))
    #expect(
      try after(.add(.pair("c", row), to: "rows", of: .step("1.1"), before: .row("1.1a")))
        == text.replacing(
          "          # for members",
          with: "          c: { user: selects Help, next: stay }\n          # for members"))
    #expect(
      try after(.remove(.row("1.1a")))
        == text.replacing(
          "          # for members\n          a: { user: selects OK, next: 1.2 }\n", with: ""))
    #expect(
      try after(.move(.row("1.1a"), before: nil))
        == text.replacing(
          "          # for members\n          a: { user: selects OK, next: 1.2 }\n", with: ""
        ).replacing(
          "next: end }\n",
          with:
            "next: end }\n          # for members\n          a: { user: selects OK, next: 1.2 }\n"
        ))
  }

  @Test("The first row of a step gets its key `rows`, and with the last one it goes")
  func firstRow() throws {
    let row: EditValue = ["user": "selects Help", "next": "end"]
    let step = text.replacing("        next: end\n", with: "")
    let added = text.replacing(
      "        next: end\n", with: "        rows:\n          a: { user: selects Help, next: end }\n"
    )
    #expect(
      try Sample(step).after(.add(.pair("a", row), to: "rows", of: .step("2.1"), before: nil))
        == added)
    // Without a row, nothing says where it leads.
    #expect(Sample(added).refusal(.remove(.row("2.1a"))) != nil)
  }

  @Test("A step and a section are added, removed and moved, with the blank lines between them")
  func steps() throws {
    let step: EditValue = ["step": "2.2", "system": "says it again", "next": "end"]
    let added = text + "      - step: 2.2\n        system: says it again\n        next: end\n"
    let operation = EditOperation.add(.item(step), to: "steps", of: .section("2"), before: nil)
    #expect(try after(operation) == added)
    #expect(try Sample(added).after(.remove(.step("2.2"))) == text)
    let section: EditValue = ["section": "3", "title": "More", "steps": [step]]
    let sections = try after(.add(.item(section), to: "sections", of: .file, before: nil))
    #expect(
      sections
        == text + """
            - section: 3
              title: More
              steps:
                - step: 2.2
                  system: says it again
                  next: end

          """ || sections.contains("\n\n  - section: 3\n"))
    let moved = try after(.move(.section("2"), before: .section("1")))
    #expect(moved.contains("sections:\n  - section: 2\n"))
    #expect(moved.contains("next: end\n\n  - section: 1\n"))
    #expect(try Sample(moved).after(.move(.section("1"), before: .section("2"))) == text)
  }

  @Test("What is meant takes the place of what is written")
  func accept() throws {
    #expect(
      try after(.accept(.row("1.2b")))
        == text.replacing("next: 1.1\n", with: "next: 1.2\n").replacing(
          "            meant: 1.2\n            why: it is asked again\n", with: ""))
    #expect(sample.refusal(.accept(.row("1.2a"))) == "row 1.2a does not say what is meant")
  }

  @Test("A section begins with a step of another one")
  func split() throws {
    let found = try after(.split(before: "1.2", id: "3", title: "Pay"))
    #expect(
      found.contains(
        "next: end }\n\n  - section: 3\n    title: Pay\n    steps:\n      - step: 1.2\n"))
    #expect(sample.refusal(.split(before: "1.1", id: "3", title: "Pay")) != nil)
  }

  @Test("Another id for a step, section or row reaches everything that names it")
  func rename() throws {
    #expect(
      try after(.rename(.step("1.2"), to: "1.5"))
        == text.replacing("1.2", with: "1.5"))
    #expect(
      try after(.rename(.section("2"), to: "5"))
        == text.replacing("section: 2", with: "section: 5").replacing("next: 2", with: "next: 5"))
    #expect(
      try after(.rename(.row("1.1a"), to: "1.1x"))
        == text.replacing("a: { user", with: "x: { user"))
    #expect(
      try after(.rename(.row("1.1a"), to: "7a"))
        == text.replacing("a: { user", with: "7a: { user"))
  }

  @Test("A step between others moves the numbers of those that follow")
  func insert() throws {
    let step: EditValue = ["system": "greets"]
    #expect(
      try after(.insert(step, before: "1.1"))
        == text.replacing("1.2", with: "1.3").replacing("1.1", with: "1.2").replacing(
          "      # The room", with: "      - step: 1.1\n        system: greets\n      # The room"))
  }

  @Test("A new flow is written as people write one")
  func create() throws {
    let flow: EditValue = [
      "flow": "B", "title": "Buy: a ticket", "facts": ["member": ["yes", "no"]],
      "steps": [
        ["step": "1", "user": "asks"], ["step": "2", "system": "answers", "next": "end"],
      ],
    ]
    let edit = try sample.flows.edit(.create(flow), in: "B.yaml")
    #expect(edit.files.map(\.path) == ["B.yaml"])
    #expect(
      String(decoding: edit.files[0].after ?? [], as: UTF8.self) == """
        flow: B
        title: 'Buy: a ticket'
        facts:
          member: [yes, no]
        steps:
          - step: 1
            user: asks
          - step: 2
            system: answers
            next: end

        """)
    #expect(edit.inverse.files[0].after == nil)
  }

  @Test("A change of a file that is broken already may leave it broken, but not more")
  func broken() throws {
    let broken = text.replacing("next: 2 }", with: "next: 9 }")
    #expect(
      try Sample(broken).after(.set(.section("2"), key: "title", "End"))
        == broken.replacing("Last", with: "End"))
    #expect(Sample(broken).refusal(.set(.row("1.1a"), key: "next", "8")) != nil)
  }
}
