import Foundation
import TestSupport
import Testing

@testable import FlowRunCLI

@Suite struct InitCommandTests {
  private func made() async throws -> Folder {
    let folder = try Folder()
    let outcome = await flowrun("init", folder.path("new"), flows: nil)
    #expect(outcome.status == 0, "\(outcome.err)")
    return folder
  }

  @Test("A new folder passes the check and the replays, and every row is taken")
  func passes() async throws {
    let folder = try await made()
    let flows = folder.path("new/Flows")
    let check = await flowrun("check", "--strict", flows, flows: nil)
    #expect(check.status == 0, "\(check.out)\(check.err)")
    let replay = await flowrun("replay", flows: flows)
    #expect(replay.status == 0, "\(replay.err)")
    #expect(replay.out.contains("6 of 6 rows reached"))
    #expect(replay.out.contains("2 passed, 0 failed"))
  }

  @Test("Every file is written, and none that exists is changed")
  func writesAll() async throws {
    let folder = try Folder(["new/README.md": "mine\n"])
    let refused = await flowrun("init", folder.path("new"), flows: nil)
    #expect(refused.status == 2)
    #expect(
      refused.err
        == """
        flowrun: `\(folder.path("new/README.md"))` exists already, so nothing was written; name \
        a new folder, and move from there what you want\n
        """
    )
    #expect(folder.text("new/README.md") == "mine\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("new/Flows")))
    let outcome = await flowrun("init", folder.path("other"), flows: nil)
    for (path, bytes) in InitFiles.all {
      #expect(folder.bytes("other/\(path)") == bytes, "\(path)")
      #expect(outcome.out.contains("  \(path)\n"))
    }
  }

  @Test("Only the package whose checksum the repository names is installed")
  func checksum() async throws {
    let folder = try Folder(["good.deb": "a package\n", "readme.txt": ""])
    let outcome = await flowrun(
      "init", folder.path("new"), "--package", folder.path("good.deb"), flows: nil)
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(folder.text("new/.flowrun/good.deb") == "a package\n")
    // Links, since a program that was just written cannot be run while another test begins one.
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: true)
    for (name, program) in [
      "apt-get": "/bin/echo", "sudo": "/usr/bin/env", "mkdir": "/bin/mkdir",
      "sha256sum": "/usr/bin/sha256sum", "id": "/usr/bin/id",
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("bin/\(name)"), withDestinationPath: program)
    }
    func install() throws -> (status: Int32, output: String) {
      try OtherProgram.run(
        "env",
        [
          "-i", "PATH=\(folder.path("bin"))", "RUNNER_TEMP=\(folder.path("temp"))", "/bin/sh",
          ".flowrun/install.sh",
        ], in: folder.path("new"))
    }
    let good = try install()
    #expect(good.status == 0 && good.output.contains("recommends ./.flowrun/good.deb"), "\(good)")
    for wrong in ["", String(repeating: "0", count: 64), "0"] {
      try folder.write("\(wrong)  good.deb\n", to: "new/.flowrun/package.sha256")
      let refused = try install()
      #expect(refused.status != 0, "\(refused.output)")
      #expect(!refused.output.contains("recommends"))
    }
    let other = await flowrun(
      "init", folder.path("b"), "--package", folder.path("readme.txt"), flows: nil)
    #expect(other.status == 2 && other.err.contains("is no .deb, .whl"), "\(other.err)")
  }

  @Test("A folder without a name is refused, and nothing is left of what cannot be written whole")
  func allOrNothing() async throws {
    for name in ["", "-"] {
      let outcome = await flowrun("init", name, flows: nil)
      #expect(
        outcome.status == 2 && outcome.err.contains("needs the name of a folder"), "\(outcome)")
    }
    let folder = try Folder(["new/Flows": "a file\n", "file": ""])
    let outcome = await flowrun("init", folder.path("new"), flows: nil)
    #expect(outcome.status == 2 && outcome.err.contains("new/Flows"), "\(outcome)")
    #expect(folder.files == ["file", "new"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("new")) == ["Flows"])
    let file = await flowrun("init", folder.path("file"), flows: nil)
    #expect(file.err == "flowrun: `\(folder.path("file"))` is not a folder; nothing was written\n")
  }

  @Test("The README of a new folder leads to the first change")
  func readme() async throws {
    let folder = try await made()
    let page = Walkthrough(name: "README.md", page: folder.text("new/README.md"))
    let count = try page.follow(in: folder.path("new"))
    #expect(count >= 6)
    #expect(
      folder.text("new/Flows/paths/UC1.trace").contains("UC1:2.1b  User selects Close -> end"))
  }

  @Test("The workflow, the hooks and the settings are valid, and their commands pass")
  func checks() async throws {
    let folder = try await made()
    let commands = try OtherProgram.run(
      "python3",
      [
        "-c",
        """
        import json, re, yaml
        job = yaml.safe_load(open(".github/workflows/flows.yml"))["jobs"]["flows"]
        assert job["steps"][1]["uses"] == "./.flowrun"
        steps = yaml.safe_load(open(".flowrun/action.yml"))["runs"]["steps"]
        commands = [step["run"].replace('"$FLOWS"', "Flows") for step in steps if \
        step.get("run", "").startswith("flowrun")]
        assert len(commands) == 2, commands
        hooks = yaml.safe_load(open(".pre-commit-hooks.yaml"))
        [repo] = yaml.safe_load(open(".pre-commit-config.yaml"))["repos"]
        assert repo["repo"] == "local" and repo["hooks"] == hooks
        assert all(re.search(hook["files"], "Flows/UC1-book-a-room.yaml") for hook in hooks)
        schemas = json.load(open(".vscode/settings.json"))["yaml.schemas"]
        for schema in schemas: json.load(open(schema))
        json.load(open(".vscode/extensions.json"))
        print("\\n".join(commands + [hook["entry"] for hook in hooks]))
        """,
      ], in: folder.path("new"))
    #expect(commands.status == 0, "\(commands.output)")
    let lines = commands.output.split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let outcome = try OtherProgram.run(
        builtFlowrun, Array(words.dropFirst()), in: folder.path("new"))
      #expect(outcome.status == 0, "\(line): \(outcome.output)")
    }
  }
}
