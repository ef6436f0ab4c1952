import Foundation
import JSON
import TestSupport
import Testing

/// `flowrun check` of flows with many findings, and `--watch`.
@Suite struct CheckLimitTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func flow(_ rows: String) -> String {
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
              a: { user: selects Again, next: 1.1 }
              b: { user: selects Close, next: end }
    \(rows)
    """
  }

  /// One warning, and this many errors after it.
  private func errors(_ count: Int) -> String {
    flow(
      (1...count).map { "          c\($0): { event: the \($0)th, next: 9.\($0) }\n" }.joined())
  }

  private func check(_ arguments: String...) async -> Outcome {
    await flowrun(["check", folder.path] + arguments, flows: nil)
  }

  @Test("The 200 most severe findings are printed, and the last line counts all")
  func text() async throws {
    try folder.write(errors(250), to: "A.yaml")
    let outcome = await check("--only", "unknown-target,self-loop")
    #expect(outcome.status == 1)
    #expect(outcome.out.ranges(of: ": error: ").count == 200)
    #expect(outcome.out.contains("`9.200` does not exist"))
    #expect(!outcome.out.contains("`9.201` does not exist"))
    #expect(!outcome.out.contains("own step"))
    #expect(
      outcome.out.hasSuffix(
        """
        51 more findings are not shown; `--all` shows them
        unknown-target 250, self-loop 1
        1 flow: 250 errors, 1 warning, 0 known slips

        """))
    let all = await check("--only", "unknown-target,self-loop", "--all")
    #expect(all.out.ranges(of: ": error: ").count == 250)
    #expect(all.out.contains("own step"))
    #expect(!all.out.contains("not shown"))
  }

  @Test("With 200 findings nothing is left out, and one more is one more")
  func edge() async throws {
    try folder.write(errors(199), to: "A.yaml")
    #expect(!(await check("--only", "unknown-target,self-loop").out.contains("not shown")))
    try folder.write(errors(200), to: "A.yaml")
    #expect(
      await check("--only", "unknown-target,self-loop").out
        .contains("\n1 more finding is not shown; `--all` shows them\n"))
  }

  @Test("JSON, SARIF and GitHub commands say how many were left out")
  func machines() async throws {
    try folder.write(errors(250), to: "A.yaml")
    let only = "unknown-target"
    let json = try #require(JSONValue(parsing: await check("--only", only, "--format", "json").out))
    #expect(json["findings"]?.array?.count == 200)
    #expect(json["omitted"]?.integer == 50)
    let sarif = try #require(
      JSONValue(parsing: await check("--only", only, "--format", "sarif").out))
    let run = sarif["runs"]?.array?.first
    #expect(run?["results"]?.array?.count == 200)
    #expect(run?["properties"]?["omitted"]?.integer == 50)
    let github = await check("--only", only, "--format", "github").out
    #expect(github.ranges(of: "::error ").count == 200)
    #expect(
      github.hasSuffix(
        "::notice title=flowrun::50 more findings are not shown; `--all` shows them\n"))
    let all = try #require(
      JSONValue(parsing: await check("--only", only, "--format", "json", "--all").out))
    #expect(all["findings"]?.array?.count == 250)
    #expect(all["omitted"] == nil)
  }

  @Test("A baseline holds all findings, also those that are not printed")
  func baseline() async throws {
    try folder.write(errors(250), to: "A.yaml")
    let known = folder.path("known.txt")
    #expect(await check("--baseline", known, "--write-baseline").status == 0)
    #expect(await check("--baseline", known).status == 0)
  }

  @Test("`--watch` prints text, and follows a folder")
  func refused() async throws {
    try folder.write(flow(""), to: "A.yaml")
    #expect(await check("--watch", "--format", "json").status == 2)
    #expect(await check("--watch", "--write-baseline", "--baseline", "x").status == 2)
    let file = await flowrun(["check", folder.path("A.yaml"), "--watch"], flows: nil)
    #expect(file.status == 2)
    #expect(file.err.contains("`--watch` follows a folder"))
  }

  @Test(
    "`--watch` prints what appeared and what went away, until the folder is gone",
    .timeLimit(.minutes(2)))
  func watch() async throws {
    try folder.write(flow(""), to: "Flows/A.yaml")
    let process = Process()
    process.executableURL = URL(filePath: builtFlowrun)
    process.arguments = ["check", folder.path("Flows"), "--watch"]
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Its end is the end of what it prints, so nothing here waits longer.
    let identifier = process.processIdentifier
    let limit = Task.detached {
      try await Task.sleep(for: .seconds(90))
      kill(identifier, SIGKILL)
    }
    defer {
      limit.cancel()
      if process.isRunning { kill(identifier, SIGKILL) }
    }
    let reader = output.fileHandleForReading
    /// Everything that is printed up to a line that begins the way the last line of a report does.
    func report() async throws -> String {
      try await onOwnThread {
        var text = ""
        while !text.hasSuffix("known slips\n") {
          let more = reader.availableData
          if more.isEmpty { break }
          text += String(decoding: more, as: UTF8.self)
        }
        return text
      }
    }
    #expect(try await report().contains("warning: row `1.1a` leads back"))
    try folder.write(flow("          c: { event: it ends, next: 9.9 }\n"), to: "Flows/A.yaml")
    let appeared = try await report()
    #expect(appeared.contains("A.yaml:13:38: error: step `9.9` does not exist [unknown-target]"))
    #expect(!appeared.contains("leads back"))
    #expect(appeared.hasSuffix("1 new, 0 gone; 1 flow: 1 error, 1 warning, 0 known slips\n"))
    // The warning moves down by a line, which is no news.
    try folder.write("# A remark\n" + flow(""), to: "Flows/A.yaml")
    let gone = try await report()
    #expect(gone.hasPrefix("gone: \(folder.path("Flows/A.yaml")): step `9.9` does not exist"))
    #expect(gone.hasSuffix("0 new, 1 gone; 1 flow: 0 errors, 1 warning, 0 known slips\n"))
    try FileManager.default.removeItem(atPath: folder.path("Flows"))
    try await onOwnThread { process.waitUntilExit() }
    #expect(process.terminationStatus == 2)
    let reason = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(reason.contains("Flows"))
  }
}
