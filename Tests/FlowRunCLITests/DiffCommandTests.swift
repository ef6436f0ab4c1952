import Foundation
import TestSupport
import Testing

@Suite struct DiffCommandTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func git(_ line: String) throws {
    let identity = ["user.name=t", "user.email=t@example.org", "commit.gpgsign=false"]
    let arguments =
      identity.flatMap { ["-c", $0] } + line.split(separator: " ").map(String.init)
    let (status, output) = try OtherProgram.run("git", arguments, in: folder.path)
    try #require(status == 0, "\(output)")
  }

  /// A repository with two commits: `one`, and `main`, in which one row leads elsewhere.
  private func makeRepository() throws {
    let path = flowsFolder + "/wallet/UC2.3-unlock-the-app.yaml"
    let source = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write(source, to: "Flows/UC2.3.yaml")
    try git("init -q -b main")
    try git("add .")
    try git("commit -qm one")
    try git("tag one")
    try folder.write(source.replacing("next: 6 }", with: "next: 1.4 }"), to: "Flows/UC2.3.yaml")
    try git("commit -qam two")
  }

  @Test("`diff` compares two revisions of a repository")
  func revisions() async throws {
    try makeRepository()
    for range in ["one..main", "one", "one...HEAD", "one.."] {
      let outcome = await flowrun("diff", range, "--exit-code", flows: folder.path("Flows"))
      #expect(outcome.status == 1, "\(outcome.err)")
      #expect(outcome.out.contains("1.3b “User selects Forgot PIN” leads to 1.4"), "\(range)")
    }
  }

  @Test("`diff` reads files with any name and of any size from a revision, and nothing else")
  func anyFile() async throws {
    // Nothing of this is below the folder of the flows.
    try folder.write("flow: X\n", to: "elsewhere.yaml")
    let flow = "title: A flow\noutline: not yet written\n"
    try folder.write("flow: A\n" + flow, to: "Flows/in a folder/with spaces.yaml")
    try folder.write("flow: B\n" + flow, to: "Flows/Größe ☃.yaml")
    try folder.write("flow: C\n" + flow, to: "Flows/two\nlines\tand a tab.yml")
    try folder.write("flow: D\n" + flow, to: "Flows/\"quoted\\.yaml")
    let comment = String(repeating: "# a comment of forty characters, or so..\n", count: 24_000)
    try folder.write("flow: E\n" + flow + comment, to: "Flows/long.yaml")
    try folder.write([UInt8](repeating: 0, count: 5_000_000), to: "Flows/picture.png")
    try folder.write("what: ever\n", to: "Flows/paths/A.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Flows/link.yaml"), withDestinationPath: "/nowhere")
    try git("init -q -b main")
    try git("add .")
    let commit = String(repeating: "1", count: 40)
    try git("update-index --add --cacheinfo 160000,\(commit),Flows/module.yaml")
    try git("commit -qm one")
    try git("rm -rqf --cached Flows")
    try FileManager.default.removeItem(atPath: folder.path("Flows"))
    try folder.write("flow: Z\ntitle: Another\noutline: none\n", to: "Flows/Z.yaml")
    try git("add .")
    try git("commit -qm two")
    let outcome = await flowrun("diff", "main~..main", flows: folder.path("Flows"))
    #expect(outcome.status == 0, "\(outcome.err)")
    for id in ["A", "B", "C", "D", "E"] {
      #expect(outcome.out.contains("\(id) A flow is gone"), "\(id): \(outcome.out)")
    }
    #expect(outcome.out.contains("Z Another is new"))
    #expect(!outcome.out.contains("X A flow"))
  }

  @Test("A file that is too long or not a flow is reported with its revision")
  func wrongFileInRevision() async throws {
    try folder.write([0x66, 0xFF, 0, 1], to: "Flows/binary.yaml")
    try folder.write([UInt8](repeating: 0x20, count: 5_000_000), to: "Flows/long.yaml")
    try git("init -q -b main")
    try git("add .")
    try git("commit -qm one")
    let outcome = await flowrun("diff", "main", flows: folder.path("Flows"))
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("main:binary.yaml:1:"), "\(outcome.err)")
    #expect(outcome.err.contains("main:long.yaml:1:"), "\(outcome.err)")
  }

  @Test("`diff` says so outside of a repository, and of a folder that a revision does not have")
  func noRepository() async throws {
    try folder.write("flow: X\n", to: "Flows/X.yaml")
    var outcome = await flowrun("diff", "main", flows: folder.path("Flows"))
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("git cannot read `main`: fatal: not a git repository"))
    try makeRepository()
    try folder.write("flow: X\n", to: "Other/X.yaml")
    outcome = await flowrun("diff", "main", flows: folder.path("Other"))
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("git cannot read `main`: it has no files in `"), "\(outcome.err)")
  }

  @Test("`diff` names git if it is not installed")
  func noGit() throws {
    let (status, output) = try OtherProgram.run(
      "env", ["PATH=/nowhere", builtFlowrun, "diff", "main", "--flows", flowsFolder])
    #expect(status == 2)
    #expect(output == "flowrun: git is not installed; compare two folders instead\n")
  }

  @Test("`diff` refuses an argument that is not a revision")
  func wrongRevisions() async throws {
    try makeRepository()
    for (range, words) in [
      ("none..main", "git cannot read `none`"), ("--output=x..main", "is not a revision"),
      ("main..-x", "is not a revision"), ("-x", "`-x` is not a revision"),
      ("--output=x...main", "is not a revision"),
    ] {
      let outcome = await flowrun("diff", "--", range, flows: folder.path("Flows"))
      #expect(outcome.status == 2)
      #expect(outcome.err.contains(words), "\(outcome.err)")
    }
  }

  @Test("`diff` reports a wrong file with its place")
  func wrongFile() async throws {
    try folder.write("flow: X\nflow: Y\n", to: "X.yaml")
    let path = folder.path("X.yaml")
    let outcome = await flowrun("diff", path, path, flows: nil)
    #expect(outcome.status == 2)
    #expect(outcome.err.contains(":2:1: error: the key `flow` occurs here twice"))
  }
}
