import FlowTestSupport
import TestSupport
import Testing

/// A product team's folder of 40 documents, through every command: three of them are broken, and one id
/// is used twice.
@Suite struct DocumentFolderTests {
  private let folder: Folder
  private static let tables = 34

  init() throws {
    folder = try Folder()
    for number in 1...Self.tables { try folder.write(Self.table(number), to: Self.name(number)) }
    try folder.write(Self.table(5).replacing("Title 5", with: "Another 5"), to: "docs/Copy.md")
    try folder.write(Self.scenario, to: "docs/UC40.1_Scenario.md")
    try folder.write(
      "Step,What happens,Next\n1,User opens it,\n2,System works,End\n", to: "docs/UC41.1_List.csv")
    try folder.write([0x23, 0x20, 0xFF, 0x0A], to: "docs/UC50.1_Broken.md")
    try folder.write("\n\n", to: "docs/UC51.1_Empty.md")
    try folder.write("# Use Case 52.1 Talk\n\nOnly words.\n", to: "docs/UC52.1_Talk.md")
    try folder.write("", to: "Flows/.keep")
  }

  private static func name(_ number: Int) -> String { "docs/UC\(number).1_Title\(number).md" }

  /// A document with every construct of a table.
  private static func table(_ number: Int) -> String {
    let next = number % tables + 1
    return """
      # Use Case \(number).1 Title \(number)

      ## Overview

      | Aspect | Description |
      | --- | --- |
      | **Summary** | Reads `a_b` of [the design](https://example.org/\(number)) |
      | **Goal** | To know more about \(number) |
      | **Preconditions** | <ul><li>The app is installed</li><li>There is a card</li></ul> |
      | **Postconditions** | *None* |

      ## Flow

      | # | Description | Next |
      | --- | --- | --- |
      | **1** | **Primary scenario** | |
      | **1.1** | **System displays the page ‘Home \(number)’**<ul><li>Message: Hello \(number)</li><li>Actions: Next (or swipes), Help, Share</li></ul> | |
      | 1.1a | User selects Next | 1.2 |
      | 1.1b | User selects Help <br>&rarr; System opens [the page](help.md) | |
      | 1.1c | User selects Share[^1] | 2 |
      | **1.2** | **System determines whether <it> works**<br>Duration: 0.0 - 0.1 seconds | |
      | 1.2a | Case: It works | Go to: [UC\(next).1 Title \(next)](UC\(next).1_Title\(next).md) |
      | 1.2b | Case: It does not | Error flow: No internet |
      | **2** | **Share** | |
      | **2.1** | **System opens modal bottom sheet 'Share \(number)'**<ul><li>Actions: Cancel, OK</li></ul> | |
      | 2.1a | User selects Cancel | Back |
      | 2.1b | User selects OK | End, Go to: UC\(next).1 1.1 |
      | 2.1c | Event: 5 seconds passes | App closes |

      [^1]: Only with a card.

      """
  }

  private static let scenario = """
    # Use Case 40.1 Scenario

    **Primary Actor**: Traveller

    ## Main Success Scenario

    1. The user selects a destination.
    2. The system shows the price.

    ## Extensions

    2a. Destination unknown:
      1. The system shows a message.
      2. Use case resumes at step 1.

    """

  @Test("A folder goes in, is checked and verified, and comes back out unharmed")
  func folderOfDocuments() async throws {
    // Import makes the folder.
    let (docs, flows) = (folder.path("docs"), folder.path("new/Flows"))
    let imported = await flowrun("import", docs, "-o", flows, "--quiet", flows: nil)
    #expect(imported.status == 1)
    let written = imported.out.split(separator: "\n")
    // 34 tables, a scenario, a list, an outline of the text, and the error flow that all of them name.
    #expect(written.count { !$0.hasSuffix(" (outline)") } == 37)
    #expect(written.filter { $0.hasSuffix(" (outline)") }.count == 1)
    for words in [
      "UC50.1_Broken.md:1:3: error: the document is not UTF-8 text",
      "UC51.1_Empty.md:1:1: error: the document is empty",
      "UC52.1_Talk.md:1:1: error: `UC52.1` has no table and no main scenario",
      "error: there is a use case `UC5.1` already; this one is left out",
    ] {
      #expect(imported.err.contains(words), "\(words)")
    }
    let check = await flowrun("check", flows, flows: nil)
    #expect(check.status == 0, "\(check.out)")
    #expect(!check.out.contains("button-without-row") && !check.out.contains("row-without-button"))
    let verified = await flowrun("verify", docs, flows: flows)
    #expect(verified.status == 1)
    #expect(
      verified.out.split(separator: "\n").count { $0.hasSuffix(", 0 different") } == 37,
      "\(verified.out)")
    for number in 1...Self.tables {
      let path = folder.path(Self.name(number))
      let printed = await flowrun("print", "UC\(number).1", "--like", path, flows: flows)
      #expect(printed.out == Self.table(number))
    }
  }

  /// What an owner changes in a flow, and the line that tells it.
  private static let changes: [(before: String, after: String, told: String)] = [
    ("message: Hello", "message: Good day", "now has the message|has the message “Good day"),
    (
      "user: selects Help", "user: asks for help",
      "1.1b said “User selects Help” and now says “User asks for help”"
    ),
    (
      "case: It works, next: goto", "case: It works, next: end, does: goto",
      "1.2a “Case: It works” leads to the end"
    ),
    ("goal: To know more", "goal: To know it all", "the goal was “To know more about"),
    ("title: Share", "title: Give", "section 2 was “Share” and is now “Give”"),
    ("takes: 0.0-0.1 s", "takes: 0.0-0.5 s", "has the duration 0.0-0.5 s, which was 0.0-0.1 s"),
  ]

  @Test("Every change of thirty commits is reported, and nothing else")
  func history() async throws {
    let flows = folder.path("Flows")
    _ = await flowrun("import", folder.path("docs"), "-o", flows, "--quiet", flows: nil)
    // A second file of one id, and a broken one, in every revision.
    try folder.write(
      "flow: UC1.1\nalias: other\ntitle: Other\noutline: o\n", to: "Flows/UC1.1-other.yaml")
    try folder.write("flow: UC60.1\ntitle: [\n", to: "Flows/UC60.1.yaml")
    try git("init -q -b main")
    try git("add Flows")
    try git("commit -qm start")
    for number in 1...30 {
      let change = Self.changes[number % Self.changes.count]
      let path = "Flows/UC\(number).1-title-\(number).yaml"
      let text = folder.text(path)
      try #require(text.contains(change.before), "\(text)")
      try folder.write(
        text.replacing(change.before, with: change.after, maxReplacements: 1), to: path)
      try git("commit -qam \(number)")
      let diff = await flowrun("diff", "HEAD~1..HEAD", "--exit-code", flows: flows)
      #expect(diff.status == 1, "\(diff.err)")
      let lines = diff.out.split(separator: "\n").filter { !$0.hasPrefix("  concerns") }
      #expect(lines.first == "UC\(number).1 Title \(number)", "\(diff.out)")
      #expect(lines.count { !$0.hasPrefix("  ") } == 1, "\(diff.out)")
      let told = lines.filter {
        $0.hasPrefix("  ") && !$0.hasPrefix("    ") && !$0.hasPrefix("  paths:")
      }
      let isTold = change.told.split(separator: "|").contains { words in
        told.contains { $0.contains(words) }
      }
      #expect(isTold, "\(diff.out)")
      #expect(diff.err.contains("UC60.1.yaml"))
    }
  }

  private func git(_ line: String) throws {
    let identity = ["user.name=t", "user.email=t@example.org", "commit.gpgsign=false", "gc.auto=0"]
    let arguments = identity.flatMap { ["-c", $0] } + line.split(separator: " ").map(String.init)
    let (status, output) = try OtherProgram.run("git", arguments, in: folder.path)
    try #require(status == 0, "\(output)")
  }

  @Test("A renamed file, a moved one and a second file of one id are no changes of a flow")
  func files() async throws {
    let text = "title: One\nsteps:\n  - step: 1\n    screen: Home\n    next: end\n"
    try folder.write("flow: UC1\nalias: one\n\(text)", to: "Flows/UC1-one.yaml")
    try folder.write("flow: UC2\n\(text)", to: "Flows/UC2.yaml")
    try git("init -q -b main")
    try git("add Flows")
    try git("commit -qm one")
    func changes(_ number: Int) async throws -> [String] {
      try git("add -A Flows")
      try git("commit -qm \(number)")
      let diff = await flowrun("diff", "HEAD~1..HEAD", flows: folder.path("Flows"))
      return diff.out.split(separator: "\n").map(String.init)
    }
    try folder.write("", to: "Flows/shop/.keep")
    try git("mv Flows/UC2.yaml Flows/shop/UC2.yml")
    #expect(try await changes(1) == ["nothing is different"])
    // Sorted before the first one, with its title.
    try folder.write("flow: UC1\nalias: copy\n\(text)", to: "Flows/UC1-copy.yaml")
    #expect(try await changes(2) == ["UC1 One is new"])
    try folder.write("title: [", to: "Flows/UC3.yaml")
    #expect(try await changes(3) == ["nothing is different"])
    try git("rm -q Flows/UC1-one.yaml")
    #expect(try await changes(4) == ["UC1 One is gone"])
  }

  @Test("A section that a split document moves to a flow of its own has moved, and is not gone")
  func split() async throws {
    let second = """
          title: Second
          steps:
            - step: N.1
              screen: Page
              rows:
                a: { user: goes on, next: end }

      """
    let first = """
      flow: UC1
      title: One
      sections:
        - section: 1
          title: First
          steps:
            - step: 1.1
              screen: Home
              rows:
                a: { user: selects Go, next: TARGET }

      """
    try folder.write(
      first.replacing("TARGET", with: "2") + "  - section: 2\n"
        + second.replacing("N", with: "2"), to: "old/UC1.yaml")
    try folder.write(first.replacing("TARGET", with: "goto UC3"), to: "new/UC1.yaml")
    try folder.write(
      "flow: UC3\ntitle: Three\nsections:\n  - section: 1\n" + second.replacing("N", with: "1"),
      to: "new/UC3.yaml")
    let diff = await flowrun("diff", folder.path("old"), folder.path("new"), flows: nil)
    let told = diff.out.split(separator: "\n").filter {
      !$0.contains("paths") && !$0.hasPrefix("    ")
    }
    #expect(
      told == [
        "UC3 Three is new", "UC1 One", "  section 2 “Second” is now section 1 of UC3",
        "  1.1a “User selects Go” leads to UC3, no longer to 2 (Second)",
      ])
  }

  @Test("Renumbered sections, moved rows and numbers of targets are not changed rows")
  func moves() async throws {
    let one = """
      flow: UC1
      title: T
      sections:
        - section: 1
          title: Ask
          steps:
            - step: 1.1
              screen: Ask
              rows:
                a: { user: selects the card, next: 2 }
                b: { user: goes to the other flow, next: "goto UC2:1.2" }
        - section: 2
          title: Give
          steps:
            - step: 2.1
              screen: Give
              rows:
                a: { user: selects the end, next: end }

      """
    let other =
      "flow: UC2\ntitle: U\nsteps:\n  - step: 1.1\n    user: acts\n  - step: 1.2\n    system: works\n    next: end\n"
    try folder.write(one, to: "old/UC1.yaml")
    try folder.write(other, to: "old/UC2.yaml")
    let inserted =
      "    user: acts\n  - step: 1.2\n    system: thinks about it\n  - step: 1.3\n    system: works"
    try folder.write(
      one.replacing("UC2:1.2", with: "UC2:1.3").replacing("section: 2", with: "section: 3")
        .replacing("step: 2.1", with: "step: 3.1").replacing("next: 2 }", with: "next: 3 }"),
      to: "new/UC1.yaml")
    try folder.write(
      other.replacing("    user: acts\n  - step: 1.2\n    system: works", with: inserted),
      to: "new/UC2.yaml")
    let diff = await flowrun("diff", folder.path("old"), folder.path("new"), flows: nil)
    let told = diff.out.split(separator: "\n").filter {
      !$0.contains("paths") && !$0.hasPrefix("    ")
    }
    #expect(
      told == [
        "UC1 T", "  section 2 “Give” is now 3",
        "  step 2.1 “System shows screen 'Give'” is now 3.1",
        "UC2 U", "  step 1.2 is new: “System thinks about it”",
        "  step 1.2 “System works” is now 1.3",
        "  concerns: UC1:1.1b “User goes to the other flow” goes to it",
      ])
  }

  @Test(
    "House rules that cannot be read, or that speak of what is not there, hide no other finding")
  func brokenRules() async throws {
    let flow =
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    screen: Home\n    rows:\n      a: { user: goes, next: 9 }\n"
    try folder.write(flow, to: "Flows/A.yaml")
    try folder.write("rules: [\n", to: "Flows/rules/bad.yaml")
    try folder.write(
      "rules:\n  - rule: comes-to-an-end\n    never: A:1a\n    because: It must not\n",
      to: "Flows/rules/good.yaml")
    let flows = folder.path("Flows")
    let all = await flowrun("check", flows, flows: nil)
    #expect(all.status == 2)
    for rule in ["[invalid-yaml]", "[unknown-target]", "[house-rule]"] {
      #expect(all.out.contains(rule), "\(all.out)")
    }
    let only = await flowrun("check", flows, "--only", "unknown-target", flows: nil)
    #expect(only.status == 1)
    #expect(!only.out.contains("[house-rule]") && !only.out.contains("[invalid-yaml]"))
    try folder.write("rules: { unknown-target: off, house-rule: note }\n", to: "flowrun.yaml")
    let set = await flowrun("check", flows, "--except", "invalid-yaml", flows: nil)
    #expect(set.status == 0 && set.out.contains("note: "), "\(set.out)")
  }

  @Test("A team sets levels in flowrun.yaml, and picks rules on the command line, from any folder")
  func settings() async throws {
    let text =
      "flow: A\ntitle: A\nsections:\n  - section: 1\n    title: S\n    steps:\n      - step: 1.1\n        screen: Home\n        buttons: [Go]\n        rows:\n          a: { user: selects Go, next: 1.1 }\n          c: { user: selects Go, next: end }\n"
    try folder.write(text, to: "Flows/A.yaml")
    try folder.write("rules: { numbering-gap: off, self-loop: error }\n", to: "flowrun.yaml")
    let path = folder.path("Flows/A.yaml")
    let both = await flowrun("check", path, flows: nil)
    #expect(both.status == 1)
    #expect(
      both.out.contains(": error: row `1.1a` leads back") && !both.out.contains("numbering-gap"))
    let only = await flowrun("check", path, "--only", "numbering-gap", flows: nil)
    #expect(
      only.status == 0 && only.out.contains("[numbering-gap]") && !only.out.contains("[self-loop]"))
    #expect(await flowrun("check", path, "--except", "self-loop", flows: nil).status == 0)
    let wrong = await flowrun("check", path, "--only", "self-lop", flows: nil)
    #expect(wrong.err.contains("there is no rule `self-lop`; did you mean `self-loop`?"))
    try folder.write("rules: { self-loop: loud }\n", to: "flowrun.yaml")
    let refused = await flowrun("check", path, flows: nil)
    #expect(refused.status == 2 && refused.err.contains("`loud` is not a level"))
  }
}
