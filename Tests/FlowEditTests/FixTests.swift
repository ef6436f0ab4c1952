import Diagnostics
import Files
import FlowCheck
import FlowEdit
import FlowFolder
import TestSupport
import Testing

@Suite struct FixTests {
  private let flow = """
    flow: A
    title: A
    facts: { member: [yes, no], tries: 0..2 }
    sections:
      - section: 1
        title: First
        steps:
          - step: 1.1
            screen: Room # a remark
            buttons: [OK, Back]
            rows:
              a: { user: selects OK, next: 1.2 }
              b: { user: selects Back, next: back }
          - step: 1.2
            determine: whether it is paid
            action: pay.status
            rows:
              a: { case: Paid, on: paid, next: end }
              b: { case: Not paid, on: open, next: 1.1 }

    """

  /// The text after the fixes.
  private func fixed(_ text: String, unsafe: Bool = false) throws -> (
    text: String, titles: [String]
  ) {
    let folder = try Folder(["Flows/A.yaml": text])
    var flows = FlowFolder(folder.path("Flows"))
    let (edit, made) = flows.fixAll(withProposals: unsafe)
    let bytes = edit.files.first?.after ?? Array(text.utf8)
    let again = flows.fixAll(withProposals: unsafe)
    #expect(again.made.isEmpty)
    return (String(decoding: bytes, as: UTF8.self), made.map(\.fix.title))
  }

  /// A flow with a mistake, which a fix takes back.
  private func check(
    _ good: String, _ bad: String, unsafe: Bool = false, _ title: String
  ) throws {
    let text = flow.replacing(good, with: bad)
    #expect(text != flow)
    let (after, titles) = try fixed(text, unsafe: unsafe)
    #expect(titles.first == title, "\(titles)")
    #expect(after == flow, "\(after)")
    // What is not safe is not done without asking.
    if unsafe { #expect(try fixed(text).titles.isEmpty) }
  }

  @Test("A misspelled key or word is written as it must have been meant")
  func words() throws {
    try check("buttons:", "butons:", "write `buttons`")
    try check("determine:", "determin:", "write `determine`")
    try check("selects OK, next", "selects OK, nxt", "write `next`")
  }

  @Test("A misspelled name is a proposal, unless only the case of its letters differs")
  func names() throws {
    let text = flow.replacing("next: 1.2 }", with: "next: 1.22 }")
    #expect(try fixed(text).titles.isEmpty)
    #expect(try fixed(text, unsafe: true).titles.first == "write `1.2`")
    let fact = flow.replacing("on: paid, next", with: "on: paid, if: { Member: yes }, next")
    #expect(try fixed(fact).titles.first == "write `member`")
  }

  @Test("A text that YAML takes for something else gets quotes")
  func quotes() throws {
    for (bad, good) in [
      ("screen: *Room # a remark", "screen: '*Room' # a remark"),
      ("screen: Note: x # a remark", "screen: 'Note: x' # a remark"),
      ("screen: !Room # a remark", "screen: '!Room' # a remark"),
      ("screen: &Room # a remark", "screen: '&Room' # a remark"),
      ("screen: *a room of one's own", "screen: '*a room of one''s own'"),
    ] {
      let (after, titles) = try fixed(flow.replacing("screen: Room # a remark", with: bad))
      #expect(titles.count == 1, "\(bad)")
      #expect(after == flow.replacing("screen: Room # a remark", with: good), "\(bad): \(after)")
    }
    let (inline, _) = try fixed(flow.replacing("case: Paid", with: "case: *Paid"))
    #expect(inline == flow.replacing("case: Paid", with: "case: '*Paid'"))
    let anywhere = flow + "anywhere:\n  *a: { user: closes it, next: end }\n"
    #expect(try fixed(anywhere).text == anywhere.replacing("*a:", with: "'*a':"))
  }

  @Test("What is written twice alike, and what permits nothing, goes away")
  func useless() throws {
    try check(
      "    title: First\n", "    title: First\n    title: First\n", "remove the second `title`")
    try check(
      "        action: pay", "        allow: { self-loop: It is so }\n        action: pay",
      "remove it")
    let differing = flow.replacing("title: First", with: "title: First\n    title: Last")
    #expect(try fixed(differing, unsafe: true).titles.isEmpty)
  }

  @Test("A row for what none covers is proposed")
  func rows() throws {
    let text = flow.replacing("on: paid, next", with: "on: paid, if: { member: yes }, next")
    #expect(try fixed(text).titles.isEmpty)
    let (after, titles) = try fixed(text, unsafe: true)
    #expect(titles.first == "add row `1.2c` for it")
    #expect(
      after.contains("          c: { case: Paid, on: paid, if: { member: no }, next: end }\n"))
    let button = flow.replacing("[OK, Back]", with: "[OK, Help, Back]")
    #expect(try fixed(button, unsafe: true).text.contains("c: { user: selects Help, next: stay }"))
    let row = flow.replacing("[OK, Back]", with: "[Back]")
    #expect(try fixed(row, unsafe: true).text.contains("[Back, OK]"))
  }

  @Test("A number that is left out is closed up, with everything that names it")
  func numbers() throws {
    let text = flow.replacing("1.2", with: "1.3")
    #expect(try fixed(text).titles.isEmpty)
    let (after, titles) = try fixed(text, unsafe: true)
    #expect(titles.first == "number it `1.2`")
    #expect(after == flow)
  }

  @Test("A change is shown as a patch")
  func patch() throws {
    let folder = try Folder(["Flows/A.yaml": flow.replacing("buttons:", with: "butons:")])
    var flows = FlowFolder(folder.path("Flows"))
    let (edit, _) = flows.fixAll()
    let path = folder.path("Flows/A.yaml")
    #expect(
      edit.patch == """
        --- a/\(path)
        +++ b/\(path)
        @@ -7,7 +7,7 @@
             steps:
               - step: 1.1
                 screen: Room # a remark
        -        butons: [OK, Back]
        +        buttons: [OK, Back]
                 rows:
                   a: { user: selects OK, next: 1.2 }
                   b: { user: selects Back, next: back }

        """)
  }

  @Test("The page of the rules lists those that mend themselves")
  func page() throws {
    let bytes = try FileSystem.read(projectFolder + "/docs/rules/README.md")
    let page = String(decoding: bytes, as: UTF8.self)
    let part = try #require(page.split(separator: "## What mends itself").last)
    var listed: [String: String] = [:]
    for line in part.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.split(separator: " ") }
      for rule in cells[0] { listed[rule.filter { $0 != "`" }] = cells[2].joined() }
      if line.contains("`numbering-gap`") { break }
    }
    #expect(listed == Fix.rules.mapValues(\.rawValue))
  }
}
