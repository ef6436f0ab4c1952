public import ArgumentParser
internal import Diagnostics
internal import Platform
internal import Signals

/// The command line: `flowrun FLOW`, and the other commands.
public struct FlowRunCommand: AsyncParsableCommand {
  /// The name, the description and the list of commands.
  public static let configuration = CommandConfiguration(
    commandName: "flowrun",
    abstract: "Runs use cases.",
    discussion: """
      `flowrun UC2.3` runs a flow at the terminal; `flowrun list` names all flows.
      Exit status: 0 as expected, 1 not as expected, 2 files or arguments are wrong. A file that \
      cannot be read does not keep a command from using the others; it still ends with 2.
      """,
    version: Version.text,
    groupedSubcommands: CommandGroups.all,
    defaultSubcommand: RunCommand.self)

  /// A command without arguments, as ArgumentParser needs it.
  public init() {}

  /// Runs the command line of this process and exits.
  public static func runAsTool() -> Never {
    // So that a broken pipe, or a file beyond the limit of a shell, is reported by write and does
    // not end the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    Signals.handleCrashes()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let status = MainThread.status { await run(arguments, on: Console.standard) }
    Terminal.close()
    Platform.exit(Console.status(after: status))
  }

  /// Refuses a command line that ArgumentParser would not: help for a command that does not exist,
  /// and an option in place of a flow, for which it only misses the flow.
  private static func refuseUnknownWord(_ arguments: [String]) throws {
    if arguments.first == "help" { try refuseUnknownCommand(arguments.dropFirst()) }
    guard let first = arguments.first, first.hasPrefix("--"), first != "--" else { return }
    let name = String(first.prefix { $0 != "=" })
    let known =
      options(of: RunCommand.self)
      + ["--help", "--help-hidden", "--version", "--generate-completion-script"]
    // Names of options may be cut short, and `--experimental-dump-help` is for other programs.
    guard !known.contains(where: { $0.hasPrefix(name) }), !name.hasPrefix("--experimental") else {
      return
    }
    let near = DidYouMean.question(for: name, in: known)
    throw Refusal("there is no option `\(name)`; \(near ?? "`flowrun help run` names all")")
  }

  /// The options of a command, in the order of its help: of lines such as `-o, --output <output>`.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    helpMessage(for: command, includeHidden: true, columns: 200).split(separator: "\n")
      .flatMap { line in
        line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") }
          .filter { $0.hasPrefix("--") }.map(String.init)
      }
  }

  /// The command of a command line. A flow that is called like a command is run if an option is
  /// given that only a run has (docs/decisions/0030).
  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    let arguments = TextsSetCommand.taken(arguments)
    do { return try parseAsRoot(arguments) } catch {
      guard let name = arguments.first, unknownOption(arguments) != nil,
        let run = try? parseAsRoot(["run"] + arguments) as? RunCommand,
        run.options.flow == name, run.options.flows.has(name)
      else { throw error }
      return run
    }
  }

  /// The refusal of the first option that the command of a command line does not have. Nil if it
  /// has all of them.
  private static func unknownOption(_ arguments: [String]) -> Refusal? {
    var command: any ParsableCommand.Type = FlowRunCommand.self
    var path = "flowrun"
    for word in arguments {
      guard
        let next = command.configuration.subcommands.first(where: {
          $0.configuration.commandName == word
        })
      else { break }
      command = next
      path += " \(word)"
    }
    let other = command.configuration.defaultSubcommand.map { options(of: $0) } ?? []
    let known = Set(options(of: command) + other)
    for word in arguments.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      guard !known.contains(name), name != "--help", name != "--version" else { continue }
      let near = DidYouMean.question(for: name, in: known.sorted())
      return Refusal(
        "`\(path)` has no option `\(name)`; \(near ?? "`\(path) --help` names all")")
    }
    return nil
  }

  /// Refuses help for a command that does not exist: `help check nosuch`.
  private static func refuseUnknownCommand(_ words: ArraySlice<String>) throws {
    var command: any ParsableCommand.Type = FlowRunCommand.self
    var path = "flowrun"
    for word in words where !word.hasPrefix("-") {
      let all = command.configuration.subcommands
      let names = all.compactMap { $0.configuration.commandName }
      guard let next = all.first(where: { $0.configuration.commandName == word }) else {
        let near = DidYouMean.question(for: word, in: names)
        guard command != FlowRunCommand.self else {
          throw Refusal("there is no command `\(word)`; \(near ?? "`flowrun --help` names all")")
        }
        let way = names.isEmpty ? "`\(path) --help` describes it" : "`\(path) --help` names all"
        throw Refusal("`\(path)` has no command `\(word)`; \(near ?? way)")
      }
      command = next
      path += " \(word)"
    }
  }

  /// Runs a command. If it takes long, a terminal shows how far it is.
  private static func run(_ command: any ParsableCommand, on console: Console) async throws {
    let deed = (command as? any LongCommand)?.deed
    let line = deed.map { ProgressLine($0, on: console) }
    line?.start()
    defer { line?.finish() }
    try await Console.$current.withValue(line.map { console.wiping($0) } ?? console) {
      var command = command
      if var naming = command as? any FlowNaming {
        try naming.resolvePath()
        command = naming
      }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    }
  }

  /// Runs a command line with the given console.
  ///
  /// - Returns: the exit status: 0, 1 or 2; 130 if the user cancelled.
  public static func run(_ arguments: [String], on console: Console) async -> Int32 {
    await Console.$current.withValue(console) {
      do {
        try refuseUnknownWord(arguments)
        // Not the error of `run`, to which ArgumentParser leaves an empty command line.
        if arguments.isEmpty {
          console.err("\(NextSteps.text())\nflowrun: no flow and no command was given\n")
          return console.status(ofCommand: 2)
        }
        try await run(try command(arguments), on: console)
        return console.status(ofCommand: 0)
      } catch let exit as ExitCode {
        return console.status(ofCommand: exit.rawValue)
      } catch let refusal as Refusal {
        console.show(refusal)
        return console.status(ofCommand: refusal.status)
      } catch {
        let text = fullMessage(for: error)
        let isFailure = exitCode(for: error) != .success
        // With an option that it does not know, ArgumentParser only misses the flow.
        if text.hasPrefix("Error: Missing expected argument"),
          let refusal = unknownOption(arguments)
        {
          console.show(refusal)
          return console.status(ofCommand: refusal.status)
        }
        if isFailure { console.err(text + "\n") } else { console.out(text + "\n") }
        return isFailure ? 2 : 0
      }
    }
  }
}
