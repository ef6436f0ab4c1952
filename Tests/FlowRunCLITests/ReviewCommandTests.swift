import Foundation
import JSON
import TestSupport
import Testing

@Suite struct ReviewCommandTests {
  private let folder: Folder

  private static let flow = """
    flow: UC1
    title: Pay
    sections:
      - section: 1
        title: All
        steps:
          - step: 1.1
            screen: Basket
            rows:
              a: { user: selects Pay, next: 1.2 }
              b: { user: selects Leave, next: end }
          - step: 1.2
            prompt: Really?
            rows:
              a: { user: selects "Yes", next: 1.3 }
              b: { user: selects "No", next: 1.1 }
          - step: 1.3
            system: takes the payment
            action: payment.take
            rows:
              a: { case: Paid, on: paid, next: end }
    """
  private static let rule = """
    rules:
      - rule: asked-first
        just before: action payment.take
        always: UC1:1.2a
        because: Nobody pays by accident
    """

  init() throws {
    folder = try Folder()
    try folder.write(Self.flow, to: "Flows/UC1.yaml")
    try folder.write(Self.rule, to: "Flows/rules/pay.yaml")
    try folder.write(
      "flow: UC1\npaths:\n  - path: pays\n    rows: [1.1a, 1.2a, 1.3a]\n    end: end\n",
      to: "Flows/paths/UC1.yaml")
    try git("init -q -b main")
    try git("add .")
    try git("commit -qm one")
  }

  private func git(_ line: String) throws {
    let identity = ["user.name=t", "user.email=t@example.org", "commit.gpgsign=false"]
    let arguments =
      identity.flatMap { ["-c", $0] } + line.split(separator: " ").map(String.init)
    let (status, output) = try OtherProgram.run("git", arguments, in: folder.path)
    try #require(status == 0, "\(output)")
  }

  private func review(_ words: String...) async -> Outcome {
    let options = ["review", "--no-pages", "-o", folder.path("out")]
    return await flowrun(
      options + (words.isEmpty ? ["HEAD"] : words), flows: folder.path("Flows"))
  }

  private func report() throws -> JSONValue {
    try #require(JSONValue(parsing: folder.bytes("out/review.json")))
  }

  @Test("A path plays with the facts that it needs, and one that contradicts itself is not played")
  func facts() async throws {
    func flow(_ more: String) -> String {
      """
      flow: UC1
      title: Pay
      facts: { known: ['no', 'yes'], tries: 0..2 }
      steps:
        - step: 1
          screen: Basket
          rows:
            a: { user: pays, if: { known: 'yes', tries: 2 }, next: 2 }
            b: { user: leaves, next: end }
        - step: 2
          screen: Done
          rows:
            a: { user: goes on, if: { known: 'yes' }, next: end }
            b: { user: asks, if: { known: 'no' }, next: end }\(more)

      """
    }
    try folder.write(flow(""), to: "old/UC1.yaml")
    try folder.write(
      flow(
        """

              c: { user: is curious, next: end }
              d: { user: was new, if: { known: 'no' }, next: end }
        """), to: "new/UC1.yaml")
    _ = await review(folder.path("old"), folder.path("new"))
    let changed = try need(try report()["changed"]?.array?.first)
    #expect(changed["gained"]?.array?.map(\.text) == [#""1a 2c -> end""#, #""1a 2d -> end""#])
    #expect(
      changed["plays"]?["gained"]?.text == #"[{"known":"yes","tries":"2"},null]"#,
      "\(changed["plays"]?.text ?? "")")
  }

  @Test("A row that passes the prompt is a lost path and breaks the rule, with its run")
  func broken() async throws {
    try folder.write(
      Self.flow.replacing("selects Pay, next: 1.2", with: "selects Pay, next: 1.3"),
      to: "Flows/UC1.yaml")
    let outcome = await review("HEAD", "--fail-on", "rule, lost-path")
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("1 row changed, 1 step changed, 1 path lost"), "\(outcome)")
    #expect(outcome.out.contains("rule asked-first newly broken"))
    #expect(outcome.err.contains("fails because of rule, lost-path"))
    let report = try report()
    let rule = try #require(report["rules"]?.array?.first)
    #expect(rule["run"]?["side"]?.string == "new")
    #expect(rule["run"]?["rows"]?.array?.map(\.string) == ["UC1:1.1a"])
    let changed = try #require(report["changed"]?.array?.first)
    #expect(changed["lost"]?.array?.map(\.string) == ["1.1a 1.2a 1.3a -> end"])
    #expect(changed["places"]?.array?.first?["before"]?["next"]?.string == "1.2")
    #expect(report["paths"]?.array?.first?["name"]?.string == "pays")
    let comment = folder.text("out/comment.md")
    #expect(comment.hasPrefix("<!-- flowrun review -->\n\n**1 row changed"))
    #expect(await review("HEAD", "--fail-on", "finding").status == 1)
    #expect(await review().status == 0)
  }

  @Test("Other numbers alone change nothing for users, and no finding is new")
  func renumbered() async throws {
    var text = Self.flow
    for (old, new) in [("1.3", "1.9"), ("1.2", "1.7")] { text = text.replacing(old, with: new) }
    try folder.write(text, to: "Flows/UC1.yaml")
    try folder.write(Self.rule.replacing("1.2a", with: "1.7a"), to: "Flows/rules/pay.yaml")
    let outcome = await review("HEAD", "--fail-on", "rule,lost-path")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.out.hasPrefix("nothing changes for users"), "\(outcome.out)")
    #expect(try report()["changesForUsers"]?.bool == false)
  }

  @Test("A review without a change says so")
  func same() async throws {
    let outcome = await review()
    #expect(outcome.out.hasPrefix("nothing is different\n"), "\(outcome)")
  }

  @Test("A file that cannot be read in either version is named, and the others are reviewed")
  func unreadable() async throws {
    try folder.write("flow: UC2\ntitle: Two\noutline: later\n", to: "Flows/UC2.yaml")
    try git("add .")
    try git("commit -qm two")
    try folder.write("flow: UC2\ntitle: [\n", to: "Flows/UC2.yaml")
    try folder.write(
      Self.flow.replacing("selects Leave", with: "selects Go"), to: "Flows/UC1.yaml")
    let outcome = await review("HEAD", "--fail-on", "finding")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.out.contains("1 flow not compared, 1 row changed"), "\(outcome.out)")
    #expect(try report()["notCompared"]?.array?.map(\.string) == ["UC2"])
    try git("commit -qam broken")
    try folder.write("flow: UC2\ntitle: Two\noutline: later\n", to: "Flows/UC2.yaml")
    let back = await review("HEAD", "--fail-on", "finding")
    #expect(back.status == 0, "\(back)")
    #expect(back.out.contains("1 flow not compared"), "\(back.out)")
  }

  @Test("Settings of each revision hold, and no path leads to a temporary folder")
  func settings() async throws {
    try folder.write("rules: { house-rule: off }\n", to: "flowrun.yaml")
    try git("add .")
    try git("commit -qm settings")
    let outcome = await review("HEAD~1..HEAD")
    #expect(outcome.status == 0, "\(outcome)")
    for name in ["review.json", "comment.md"] {
      #expect(!folder.text("out/\(name)").contains("flowrun-"), "\(name)")
    }
  }

  @Test("Bad words are refused with a way out")
  func refused() async throws {
    #expect(await review("HEAD", "--fail-on", "what").err.contains("it takes rule, lost-path"))
    #expect(await review("--", "-x..HEAD").err.contains("is not a revision"))
    #expect(await review("nowhere").err.contains("git cannot read `nowhere`"))
    #expect(await review("old", "new").err.contains("there is no folder `old`"))
  }
}
