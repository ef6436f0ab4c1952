internal import ArgumentParser

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a flow, by hand or by script. The default.")

  @OptionGroup var options: RunOptions

  func run() async throws { try await Run(options: options).run() }
}
