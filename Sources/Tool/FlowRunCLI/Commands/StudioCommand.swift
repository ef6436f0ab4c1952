internal import ArgumentParser
internal import ChildProcesses
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
      `flowrun FLOW --inspect` and of apps. Ctrl-C ends it. \
      docs/studio.md describes it.
      """)

  @Argument(help: "The flow's id or alias. By default all flows.", completion: .flows)
  var flow: String?
  @Option(parsing: .unconditional, help: "The port; 0 for any free one.") var port: UInt16 = 7357
  @Flag(inversion: .prefixedNo, help: "Opens the address in a browser.") var open = true
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    let folder = try flows.located()
    let engine = try EngineModule.bytes()
    // Without a flow to begin with, the pages say what cannot be read.
    let id = try flow.map { try flows.catalogue().find($0).id }
    let book = await LiveBook(folder) { RulePage.text($0) }
    let options = flows
    let server: StudioServer
    do throws(StudioRefusal) {
      server = try await StudioServer(
        book, folder: folder, port: port, flow: id, engine: engine
      ) { await StudioCommand.versions($0, in: options) }
    } catch {
      throw Refusal("\(error.reason)\(port == 0 ? "" : "; name another one with `--port`")")
    }
    let file = try StudioAddress.write(server.reportAddress)
    Console.current.out(
      """
      studio at \(server.address)\nruns: `flowrun FLOW --inspect`, or reports to \
      \(server.reportAddress)\n
      """
    )
    if open { await StudioCommand.openBrowser(server.address) }
    await server.run()
    _ = consume file
  }

  /// The two versions that a revision or a range of git means, the files being the newest.
  private static func versions(
    _ revision: String, in flows: FlowsOption
  ) async -> Result<StudioVersions, StudioRefusal> {
    let (console, printed) = Console.kept()
    return await Console.$current.withValue(console) {
      do {
        let (old, new) = try await FlowVersion.two(revision, nil, in: flows)
        let report = DiffReport(CatalogueDiff(old.flows, new.flows)).json
        return .success(StudioVersions(old: old.readable, new: new.readable, report: report))
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
