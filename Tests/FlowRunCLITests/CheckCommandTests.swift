import Files
import FlowFiles
import FlowLoader
import Foundation
import TestSupport
import Testing

/// `flowrun check`, `explain`, `schema`: what they print and how they exit.
@Suite struct CheckCommandTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func check(_ arguments: String...) async -> Outcome {
    await flowrun(["check"] + arguments, flows: nil)
  }

  private func flow(_ row: String) -> String {
    """
    flow: A
    title: A
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Home
            buttons: [Again, Close]
            rows:
              a: { user: selects Again, \(row) }
              b: { user: selects Close, next: end }

    """
  }

  @Test(
    "The project's flows have no finding: every action has a handler, and a row for each outcome"
  )
  func cleanFlows() async {
    let outcome = await check(flowsFolder, "--strict", "--handlers")
    #expect(outcome.status == 0)
    #expect(
      outcome.out.split(separator: "\n").last?.contains(" flows: 0 errors, 0 warnings, ") == true)
    #expect(
      outcome.out.contains("note: known slip: nothing leads to step `1.8` [unreachable-step]"))
  }

  @Test("One mistyped key is one error, comes first, and makes nothing else wrong")
  func oneTypo() async throws {
    for path in try FileSystem.yamlFiles(below: flowsFolder) {
      var text = String(decoding: try FileSystem.read(path), as: UTF8.self)
      if path.hasSuffix("/UC2.3-unlock-the-app.yaml") {
        let key = try #require(text.firstRange(of: "buttons: "))
        text.replaceSubrange(key, with: "buttonz: ")
      }
      try folder.write(text, to: "Flows\(path.dropFirst(flowsFolder.count))")
    }
    let outcome = await check(folder.path("Flows"), "--strict")
    #expect(outcome.status == 2)
    let lines = outcome.out.split(separator: "\n")
    #expect(lines.first?.contains("error: a step has no key `buttonz` [unknown-key]") == true)
    #expect(lines.last?.contains(" flows: 1 error, 0 warnings, ") == true)
  }

  @Test("A warning fails only with `--strict`")
  func strict() async throws {
    try folder.write(flow("next: 1.1"), to: "A.yaml")
    let outcome = await check(folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.out.contains("/A.yaml:11:43: warning: row `1.1a` leads back to its own step"))
    #expect(outcome.out.hasSuffix("1 flow: 0 errors, 1 warning, 0 known slips\n"))
    #expect(await check(folder.path, "--strict").status == 1)
  }

  @Test("Files that are not flows, a missing folder and an unknown format end with status 2")
  func statusTwo() async throws {
    try folder.write("flow: B\ntitle: [\n", to: "B.yaml")
    #expect(await check(folder.path).status == 2)
    #expect(await check("/no/such/folder").status == 2)
    #expect(await check("--format", "xml").status == 2)
  }

  @Test("A target that does not exist is a finding, reported with those of the rules")
  func oneGo() async throws {
    try folder.write(flow("next: 9.9"), to: "A.yaml")
    try folder.write(flow("next: 1.1").replacing("flow: A", with: "flow: C"), to: "C.yaml")
    let outcome = await check(folder.path, "--format", "github")
    #expect(outcome.status == 1)
    #expect(outcome.out.hasPrefix("::error file="))
    #expect(
      outcome.out.contains(
        ",line=11,col=43,endLine=11,endColumn=46,title=unknown-target::step `9.9`"))
    #expect(outcome.out.contains("title=self-loop::"))
    let baseline = folder.path("known.txt")
    #expect(await check(folder.path, "--baseline", baseline, "--write-baseline").status == 0)
    #expect(await check(folder.path, "--baseline", baseline, "--strict").status == 0)
  }

  @Test("`--handlers` checks an app's own list of actions and outcomes")
  func ownHandlers() async throws {
    let flow = """
      flow: A
      title: A
      sections:
        - section: 1
          title: S
          steps:
            - step: 1.1
              execute: something
              action: room.hold
              rows:
                a: { case: Held, on: held, message: 'Room {room number}', next: end }
              values: [room number]

      """
    try folder.write(flow, to: "Flows/A.yaml")
    try folder.write("# the app's\nroom.hold: held; room number\n\n", to: "right")
    try folder.write("room.hold: held, taken; room number, floor  # since May\n", to: "more")
    try folder.write("room.book: booked\n", to: "other")
    try folder.write("room.hold: held\n", to: "less")
    try folder.write(
      "room.hold held\nroom.hold: held,\nx: y\nx: y\nz: a; b, b\nz: a; b; c\n", to: "wrong")
    let flows = folder.path("Flows")
    #expect(await check(flows, "--strict", "--handlers", folder.path("right")).status == 0)
    let more = await check(flows, "--strict", "--handlers", folder.path("more"))
    #expect(more.status == 1 && more.out.contains("`taken`"), "\(more.out)")
    let other = await check(flows, "--strict", "--handlers=\(folder.path("other"))")
    #expect(other.status == 1 && other.out.contains("[handler-unbound]"), "\(other.out)")
    let less = await check(flows, "--strict", "--handlers", folder.path("less"))
    #expect(less.status == 1 && less.out.contains("does not return `room number`"), "\(less.out)")
    let wrong = await check(flows, "--handlers", folder.path("wrong"))
    #expect(wrong.status == 2 && wrong.out.isEmpty)
    let place = folder.path("wrong")
    for line in [
      "1:1: error: this is not", "2:1: error: these are not", "4:1: error: `x` is here",
      "5:1: error: these are not different values", "6:1: error: these are not different values",
    ] {
      #expect(wrong.err.contains("\(place):\(line)"), "\(line)")
    }
    // Without a file, the wallet's; a folder is what is checked.
    #expect(await check("--handlers", flows).out.contains("[handler-unbound]"))
  }

  @Test("A file is checked together with the others that are named")
  func severalFiles() async throws {
    let other = "flow: B\ntitle: B\noutline: It will be written later\n"
    try folder.write(flow("next: goto B"), to: "A.yaml")
    try folder.write(other, to: "B.yaml")
    #expect(await check(folder.path).status == 0)
    #expect(await check(folder.path("A.yaml"), folder.path("B.yaml")).status == 0)
    let alone = await check(folder.path("A.yaml"))
    #expect(alone.status == 1)
    #expect(alone.out.contains("[unknown-flow]"))
  }

  @Test("A baseline hides the findings that it lists")
  func baseline() async throws {
    try folder.write(flow("next: 1.1"), to: "A.yaml")
    let baseline = folder.path("baseline.txt")
    let written = await check(folder.path, "--baseline", baseline, "--write-baseline")
    #expect(written.status == 0)
    #expect(folder.text("baseline.txt").split(separator: "\n").last == "self-loop A:1.1a")
    let later = await check(folder.path, "--baseline", baseline, "--strict")
    #expect(later.status == 0)
    #expect(later.out == "1 flow: 0 errors, 0 warnings, 0 known slips, 1 in the baseline\n")
    #expect(await check(folder.path, "--baseline", folder.path("none")).status == 2)
    #expect(await check(folder.path, "--write-baseline").status == 2)
  }

  @Test("JSON has every finding with its place and standing")
  func json() async throws {
    let text = flow("next: 1.1, allow: { self-loop: it blinks }")
    try folder.write(text, to: "A.yaml")
    let out = await check(folder.path, "--format", "json").out
    let json = try need(try? JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any])
    let finding = try need((json["findings"] as? [[String: Any]])?.first)
    #expect(json["flows"] as? Int == 1)
    #expect(finding["rule"] as? String == "self-loop")
    #expect(finding["standing"] as? String == "allowed")
    #expect(finding["reason"] as? String == "it blinks")
    #expect(finding["line"] as? Int == 11)
    #expect(finding["fingerprint"] as? String == "self-loop A:1.1a")
  }

  @Test("SARIF names every rule and suppresses allowed findings")
  func sarif() async throws {
    // Without the house rules, which take seconds.
    let folders = ["eid", "errors", "wallet"].map { "\(flowsFolder)/\($0)" }
    let out = await flowrun(["check", "--format", "sarif"] + folders, flows: nil).out
    let log = try need(try? JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try need((log["runs"] as? [[String: Any]])?.first)
    let tool = try need((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = Set((tool["rules"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
    let results = run["results"] as? [[String: Any]] ?? []
    #expect(results.count > 30)
    #expect(results.allSatisfy { rules.contains($0["ruleId"] as? String ?? "") })
    let allowed = results.filter { $0["suppressions"] != nil }
    #expect(allowed.count > 10)
    #expect(
      allowed.allSatisfy {
        ($0["suppressions"] as? [[String: Any]])?.first?["justification"] != nil
      })
    #expect(results.allSatisfy { $0["locations"] != nil && $0["partialFingerprints"] != nil })
  }

  @Test("An action without a handler is found with `--handlers`")
  func unboundHandler() async throws {
    let text =
      """
      flow: A\ntitle: A\nsteps:\n  - step: 1\n    system: hums\n    action: app.hum\n    next: \
      end\n
      """
    try folder.write(text, to: "A.yaml")
    #expect(await check(folder.path, "--strict").status == 0)
    let known = await check(folder.path, "--strict", "--handlers")
    #expect(known.status == 1)
    #expect(known.out.contains("there is no handler for the action `app.hum`"))
  }

  @Test("`explain` prints the page of a rule, and lists all rules")
  func explain() async throws {
    let page = String(
      decoding: try FileSystem.read(projectFolder + "/docs/rules/self-loop.md"), as: UTF8.self)
    #expect(await flowrun("explain", "self-loop", flows: nil).out == page)
    let wrong = await flowrun("explain", "self-lop", flows: nil)
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("did you mean `self-loop`?"))
    let all = await flowrun("explain", flows: nil).out
    #expect(all.contains("conditions-incomplete"))
    #expect(all.contains("unknown-target"))
  }

  @Test("`schema` prints both schemas")
  func schema() async {
    #expect(await flowrun("schema", flows: nil).out == FlowSchema.flows.text)
    #expect(await flowrun("schema", "--paths", flows: nil).out == FlowSchema.paths.text)
  }
}
