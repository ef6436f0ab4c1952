internal import ArgumentParser

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a flow, by hand or by script. The default.")

  @Argument(
    help: "The flow's id or alias, in any letter case. Not needed with `--script`.",
    completion: .flows)
  var flow: String?
  @Option(help: "Takes these rows: 1.1b,1.2b,2.1a") var rows: String?
  @Option(
    help:
      "Runs a script, or several; `-` reads them from standard input. With a flow, only its own.")
  var script: String?
  @Flag(help: "Takes the rows of a script also when no run would take them there.")
  var anyway = false
  @Option(help: "Enters the flow at this step.") var from: String?
  @Option(help: "Sets the first value of a fact: platform=android.") var fact: [String] = []
  @Flag(help: "Stops when the run leaves the flow.") var only = false
  @Flag(help: "Follows `meant` instead of the document's slips.") var asMeant = false
  @Option(help: "The world of the run: a YAML file, described in docs/wallet.md.")
  var world: String?
  @Option(
    help: "The website that starts the app, such as http://127.0.0.1:8080 of `serve website`.")
  var website: String?
  @Option(help: "The account server, such as http://127.0.0.1:8081 of `serve account`.")
  var account: String?
  @Option(
    help: "The folder for the app's data. By default below the home folder; with a world, none.")
  var state: String?
  @Option(
    help: "Writes the certificate of the virtual card's authority here, for `serve website`.")
  var authority: String?
  @Option(help: "Uses cards in this PC/SC reader, or in `any`. By default a virtual card.")
  var reader: String?
  @Option(
    help: ArgumentHelp(
      "An authority that the built-in website trusts: a certificate, a folder, or `test-cards`.",
      discussion: "Without it, with `--reader`, those that issue Estonian ID cards.",
      valueName: "file"))
  var trust: [String] = []
  @Flag(help: "Continues as far as nobody has to decide.") var byItself = false
  @Flag(help: "No handlers: you choose every outcome.") var byHand = false
  @Flag(help: "Shows the run in the studio, row by row.") var inspect = false
  @Option(
    help: ArgumentHelp(
      "Prints the taken rows: json, one object per line, or text; full and full-json with more.",
      discussion: "More is what is shown, the rows that the facts allow, the facts, and the stack.")
  )
  var trace: TraceFormat?
  @OptionGroup var flows: FlowsOption

  /// The given options. They are found by reflection: each property has the name of its option.
  var options: RunOptions {
    var options = RunOptions(flow: flow)
    for child in Mirror(reflecting: self).children {
      guard
        let name = RunOptions.Name.allCases.first(where: { "_\($0)" == child.label })
      else { continue }
      switch child.value {
      case let flag as Flag<Bool>: if flag.wrappedValue { options.add(name) }
      case let option as ArgumentParser.Option<String?>:
        option.wrappedValue.map { options.add(name, $0) }
      case let option as ArgumentParser.Option<[String]>:
        for value in option.wrappedValue { options.add(name, value) }
      case let option as Option<TraceFormat?>:
        option.wrappedValue.map { options.add(name, $0.rawValue) }
      default: continue
      }
    }
    flows.folder.map { options.add(.flows, $0) }
    return options
  }

  func validate() throws {
    if flow == nil, script == nil {
      throw ValidationError("Missing expected argument '<flow>'")
    }
  }

  func run() async throws { try await Run(options: options).run() }
}
