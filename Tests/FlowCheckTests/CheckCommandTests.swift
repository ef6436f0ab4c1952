import Files
import FlowLoader
import FlowRunCLI
import FlowTestSupport
import Foundation
import JSON
import Testing

/// `flowrun check`, `explain`, `schema`: what they print and how they exit.
@Suite struct CheckCommandTests {
  /// A folder of its own that is gone afterwards.
  private func withFolder(
    _ files: [String: String], _ body: (String) async throws -> Void
  ) async throws {
    let folder = NSTemporaryDirectory() + "flowrun-check-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files { try FileSystem.write(Array(text.utf8), to: "\(folder)/\(name)") }
    try await body(folder)
  }

  private func run(_ arguments: String...) async -> (status: Int32, out: String, err: String) {
    let (console, printed) = Console.kept()
    let status = await FlowRunCommand.run(arguments, on: console)
    return (status, printed.out, printed.err)
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

  @Test("The project's flows have no finding, even if warnings count as errors")
  func cleanFlows() async {
    let (status, out, _) = await run("check", projectFolder + "/Flows", "--strict")
    #expect(status == 0)
    #expect(out.split(separator: "\n").last?.contains(" flows: 0 errors, 0 warnings, ") == true)
    #expect(out.contains("note: known slip: nothing leads to step `1.8` [unreachable-step]"))
  }

  @Test("A warning fails only with `--strict`")
  func strict() async throws {
    try await withFolder(["A.yaml": flow("next: 1.1")]) { folder in
      let (status, out, _) = await run("check", folder)
      #expect(status == 0)
      #expect(out.contains("/A.yaml:11:43: warning: row `1.1a` leads back to its own step"))
      #expect(out.hasSuffix("1 flow: 0 errors, 1 warning, 0 known slips\n"))
      #expect(await run("check", folder, "--strict").status == 1)
    }
  }

  @Test("Files that are not flows, a missing folder and an unknown format end with status 2")
  func statusTwo() async throws {
    try await withFolder(["A.yaml": flow("next: 9.9")]) { folder in
      let (status, out, _) = await run("check", folder, "--format", "github")
      #expect(status == 2)
      #expect(out.hasPrefix("::error file="))
      #expect(
        out.contains(",line=11,col=43,endLine=11,endColumn=46,title=unknown-target::step `9.9`"))
    }
    #expect(await run("check", "/no/such/folder").status == 2)
    #expect(await run("check", "--format", "xml").status == 2)
  }

  @Test("A file is checked together with the others that are named")
  func severalFiles() async throws {
    let other = "flow: B\ntitle: B\noutline: It will be written later\n"
    try await withFolder(["A.yaml": flow("next: goto B"), "B.yaml": other]) { folder in
      #expect(await run("check", folder).status == 0)
      #expect(await run("check", "\(folder)/A.yaml", "\(folder)/B.yaml").status == 0)
      let alone = await run("check", "\(folder)/A.yaml")
      #expect(alone.status == 2)
      #expect(alone.out.contains("[unknown-flow]"))
    }
  }

  @Test("A baseline hides the findings that it lists")
  func baseline() async throws {
    try await withFolder(["A.yaml": flow("next: 1.1")]) { folder in
      let baseline = folder + "/baseline.txt"
      let written = await run("check", folder, "--baseline", baseline, "--write-baseline")
      #expect(written.status == 0)
      let text = String(decoding: try FileSystem.read(baseline), as: UTF8.self)
      #expect(text.split(separator: "\n").last == "self-loop A:1.1a")
      let later = await run("check", folder, "--baseline", baseline, "--strict")
      #expect(later.status == 0)
      #expect(later.out == "1 flow: 0 errors, 0 warnings, 0 known slips, 1 in the baseline\n")
      #expect(await run("check", folder, "--baseline", folder + "/none").status == 2)
      #expect(await run("check", folder, "--write-baseline").status == 2)
    }
  }

  @Test("JSON has every finding with its place and standing")
  func json() async throws {
    let text = flow("next: 1.1, allow: { self-loop: it blinks }")
    try await withFolder(["A.yaml": text]) { folder in
      let out = await run("check", folder, "--format", "json").out
      let json = try need(try? JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any])
      let finding = try need((json["findings"] as? [[String: Any]])?.first)
      #expect(json["flows"] as? Int == 1)
      #expect(finding["rule"] as? String == "self-loop")
      #expect(finding["standing"] as? String == "allowed")
      #expect(finding["reason"] as? String == "it blinks")
      #expect(finding["line"] as? Int == 11)
      #expect(finding["fingerprint"] as? String == "self-loop A:1.1a")
    }
  }

  @Test("SARIF names every rule and suppresses allowed findings")
  func sarif() async throws {
    let out = await run("check", projectFolder + "/Flows", "--format", "sarif").out
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

  @Test("Every action of the project's flows has a handler, and a row for each outcome")
  func handlers() async {
    let (status, out, _) = await run("check", projectFolder + "/Flows", "--strict", "--handlers")
    #expect(status == 0)
    #expect(!out.contains("[handler-unbound]"))
  }

  @Test("An action without a handler is found with `--handlers`")
  func unboundHandler() async throws {
    let text =
      "flow: A\ntitle: A\nsteps:\n  - step: 1\n    system: hums\n    action: app.hum\n    next: end\n"
    try await withFolder(["A.yaml": text]) { folder in
      #expect(await run("check", folder, "--strict").status == 0)
      let known = await run("check", folder, "--strict", "--handlers")
      #expect(known.status == 1)
      #expect(known.out.contains("there is no handler for the action `app.hum`"))
    }
  }

  @Test("`explain` prints the page of a rule, and lists all rules")
  func explain() async throws {
    let page = String(
      decoding: try FileSystem.read(projectFolder + "/docs/rules/self-loop.md"), as: UTF8.self)
    #expect(await run("explain", "self-loop").out == page)
    let wrong = await run("explain", "self-lop")
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("did you mean `self-loop`?"))
    let all = await run("explain").out
    #expect(all.contains("conditions-incomplete"))
    #expect(all.contains("unknown-target"))
  }

  @Test("`schema` prints both schemas")
  func schema() async {
    #expect(await run("schema").out == FlowSchema.flows.text)
    #expect(await run("schema", "--paths").out == FlowSchema.paths.text)
  }
}
