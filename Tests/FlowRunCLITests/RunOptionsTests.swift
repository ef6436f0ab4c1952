import ArgumentParser
import Testing

@testable import FlowRunCLI

/// The options as ArgumentParser reads them. Nil if it refuses them, or for another command.
private func parsed(_ arguments: [String]) -> RunOptions? {
  let command = try? FlowRunCommand.parseAsRoot(arguments)
  return (command as? RunCommand)?.options
}

@Suite struct RunOptionsTests {
  /// The options of `flowrun run`, as its help names them: with a value, and without.
  private static let named: [(name: String, value: Bool)] = {
    RunCommand.helpMessage(columns: 200).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let name = words.first, name.hasPrefix("--") else { return nil }
      return (String(name), words.count > 1 && words[1].hasPrefix("<"))
    }
  }()

  private static let arguments: [[String]] =
    named.map { ["UC2.3", $0.name] + ($0.value ? [$0.name == "--trace" ? "json" : "x"] : []) }
    + [
      ["unlock-the-app"], ["UC2.3", "--by-hand", "--flows", "Flows", "--trace", "text"],
      ["UC2.3", "--fact", "a=b", "--only", "--fact", "c=d", "--trust", "x", "--trust", "y"],
    ]

  @Test("The help of `run` names all 19 options")
  func help() {
    #expect(RunOptionsTests.named.count == 19)
  }

  @Test("A plain command line is read as ArgumentParser reads it", arguments: arguments)
  func plainLines(_ arguments: [String]) throws {
    let options = try #require(RunOptions(plain: arguments))
    #expect(options == parsed(arguments))
  }

  @Test(
    "Any other command line is left to ArgumentParser",
    arguments: [
      [], [""], ["--by-hand", "UC2.3"], ["list"], ["run", "UC2.3"], ["help"], ["help", "run"],
      ["card"],
      ["UC2.3", "--help"], ["UC2.3", "-h"], ["UC2.3", "--version"], ["--version"],
      ["UC2.3", "UC1.2"], ["UC2.3", "--by"], ["UC2.3", "--from"], ["UC2.3", "--from", "--only"],
      ["UC2.3", "--from=1.1"], ["UC2.3", "--from", "1.1", "--from", "1.2"],
      ["UC2.3", "--script", "-"],
      ["UC2.3", "--trace", "xml"], ["UC2.3", "--", "--only"], ["UC2.3", "--from", ""],
      ["--generate-completion-script", "bash"],
    ])
  func otherLines(_ arguments: [String]) {
    #expect(RunOptions(plain: arguments) == nil)
  }

  @Test("No command is taken for a flow")
  func commandNames() {
    let commands = FlowRunCommand.configuration.subcommands
    let names = commands.compactMap { $0.configuration.commandName }
    #expect(names.count == commands.count)
    #expect((names + ["help"]).allSatisfy { RunOptions.mayBeCommand($0) })
    #expect(commands.allSatisfy { $0.configuration.aliases.isEmpty })
  }
}
