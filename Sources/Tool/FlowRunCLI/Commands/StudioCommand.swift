internal import Agents
internal import ArgumentParser
internal import ChildProcesses
internal import Files
internal import FlowDocument
internal import FlowFolder
internal import FlowModel
internal import FlowReports
internal import Studio

struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Shows flows in the browser: tables to click through, which follow the files.",
    discussion: """
      Prints an address that works once and only on this machine, and opens it where there is a \
      browser. Saving a file shows the table and the same walk again. It shows runs that go on, of \
      `flowrun FLOW --inspect` and of apps. Ctrl-C ends it. Where there are no flows of your own, \
      it begins with an example, the booking of a hotel. \
      docs/studio.md describes it.
      """)

  @Argument(help: "The flow's id or alias. By default all flows of the folder.", completion: .flows)
  var flow: String?
  @Option(parsing: .unconditional, help: "The port; 0 for any free one.") var port: UInt16 = 7357
  @Flag(inversion: .prefixedNo, help: "Opens the address in a browser.") var open = true
  @OptionGroup var reports: ReportsOption
  @OptionGroup var language: LanguageOption
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    try reports.check()
    var flows = flows
    let example = try flow == nil ? StudioCommand.example(insteadOf: flows) : nil
    if let example { flows.folder = example }
    let folder = try flows.located()
    // Without a flow to begin with, the pages say what cannot be read.
    let id = try flow.map { try flows.catalogue().find($0).id }
    let shown = flows
    _ = try language.translation(in: flows)
    let book = await LiveBook(
      folder, reports: reports.results, language: language.language,
      // Evidence that cannot be read is shown by `flowrun trace`.
      evidence: { try? BookEvidence(shown, hasPage: false) }, rulePage: { RulePage.text($0) })
    let server = try await StudioCommand.server(of: book, flows, port: port, flow: id)
    let file = try StudioAddress.write(server.reportAddress)
    Console.current.out(
      """
      studio at \(server.address)\nruns: `flowrun FLOW --inspect`, or reports to \
      \(server.reportAddress)\n
      """
    )
    Console.current.tell(FlowFolder(folder).documents.summary())
    if example != nil {
      Console.current.out(
        """
        This is the booking of a hotel, an example. `flowrun studio UC2.3` shows a document with \
        mistakes, and `flowrun init hotel` makes a folder of your own.

        """)
    }
    if open { await StudioCommand.openBrowser(server.address) }
    await server.run()
    _ = consume file
  }

  /// Serves the pages of a folder.
  static func server(
    of book: LiveBook, _ flows: FlowsOption, port: UInt16, flow: String? = nil
  ) async throws -> StudioServer {
    let folder = try flows.located()
    let engine = try EngineModule.bytes()
    let kept = KeptRevisions()
    do throws(StudioRefusal) {
      return try await StudioServer(
        book, folder: folder, port: port, flow: flow, engine: engine,
        questions: StudioCommand.questions(of: folder),
        revisions: { await StudioCommand.revisions(of: folder) },
        compare: { await StudioCommand.versions($0, in: flows, of: book, kept) })
    } catch {
      throw Refusal("\(error.reason)\(port == 0 ? "" : "; name another one with `--port`")")
    }
  }

  /// What assistants ask where a gate is beside the flows.
  private static func questions(of folder: String) -> StudioQuestions? {
    guard let store = Gate.store(beside: folder) else { return nil }
    let questions = GateQuestions(store)
    return StudioQuestions(
      open: { questions.open.map { StudioQuestions.Question(id: $0.id, words: $0.words) } },
      decide: { id, agrees in
        (try? questions.decide(id, agrees ? .granted : .refused)) != nil
      })
  }

  /// The example to begin with, if nobody has named flows and the only ones here are those that
  /// came with this program: documents with their mistakes, which are no place to begin.
  private static func example(insteadOf flows: FlowsOption) throws -> String? {
    guard flows.folder == nil, let own = DataFolder.path("Flows"),
      FileSystem.resolved(try flows.located()) == FileSystem.resolved(own)
    else { return nil }
    return DataFolder.path("Examples/Hotel/Flows")
  }

  /// What the page offers to compare with.
  private static func revisions(
    of folder: String
  ) async -> Result<StudioRevisions, StudioRefusal> {
    let (console, printed) = Console.kept()
    return await Console.$current.withValue(console) {
      let repository = GitRepository(folder: folder)
      do {
        return .success(
          StudioRevisions(
            branches: try await repository.names("heads", limit: 30)
              + repository.names("remotes", limit: 30),
            tags: try await repository.names("tags", limit: 30),
            commits: try await repository.commits(10)))
      } catch {
        if let refusal = error as? Refusal { console.show(refusal) }
        return .failure(StudioRefusal(printed.err))
      }
    }
  }

  /// The two versions that a revision or a range of git means, the files being the newest.
  private static func versions(
    _ revision: String, in flows: FlowsOption, of book: LiveBook, _ kept: KeptRevisions
  ) async -> Result<StudioVersions, StudioRefusal> {
    let (console, printed) = Console.kept()
    return await Console.$current.withValue(console) {
      do {
        let (old, new) = try await ReviewVersion.two(
          revision, nil, in: flows, kept: kept, isLive: true, known: await book.decidedFolder())
        let report = old.review(to: new).json
        return .success(StudioVersions(old: old.book, new: new.book, report: report))
      } catch {
        if let refusal = error as? Refusal { console.show(refusal) }
        return .failure(StudioRefusal(printed.err))
      }
    }
  }

  /// Opens an address where there is a desktop. Without one, the user opens it.
  private static func openBrowser(_ address: String) async {
    guard Console.environment("DISPLAY") ?? Console.environment("WAYLAND_DISPLAY") != nil else {
      return
    }
    _ = try? await ChildProcess("xdg-open", [address], deadline: .seconds(10)).run()
  }
}
