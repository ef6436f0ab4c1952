internal import ArgumentParser
internal import CardDesk
internal import CryptoCore
internal import Dates
internal import EstEID
internal import Files
internal import FlowModel
internal import FlowRuntime
internal import JSON
internal import Markup
internal import WalletApp
internal import WalletSimulator

struct WebEIDCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web-eid",
    abstract: "Logs in and signs on websites through the browser's extension Web eID.",
    discussion: """
      A browser starts `flowrun web-eid` by itself, once `flowrun web-eid install` has registered \
      it. What happens then is the flow `web-eid`. See docs/web-eid.md.
      """,
    subcommands: [
      WebEIDHostCommand.self, WebEIDInstallCommand.self, WebEIDUninstallCommand.self,
      WebEIDStatusCommand.self,
    ], defaultSubcommand: WebEIDHostCommand.self)
}

/// The options of the host. `install` passes them on.
struct WebEIDHostOptions: ParsableArguments {
  @Option(help: "The name of the reader. By default the first with a card.") var reader: String?
  @Option(help: "The program that asks for PINs.") var pinentry: String?
  @Flag(
    help:
      "Uses a virtual card. Without `--pinentry`, a person described by the world enters the PINs."
  )
  var virtual = false
  @Option(help: "With `--virtual`: the world, a YAML file, described in docs/wallet.md.")
  var world: String?
  @Option(
    help: "With `--virtual`: keeps the card in this file; without it every card is a new one.")
  var file: String?
  @Option(help: "With `--virtual`: writes the certificate of the card's authority here.")
  var authority: String?
  @OptionGroup var flows: FlowsOption

  func validate() throws {
    guard virtual || (world == nil && file == nil && authority == nil) else {
      throw ValidationError("`--world`, `--file` and `--authority` are for `--virtual`")
    }
  }
}

struct WebEIDHostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Serves one request of a browser, or of a command line.",
    discussion: """
      Browsers give their own arguments, which are ignored. With `-c`, the two arguments are a \
      command (`authenticate`, `sign` or `get-signing-certificate`) and its arguments as JSON; \
      the answer is printed, and PINs are asked for at the terminal.
      """)

  @Flag(
    name: [.customShort("c"), .customLong("command-line-mode")],
    help: "Takes the command and its arguments from the command line.")
  var isGiven = false
  @OptionGroup var options: WebEIDHostOptions
  @Argument(help: "What the browser says, or a command and its arguments.") var words: [String] = []

  func run() async throws {
    let console = Console.current
    console.willHoldSecrets()
    let browser = try port()
    // From here on, nothing that is typed is shown.
    if isGiven { console.terminal?.open() }
    let catalogue = try FlowsFolder(name: options.flows.folder).catalogue(reachedFrom: "web-eid")
    let flow = try catalogue.find("web-eid")
    let (desk, person, clock) = try await surroundings(browser)
    let run = try DeskRun(catalogue.compiled(), flow, desk: desk, person: person, clock: clock)
    // Only answers go to standard output.
    var dialogs = console
    dialogs.out = console.err
    let isAnswered = await Console.$current.withValue(dialogs) {
      await run.serve(browser, greeting: !isGiven)
    }
    guard isAnswered else {
      // A browser has been told; its users do not see an exit status.
      throw isGiven ? ExitCode(1) : ExitCode(0)
    }
  }

  private func port() throws -> any BrowserPort {
    guard isGiven else {
      guard Console.current.terminal == nil else {
        throw Refusal(
          "a browser starts this command, and none is here",
          help:
            """
            `flowrun web-eid -c COMMAND ARGUMENTS` asks as one would; `flowrun run web-eid` runs \
            the flow of this name
            """
        )
      }
      return StandardPort()
    }
    guard words.count == 2 else {
      throw Refusal("give a command and its arguments as JSON: `-c authenticate '{...}'`")
    }
    guard let arguments = JSONValue(parsing: words[1]) else {
      throw Refusal("the arguments of `\(words[0])` are not JSON")
    }
    let console = Console.current
    return GivenRequest(words[0], arguments) { console.out($0.text + "\n") }
  }

  private func surroundings(
    _ browser: any BrowserPort
  ) async throws -> (CardDesk, any DeskPerson, any RunClock) {
    guard options.virtual else {
      let desk = try CardDesk(cards: ReaderSource(name: options.reader), browser: browser)
      let clock = SystemRunClock()
      return (desk, realPerson(clock), clock)
    }
    var world = World.desk(at: SystemTime.seconds())
    if let path = options.world {
      world = world.changed(by: try WorldOption.settings(path))
    }
    do {
      let folder = try TemporaryFolder()
      // Where nothing takes time, a slow machine must not make a prompt run out.
      let clock: any RunClock =
        world.takesTime || options.pinentry != nil ? SystemRunClock() : ManualRunClock()
      let simulator = try await Simulator(
        world, folder: folder.path, clock: clock, cardFile: options.file,
        browser: browser)
      if let authority = options.authority {
        try await simulator.reader.card()
        try FileSystem.write(simulator.reader.authority?.der ?? [], to: authority)
      }
      guard options.pinentry == nil else { return (simulator.desk, realPerson(nil), clock) }
      let err = Console.current.err
      return (simulator.desk, SimulatedPerson(world) { err("\(TerminalText.line($0))\n") }, clock)
    } catch {
      throw Refusal("\(error)")
    }
  }

  /// A person at the dialog program, or at the terminal if the request comes from there.
  private func realPerson(_ clock: (any RunClock)?) -> any DeskPerson {
    if let program = options.pinentry { return Pinentry(program, terminal: Console.ownTerminal) }
    if isGiven, Console.current.terminal != nil {
      return PersonAtTerminal(can: CANSource(option: nil, isVirtual: false), clock: clock)
    }
    return Pinentry(terminal: Console.ownTerminal)
  }
}
