internal import ArgumentParser
internal import CryptoCore
internal import Dates
internal import Files
internal import LoopbackHTTP
internal import Markup
internal import WalletApp
internal import WalletSimulator
internal import WebToken

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Starts a server on this machine's loopback address.",
    subcommands: [ServeWebsiteCommand.self, ServeAccountCommand.self])
}

struct ServeWebsiteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "website",
    abstract: "A website to log in to and to sign on. It prints who has logged in or signed.")

  @Option(parsing: .unconditional, help: "The port; 0 for any free one.") var port: UInt16 = 8080
  @Option(
    help: ArgumentHelp(
      "An authority to trust: a certificate, a folder of them, or `test-cards`.",
      discussion: "Read again for every token. Without it, those that issue Estonian ID cards.",
      valueName: "file"))
  var trust: [String] = []
  @OptionGroup var revocation: RevocationOptions
  @Option(help: "The text to be signed.") var document = "I agree."
  @Option(parsing: .unconditional, help: "Ends after this number of answers.") var answers: Int?

  func run() async throws {
    if let answers, answers < 1 { throw Refusal("`--answers` is a number from 1 on") }
    let (events, sink) = AsyncStream.makeStream(of: RelyingParty.Received.self)
    let check = try revocation.check
    let list = TrustList(names: trust)
    let beginning = try list.anchors(mayBeMissing: true)
    let box = PagesBox()
    let server = try serve(port) { request in
      guard let pages = await box.pages else { return HTTPResponse(503) }
      return await pages.answer(request)
    }
    let party = RelyingParty(
      origin: try Origin("http://localhost:\(server.port)"), document: document,
      anchors: { TrustAnchors(anchors: ServeWebsiteCommand.anchors(list)) },
      revocation: check, now: { SystemTime.seconds() })
    await box.set(WebsitePages(party) { sink.yield($0) })
    Console.current.out("website at http://localhost:\(server.port)\n")
    // Nobody would know where it is.
    guard !Console.isIncomplete else { throw ExitCode(2) }
    for name in list.missing {
      Console.current.err("`\(TerminalText.line(name))` is not there yet\n")
    }
    if list.missing.isEmpty { Console.current.err("\(TerminalText.line(beginning.sentence))\n") }
    var count = 0
    for await received in events {
      for line in [received.sentence] + received.checks.map({ "  " + $0 }) {
        Console.current.out("\(TerminalText.line(line))\n")
      }
      count += 1
      if count == answers { break }
    }
    await server.finish()
  }

  /// The authorities as their files are now. None if one of them cannot be read, which standard
  /// error says.
  private static func anchors(_ list: TrustList) -> [TrustAnchor] {
    do { return try list.anchors(mayBeMissing: true) } catch {
      if let refusal = error as? Refusal { Console.standard.show(refusal) }
      return []
    }
  }
}

/// The website, set once the server listens: its pages need the port.
private actor PagesBox {
  private(set) var pages: WebsitePages?

  func set(_ pages: WebsitePages) { self.pages = pages }
}

struct ServeAccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "The account server: registration, challenges, PIN checks, the retry policy.")

  @Option(parsing: .unconditional, help: "The port; 0 for any free one.") var port: UInt16 = 8081
  @Option(help: "The file to keep the accounts in.") var file: String?
  @Option(help: "The oldest version of the app that may be used.") var oldest = "1"
  @Option(help: "The newest version of the app.") var newest = "1"

  func run() async throws {
    guard let oldest = VersionPolicy.Version(oldest), let newest = VersionPolicy.Version(newest)
    else { throw Refusal("a version consists of numbers separated by dots, such as 1.2.0") }
    let accounts: AccountServer
    do {
      accounts = try AccountServer(
        path: file, versions: VersionPolicy(oldest: oldest, newest: newest)
      ) { SystemTime.milliseconds() }
    } catch {
      if case .damaged(let path) = error {
        throw Refusal(
          "`\(path)` is not a file of the account server, or is damaged; nothing was changed")
      }
      throw Refusal(error.description)
    }
    let web = AccountWeb(accounts)
    let server = try serve(port) { await web.answer($0) }
    Console.current.out("account server at http://127.0.0.1:\(server.port)\n")
    // Nobody would know where it is.
    guard !Console.isIncomplete else { throw ExitCode(2) }
    // Serves until the process is killed.
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }
}

/// Starts a server. Refuses if it cannot listen.
private func serve(_ port: UInt16, _ handler: @escaping HTTPServer.Handler) throws -> HTTPServer {
  do throws(HTTPServerError) {
    return try HTTPServer(port: port, handler)
  } catch { throw Refusal("cannot listen on port \(port): \(error)") }
}
