import ArgumentParser
import TestSupport
import Testing

@testable import FlowRunCLI

/// `flowrun` without arguments, and the groups of its help.
@Suite struct NextStepsTests {
  /// Runs the built program in a folder.
  private func flowrun(_ arguments: String..., in folder: Folder) throws -> (
    status: Int32, output: String
  ) {
    try OtherProgram.run(builtFlowrun, arguments, in: folder.path)
  }

  @Test("In an empty folder, it leads to the hotel")
  func nothing() throws {
    let outcome = try flowrun(in: try Folder())
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("flowrun init hotel"))
  }

  @Test("Beside a document with a use case, it says how to read it")
  func document() throws {
    let text = "# Use case 1: Pay\n\n## Main success scenario\n\n1. The user pays.\n"
    let folder = try Folder(["a.md": "# Notes\n", "docs/pay now.md": text])
    let outcome = try flowrun(in: folder)
    #expect(outcome.output.hasPrefix("`docs/pay now.md` has 1 use case."))
    #expect(outcome.output.contains("flowrun import 'docs/pay now.md' -o Flows "))
  }

  @Test("In a folder with flows, each command that it names works")
  func flows() throws {
    let folder = try Folder()
    #expect(try flowrun("init", ".", in: folder).status == 0)
    let outcome = try flowrun(in: folder)
    #expect(outcome.output.hasPrefix("`Flows`: 1 flow, nothing to repair."))
    #expect(outcome.output.contains("  flowrun replay "))
    #expect(!outcome.output.contains("flowrun check"))
    #expect(try flowrun("replay", in: folder).status == 0)
  }

  @Test("What is wrong comes first")
  func broken() throws {
    let folder = try Folder(["Flows/UC1.yaml": "flow: UC1\ntitle: A\n"])
    let outcome = try flowrun(in: folder)
    #expect(outcome.status == 2)
    #expect(!outcome.output.contains("nothing to repair"))
  }

  @Test("Every command is in one group, and no name is in two")
  func groups() async {
    let help = await FlowRunCLITests.flowrun("--help", flows: nil).out
    let names = CommandGroups.all.flatMap { group in
      group.subcommands.compactMap { $0.configuration.commandName }
    }
    #expect(names.count == Set(names).count)
    for group in CommandGroups.all {
      #expect(help.contains("\(group.name.uppercased()) SUBCOMMANDS:"))
    }
    #expect(FlowRunCommand.configuration.ungroupedSubcommands.isEmpty)
  }
}
