import ArgumentParser
import FlowLoader
import FlowModel
import TestSupport
import Testing

@testable import FlowRunCLI

/// Names of flows and of commands do not collide (docs/decisions/0030).
@Suite struct FlowNameTests {
  private static func flow(_ name: String) -> String {
    """
    flow: \(name)
    title: A flow
    sections:
      - section: 1
        title: S
        steps:
          - step: 1.1
            system: works
            next: end

    """
  }

  /// The names of all commands.
  private static let commands =
    FlowRunCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" }

  @Test("Our flow that is called like a command runs under its id as it does with `run`")
  func ours() async throws {
    let catalogue = try FlowsFolder(name: flowsFolder).catalogue()
    let shared = catalogue.flows.filter {
      FlowNameTests.commands.contains($0.id) || FlowNameTests.commands.contains($0.alias ?? "")
    }
    #expect(shared.map(\.id) == ["web-eid"])
    for flow in shared {
      let row = try #require(flow.rows.first).reference
      let options = ["--rows", row, "--anyway", "--only", "--trace", "text"]
      let outcome = await flowrun([flow.id] + options)
      let run = await flowrun(["run", flow.id] + options)
      #expect(outcome.status == run.status && outcome.out == run.out, "\(outcome)")
      #expect(outcome.out.contains("\(flow.id):"), "\(outcome)")
    }
  }

  @Test("A flow that is called like a command is run with an option that only a run has")
  func commandNames() async throws {
    let names = FlowNameTests.commands
    let folder = try Folder(
      Dictionary(
        uniqueKeysWithValues: names.map { ("Flows/\($0).yaml", FlowNameTests.flow($0)) }))
    let options = ["--rows", "1.1", "--trace", "text"]
    for name in names where name != "run" {
      let outcome = await flowrun([name] + options, flows: folder.path("Flows"))
      #expect(outcome.status == 0 && outcome.err.isEmpty, "\(name): \(outcome)")
      #expect(outcome.out.contains("\(name):1.1  "), "\(name): \(outcome)")
    }
    // `run` is the way that always works, also for a flow of this name.
    for name in names {
      let outcome = await flowrun(["run", name] + options, flows: folder.path("Flows"))
      #expect(outcome.status == 0 && outcome.out.contains("\(name):1.1  "), "\(outcome)")
    }
  }

  @Test("A command keeps its own options, and its errors")
  func commandsFirst() async throws {
    let folder = try Folder(["Flows/list.yaml": FlowNameTests.flow("list")])
    let list = await flowrun("list", flows: folder.path("Flows"))
    #expect(list.status == 0 && list.out.contains("A flow"))
    let wrong = await flowrun("list", "--nosuch", flows: folder.path("Flows"))
    #expect(wrong.status == 2 && wrong.err.contains("--nosuch"), "\(wrong)")
    // Without a flow of this name, the command says what it misses.
    let none = await flowrun("table", "--rows", "1.1", flows: folder.path("Flows"))
    #expect(none.status == 2 && none.err.contains("--rows"), "\(none)")
  }
}
