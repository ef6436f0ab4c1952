internal import ArgumentParser
internal import CryptoCore
internal import Dates
internal import Files
internal import LoopbackHTTP
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
    abstract: "A website to log in to, and to sign on. It shows whom it believes.")

  @Option(help: "The port; 0 takes any that is free.") var port: UInt16 = 8080
  @Option(help: "The certificate (DER) of an authority to trust; read anew for every token.")
  var trust: [String] = []
  @Option(help: "What is to be signed.") var document = "I agree."
  @Option(help: "Ends after so many answers.") var answers: Int?

  func run() async throws {
    let (events, sink) = AsyncStream.makeStream(of: RelyingParty.Received.self)
    let paths = trust
    let box = PagesBox()
    let server = try serve(port) { request in
      guard let pages = await box.pages else { return HTTPResponse(503) }
      return await pages.answer(request)
    }
    let party = RelyingParty(
      origin: try Origin("http://localhost:\(server.port)"), document: document,
      anchors: { ServeWebsiteCommand.anchors(paths) }, now: { SystemTime.seconds() })
    await box.set(WebsitePages(party) { sink.yield($0) })
    Console.current.out("website at http://localhost:\(server.port)\n")
    if trust.isEmpty {
      Console.current.err("it trusts nobody yet; name an authority with `--trust FILE`\n")
    }
    var count = 0
    for await received in events {
      Console.current.out("\(received.sentence)\n")
      count += 1
      if count == answers { break }
    }
    await server.finish()
  }

  private static func anchors(_ paths: [String]) -> TrustAnchors {
    TrustAnchors(
      paths.compactMap { path in
        (try? FileSystem.read(path, limit: 65_536)).flatMap { try? Certificate(der: $0) }
      })
  }
}

/// The pages need the port, and the port is known when the server listens.
private actor PagesBox {
  private(set) var pages: WebsitePages?

  func set(_ pages: WebsitePages) { self.pages = pages }
}

struct ServeAccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "The account server: registration, challenges, PIN checks, the retry policy.")

  @Option(help: "The port; 0 takes any that is free.") var port: UInt16 = 8081
  @Option(help: "The file to keep the accounts in.") var file: String?
  @Option(help: "The oldest version of the app that may be used.") var oldest = "1"
  @Option(help: "The newest version that there is.") var newest = "1"

  func run() async throws {
    guard let oldest = VersionPolicy.Version(oldest), let newest = VersionPolicy.Version(newest)
    else { throw refuse("a version is numbers with dots between them: 1.2.0") }
    let accounts: AccountServer
    do {
      accounts = try AccountServer(
        path: file, versions: VersionPolicy(oldest: oldest, newest: newest)
      ) { SystemTime.milliseconds() }
    } catch { throw refuse(error.description) }
    let web = AccountWeb(accounts)
    let server = try serve(port) { await web.answer($0) }
    Console.current.out("account server at http://127.0.0.1:\(server.port)\n")
    // It serves until it is ended from outside.
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }
}

/// Listens, or says why not.
private func serve(_ port: UInt16, _ handler: @escaping HTTPServer.Handler) throws -> HTTPServer {
  do throws(HTTPServerError) {
    return try HTTPServer(port: port, handler)
  } catch { throw refuse("port \(port) cannot be listened on: \(error)") }
}
