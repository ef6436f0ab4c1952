internal import CryptoCore
internal import Dates
internal import Diagnostics
internal import Files
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import LoopbackHTTP
internal import Markup
internal import WalletApp
internal import WalletSimulator
internal import WebToken

/// The options that describe the surroundings of a run by hand.
struct WorldOption {
  let options: RunOptions

  /// Whether nothing is kept after the run: it has a world and no `--state`.
  var needsTemporaryFolder: Bool { options.world != nil && options.state == nil }

  /// The folder for the app's data.
  var folder: String {
    get throws {
      guard let state = options.state else { return try WorldOption.usualFolder }
      guard !state.isEmpty else { throw Refusal("`--state` needs the name of a folder") }
      return state
    }
  }

  /// The folder for the app's data, if no other one is named.
  static var usualFolder: String {
    get throws {
      if let base = Console.environment("XDG_STATE_HOME"), base.hasPrefix("/") {
        return base + "/flowrun"
      }
      guard let home = Console.environment("HOME"), home.hasPrefix("/") else {
        throw Refusal("there is no home folder; name one with `--state DIR`")
      }
      return home + "/.local/state/flowrun"
    }
  }

  /// The surroundings that the options name.
  struct Outside {
    var beginning = World()
    var account: HTTPAccountService?
    var caller: HTTPCaller?
    var trusted: [TrustAnchor] = []
  }

  /// The surroundings that the options name. Refuses wrong options.
  func outside() throws -> Outside {
    var outside = Outside()
    if options.state != nil { _ = try folder }
    outside.beginning.time = SystemTime.seconds()
    if let world = options.world {
      outside.beginning = outside.beginning.changed(by: try WorldOption.settings(world))
    }
    outside.account = try options.account.map { text in
      guard let host = HTTPClient.Host(loopback: text) else {
        throw Refusal("`\(text)` is not a server on this machine; write http://127.0.0.1:PORT")
      }
      return HTTPAccountService(host: host)
    }
    outside.caller = try options.website.map { text in
      guard let caller = HTTPCaller(text, usesWebEID: outside.beginning.wantsWebEID) else {
        throw Refusal("`\(text)` is not a website on this machine; write http://127.0.0.1:PORT")
      }
      return caller
    }
    guard options.reader != "" else {
      throw Refusal("`--reader` needs the name of a reader, or `any`")
    }
    guard options.authority != "" else { throw Refusal("`--authority` needs the name of a file") }
    // The virtual card's own authority is trusted without being named.
    if options.reader != nil || !options.trust.isEmpty {
      outside.trusted = try TrustList(names: options.trust).anchors()
    }
    return outside
  }

  func worldRun(in folder: String, _ clock: SystemRunClock) async throws -> Simulator {
    let outside = try outside()
    do {
      let run = try await Simulator(
        outside.beginning, folder: folder, clock: clock, isKept: !needsTemporaryFolder,
        account: outside.account, caller: outside.caller,
        cards: options.reader.map { ReaderSource(name: $0 == "any" ? nil : $0) },
        trusted: outside.trusted, vault: needsTemporaryFolder ? nil : vault(in: folder))
      if let authority = options.authority {
        try await run.reader.card()
        try FileSystem.write(run.reader.authority?.der ?? [], to: authority)
      }
      return run
    } catch {
      throw Refusal("\(error)")
    }
  }

  private func vault(in folder: String) -> KeyringVault {
    let console = Console.current
    return KeyringVault(folder: folder) {
      console.err("flowrun: note: \(TerminalText.line($0)); see docs/security.md\n")
    }
  }

  /// The settings in a file.
  static func settings(_ path: String) throws -> WorldSettings {
    let file = try SourceFile(argument: path)
    let (settings, diagnostics) = WorldLoader(World.shape).load(file)
    guard let settings else { throw Refusal(diagnostics, in: [file]) }
    return settings
  }
}
