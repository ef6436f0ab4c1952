internal import ArgumentParser
internal import Files
internal import Markup

struct WebEIDInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Registers this program with a browser, for this user.",
    discussion: """
      Without `--official-name` the browser knows it as `flowrun.web_eid`, and only the extension \
      for tests that comes with flowrun may start it, or those named with `--extension`. With \
      `--official-name` it takes the place of the official application, so that the extension Web \
      eID of the browser's store starts it. The options of the host are kept in the registration.
      """)

  @OptionGroup var registration: RegistrationOptions
  @Option(
    name: .customLong("extension"), help: "The id of an extension that may start it.")
  var extensions: [String] = []
  @OptionGroup var host: WebEIDHostOptions

  func run() throws {
    let place = try registration.registration()
    for name in extensions where !WebEIDInstallCommand.isExtension(name) {
      throw Refusal("`\(name)` is not the id of an extension")
    }
    try place.install(
      extensions: extensions.isEmpty ? [place.usualExtension] : extensions,
      program: FileSystem.resolved("/proc/self/exe"), arguments: arguments)
    Console.current.out(
      """
      \(place.browser.label) knows flowrun as `\(place.name)`: \(TerminalText.line(place.manifest))
      see `flowrun web-eid status`

      """)
  }

  private static func isExtension(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "-_.@{}".utf8.contains(byte)
      }
  }

  /// The arguments of the host. Browsers start it in a folder of their own, so paths are whole.
  private var arguments: [String] {
    let given: [(String, String?)] = [
      ("--reader", host.reader), ("--pinentry", host.pinentry.map(WebEIDInstallCommand.program)),
      ("--world", host.world.map(WebEIDInstallCommand.whole)),
      ("--file", host.file.map(WebEIDInstallCommand.whole)),
      ("--authority", host.authority.map(WebEIDInstallCommand.whole)),
      ("--flows", host.flows.folder.map(WebEIDInstallCommand.whole)),
    ]
    return (host.virtual ? ["--virtual"] : [])
      + given.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  private static func whole(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileSystem.currentFolder + "/" + path
  }

  /// A name without a slash is looked for in `PATH`.
  private static func program(_ name: String) -> String {
    name.contains("/") ? whole(name) : name
  }
}

struct WebEIDUninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Removes the registration with a browser.")

  @OptionGroup var registration: RegistrationOptions

  func run() throws {
    let place = try registration.registration()
    guard try place.uninstall() else {
      throw Refusal(
        "\(place.browser.label) does not know flowrun as `\(place.name)`; nothing was removed",
        status: 1)
    }
    Console.current.out("\(place.browser.label) no longer knows flowrun as `\(place.name)`\n")
  }
}

/// Which registration is meant.
struct RegistrationOptions: ParsableArguments {
  @Option(help: "chromium, chrome or firefox.") var browser: BrowserKind
  @Flag(help: "Takes the place of the official application, for the extension of the store.")
  var officialName = false

  func registration() throws -> HostRegistration {
    try HostRegistration(browser, isOfficial: officialName)
  }
}
