internal import Files
internal import LoopbackHTTP

/// Serves the pages of a folder of flows on the loopback address, to the browser that has opened
/// the address with the token.
public struct StudioServer: Sendable {
  /// The two versions of the flows that a revision or a range of git means, or why there are none.
  public typealias Comparison = @Sendable (String) async -> Result<StudioVersions, StudioRefusal>

  /// The revisions of git that can be compared with, or why there are none.
  public typealias Revisions = @Sendable () async -> Result<StudioRevisions, StudioRefusal>

  /// The port.
  public let port: UInt16
  /// The address to open. It works once.
  public let address: String
  /// The address to which runs report.
  public let reportAddress: String
  private let server: HTTPServer

  /// Starts the server, and follows the files.
  ///
  /// - Parameters:
  ///   - port: 0 selects a free one.
  ///   - flow: the flow to begin with. Nil for all flows.
  ///   - engine: the WebAssembly module, compressed with gzip.
  ///   - questions: what assistants ask. Nil where there is no gate.
  public init(
    _ book: LiveBook, folder: String, port: UInt16, flow: String?, engine: [UInt8],
    questions: StudioQuestions? = nil, revisions: @escaping Revisions, compare: @escaping Comparison
  ) async throws(StudioRefusal) {
    let pages = StudioPages(
      book, folder: folder, start: await book.firstPage(flow), engine: engine,
      questions: questions, revisions: revisions, compare: compare)
    do throws(HTTPServerError) {
      server = try HTTPServer(
        port: port, patience: 600_000, limit: { pages.largestBody(of: $0) },
        { await pages.answer($0) })
    } catch { throw StudioRefusal("cannot listen on port \(port): \(error)") }
    self.port = server.port
    address = "http://127.0.0.1:\(server.port)/?token=\(await pages.begin(port: server.port))"
    reportAddress = "http://127.0.0.1:\(server.port)\(await pages.reportPath)"
    do { try book.follow() } catch { throw StudioRefusal(error.description) }
  }

  /// Serves until the task is cancelled.
  public func run() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    await server.finish()
  }
}

/// Two versions of the flows, and what differs.
public struct StudioVersions: Sendable {
  let old: Book
  let new: Book
  let report: String

  /// - Parameter report: what differs, as JSON.
  public init(old: Book, new: Book, report: String) {
    self.old = old
    self.new = new
    self.report = report
  }
}

/// Why the studio cannot do something, in a sentence.
public struct StudioRefusal: Error, Sendable {
  /// The sentence.
  public let reason: String

  /// A refusal with its reason.
  public init(_ reason: String) { self.reason = reason }
}
