import FlowRunCLI
import Foundation
import TestSupport
import Testing

/// A refusal is printed once, by the command line and not where it is thrown.
@Suite struct OneRefusalTests {
  private static let flow = """
    flow: A
    title: A flow
    sections:
      - section: 1
        title: S
        steps:
          - step: 1.1
            system: works
            next: end

    """

  /// The output of the built program, which starts in a folder without flows: standard output and
  /// standard error separately.
  private func start(
    _ arguments: [String], in folder: Folder
  ) throws -> (status: Int32, out: String, err: String) {
    let line = ([builtFlowrun] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let (status, out) = try OtherProgram.run(
      "sh", ["-c", "\(line) 2>\(folder.path("err"))"], in: folder.path)
    return (status, out, folder.text("err"))
  }

  @Test("A command that can do without what was refused prints nothing about it")
  func dropped() throws {
    let folder = try Folder(["specs/A.yaml": OneRefusalTests.flow])
    let outcome = try start(["check", "specs/A.yaml"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.err.isEmpty, "\(outcome.err)")
  }

  /// What else may be there, such as `flowrun: note: ...`, is not an error.
  @Test(
    "A command that ends with 0 prints nothing on standard error",
    arguments: [
      ["list"], ["table", "UC2.3"], ["check", "--only", "self-loop"],
      ["prove", "--format", "json"],
      ["explain", "self-loop"], ["paths", "UC2.3"], ["paths", "UC2.3", "--format", "scripts"],
      ["mutate", "UC9.2", "--only", "timer"], ["schema"], ["graph", "UC2.3"], ["print", "UC2.3"],
      ["export", "UC2.3", "--to", "scxml", "-o", "out"], ["swift"],
      ["diff", "Flows", "Flows"], ["migrate", "Flows", "Flows"], ["replay", "UC1.2"],
      ["UC2.3", "--rows", "1.1b,1.2b,2.1a,1.3b", "--trace", "json"], ["UC2.3", "--rows", "1.1b"],
      ["init", "hotel"],
      ["card", "read", "--virtual"], ["--help"], ["help", "check"], ["--version"],
    ])
  func silent(_ arguments: [String]) throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Flows"), withDestinationPath: flowsFolder)
    let outcome = try start(arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.err.isEmpty, "\(outcome.err)")
    #expect(!outcome.out.isEmpty)
  }

  @Test(
    "A refusal says what is wrong in the file and ends with 2",
    arguments: [
      ["list"], ["A", "--script", "script.yaml"], ["prove"],
      ["check", "Flows", "--handlers", "handlers"],
    ])
  func withPlaces(_ arguments: [String]) throws {
    let folder = try Folder([
      "Flows/A.yaml": OneRefusalTests.flow,
      "script.yaml": "flow: A\npathz: []\n", "handlers": "lorem ipsum\n",
    ])
    if arguments == ["list"] { try folder.write("flow: [\n", to: "Flows/A.yaml") }
    if arguments == ["prove"] { try folder.write("rule: [\n", to: "Flows/rules/a.yaml") }
    let outcome = try start(arguments, in: folder)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.err.contains(": error: "), "\(outcome.err)")
    // A refusal has one line of its own, after what is wrong in files, or none.
    let own = outcome.err.split(separator: "\n").filter { $0.hasPrefix("flowrun: ") }
    #expect(own.count <= 1, "\(outcome.err)")
  }

  @Test("A file of a version that cannot be read is noted, since `diff` is about differences alone")
  func unreadVersion() async throws {
    let folder = try Folder(["old/A.yaml": OneRefusalTests.flow, "old/B.yaml": "flow: [\n"])
    let outcome = await flowrun("diff", folder.path("old"), folder.path("old"), flows: nil)
    #expect(outcome.status == 0)
    #expect(outcome.err.contains("B.yaml:2:1: note: ") && !outcome.err.contains("error: "))
  }
}
