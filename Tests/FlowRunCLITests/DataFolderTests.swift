import TestSupport
import Testing

@testable import FlowRunCLI

@Suite struct DataFolderTests {
  @Test("An installed program finds what was installed with it")
  func installed() throws {
    let folder = try Folder(["usr/share/flowrun/Flows/a.yaml": "", "usr/bin/flowrun": ""])
    #expect(
      DataFolder.path("Flows", ofProgram: folder.path("usr/bin/flowrun"))
        == folder.path("usr/share/flowrun/Flows"))
  }

  @Test("A program in a build folder finds the files of its project")
  func built() throws {
    let folder = try Folder(["docs/rules/a.md": "", ".build/debug/flowrun": ""])
    #expect(
      DataFolder.path("docs/rules/a.md", ofProgram: folder.path(".build/debug/flowrun"))
        == folder.path("docs/rules/a.md"))
    #expect(DataFolder.path("docs/rules/b.md", ofProgram: "/flowrun") == nil)
  }

  @Test("A copy of the program alone says how to name a folder of flows")
  func alone() throws {
    let folder = try Folder()
    _ = try OtherProgram.run("cp", [builtFlowrun, folder.path("flowrun")])
    let outcome = try OtherProgram.run(folder.path("flowrun"), ["list"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.output
        == """
        flowrun: there is no `Flows` folder here or above, and none beside this program; name \
        one with `--flows DIR`\n
        """
    )
  }

  @Test("Names for completions are ids and aliases, one per line and without spaces")
  func names() async {
    let outcome = await flowrun("list", "--names")
    let names = outcome.out.split(separator: "\n")
    #expect(names.contains("UC2.3") && names.contains("unlock-the-app"))
    #expect(names.contains("no-internet") && !outcome.out.contains(" "))
  }
}
