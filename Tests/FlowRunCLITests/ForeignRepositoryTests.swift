import TestSupport
import Testing

/// `diff` and `migrate` read foreign repositories, and start nothing that their settings name.
@Suite struct ForeignRepositoryTests {
  private let folder: Folder
  private let repository: String

  /// A partial clone without the files of its commits, so that git would fetch them.
  init() throws {
    folder = try Folder([
      "source/Flows/A.yaml": "flow: A\ntitle: A\noutline: later\n",
      "source/Flows/.gitattributes": "*.yaml filter=evil diff=evil\n",
    ])
    repository = folder.path("clone")
    let source = folder.path("source")
    try git("init", "-q", "-b", "main", source)
    try git("-C", source, "config", "uploadpack.allowFilter", "true")
    try git("-C", source, "add", ".")
    try commit(source, "one")
    try folder.write("flow: A\ntitle: B\noutline: later\n", to: "source/Flows/A.yaml")
    try commit(source, "two")
    try git(
      "clone", "-q", "--no-checkout", "--filter=blob:none", "file://\(source)", repository)
    // The folder of flows exists, as after an unpacked archive.
    try folder.write("flow: A\ntitle: C\noutline: later\n", to: "clone/Flows/A.yaml")
  }

  private func git(_ arguments: String...) throws {
    let (status, output) = try OtherProgram.run("git", arguments)
    try #require(status == 0, "\(output)")
  }

  private func commit(_ source: String, _ name: String) throws {
    try git(
      "-C", source, "-c", "user.name=t", "-c", "user.email=t@example.org", "-c",
      "commit.gpgsign=false", "commit", "-qam", name)
  }

  /// The settings of a repository that start a program, each in its own way.
  private static let traps: [[(name: String, value: String)]] = [
    [("remote.origin.url", "ext::EVIL"), ("protocol.ext.allow", "always")],
    [("remote.origin.url", "ssh://host/path"), ("core.sshCommand", "EVIL")],
    [("remote.origin.url", "SOURCE"), ("remote.origin.uploadpack", "EVIL")],
    [("remote.origin.url", "git://host/path"), ("core.gitProxy", "EVIL")],
    [("core.fsmonitor", "EVIL")],
    [("core.hooksPath", "HOOKS")],
    [("filter.evil.smudge", "EVIL"), ("filter.evil.process", "EVIL")],
    [("diff.evil.textconv", "EVIL"), ("diff.evil.command", "EVIL"), ("diff.external", "EVIL")],
    [("core.pager", "EVIL"), ("pager.ls-tree", "true"), ("pager.cat-file", "true")],
    [("core.askPass", "EVIL"), ("credential.helper", "!EVIL")],
  ]

  @Test(
    "No program is started that the settings of a foreign repository name",
    arguments: traps.indices)
  func nothingForeign(_ trap: Int) async throws {
    let evil = folder.path("evil")
    try folder.write("#!/bin/sh\ntouch \(folder.path("hit"))\nexit 1\n", to: "evil")
    try folder.write("#!/bin/sh\ntouch \(folder.path("hit"))\n", to: "hooks/post-checkout")
    for name in ["evil", "hooks/post-checkout"] {
      _ = try OtherProgram.run("chmod", ["+x", folder.path(name)])
    }
    for (name, value) in ForeignRepositoryTests.traps[trap] {
      let text = value.replacing("EVIL", with: evil).replacing("HOOKS", with: folder.path("hooks"))
        .replacing("SOURCE", with: folder.path("source"))
      try git("-C", repository, "config", name, text)
    }
    for command in [["diff", "HEAD~1..HEAD"], ["diff", "HEAD"], ["migrate", "HEAD~1..HEAD"]] {
      let outcome = await flowrun(command, flows: folder.path("clone/Flows"))
      #expect(outcome.status == 2, "\(command): \(outcome)")
      #expect(!folder.files.contains("hit"), "\(command)")
    }
  }
}
