import FlowTestSupport
import TestSupport
import Testing

/// Folders of flows whose files were renamed, moved, split or broken, and the settings of a team.
@Suite struct DocumentFolderTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func git(_ line: String) throws { try runGit(line, in: folder) }

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
    #expect(try await changes(3) == ["UC3 is not compared: one version cannot be read"])
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
      """
      flow: UC2\ntitle: U\nsteps:\n  - step: 1.1\n    user: acts\n  - step: 1.2\n    system: \
      works\n    next: end\n
      """
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
      """
      flow: A\ntitle: A\nsteps:\n  - step: 1\n    screen: Home\n    rows:\n      a: { user: goes, \
      next: 9 }\n
      """
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
      """
      flow: A\ntitle: A\nsections:\n  - section: 1\n    title: S\n    steps:\n      - step: 1.1\n \
             screen: Home\n        buttons: [Go]\n        rows:\n          a: { user: selects Go, \
      next: 1.1 }\n          c: { user: selects Go, next: end }\n
      """
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
    #expect(refused.status == 2 && refused.out.contains("`loud` is not a level"))
  }

  @Test("A partial flow that lists no results may return any, and Back needs no button")
  func results() async throws {
    try folder.write(
      """
      flow: PF1
      kind: partial flow
      title: Ask
      steps:
        - step: 1
          screen: Ask
          buttons: [OK]
          rows:
            a: { user: selects OK, next: result Done }
            b: { user: selects Back (if there is one), next: result Back }

      """, to: "Flows/PF1.yaml")
    let check = await flowrun(
      "check", folder.path("Flows"), "--except", "unreachable-flow", flows: nil)
    #expect(check.out == "1 flow: 0 errors, 0 warnings, 0 known slips\n")
  }
}
