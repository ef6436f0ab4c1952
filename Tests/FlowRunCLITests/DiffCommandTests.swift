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

  @Test("`diff` refuses an argument that is not a revision")
  func wrongRevisions() async throws {
    try makeRepository()
    for (range, words) in [
      ("none..main", "git cannot read `none`"), ("--output=x..main", "is not a revision"),
      ("main..-x", "is not a revision"),
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
