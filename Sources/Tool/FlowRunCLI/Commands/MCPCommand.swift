internal import Agents
internal import ArgumentParser
internal import Files
internal import FlowReports
internal import JSON
internal import LoopbackHTTP
internal import Studio

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serves assistants: the Model Context Protocol, on standard streams or HTTP.",
    discussion: """
      The assistant's client starts it; docs/agents.md says how to tell it. It reads and changes \
      the tables of one folder. Versions of the protocol: 2026-07-28 and 2025-11-25.
      """)

  @Argument(help: "The folder of flows. By default the nearest `Flows` here or above.")
  var folder: String?
  @Flag(help: "No tool changes a file.") var readOnly = false
  @Flag(help: "Also shows the same flows in the studio, and prints its address to standard error.")
  var studio = false

  @Option(
    parsing: .unconditional,
    help: """
      Serves on this port of this machine over HTTP, 0 for any free one, and prints the settings \
      of a client with the token that it needs.
      """)
  var http: UInt16?
  @Option(
    help: "With --http: the file of the token, so that it stays the same; made if it is missing.",
    completion: .file())
  var tokenFile: String?

  func validate() throws {
    guard tokenFile == nil || http != nil else {
      throw ValidationError("`--token-file` is for `--http`")
    }
  }

  func run() async throws {
    var flows = FlowsOption()
    flows.folder = folder
    let server = await AgentServer(try host(flows))
    if studio {
      let pages = try await StudioCommand.server(of: server.book, flows, port: 0)
      Console.current.err("studio at \(pages.address)\n")
      Task { await pages.run() }
    }
    if let http { return try await serve(server, port: http) }
    let session = AgentSession(server) { message in
      // A client that is gone hears nothing.
      try? FileSystem.write(Array((message.text + "\n").utf8), to: 1)
    }
    for await line in ClientLines.all() {
      guard let line else {
        await session.cancel()
        throw Refusal("a message of the client is longer than 1 MiB, or cannot be read")
      }
      await session.receive(line)
    }
    await session.finish()
  }

  /// Serves clients over HTTP until the program is ended.
  private func serve(_ server: AgentServer, port: UInt16) async throws {
    let token = try AgentToken.text(inFile: tokenFile)
    let clients = AgentPort(server, token: token)
    let listener: HTTPServer
    do throws(HTTPServerError) {
      listener = try HTTPServer(
        port: port, patience: 600_000,
        limit: { request in
          // Who does not know the token may not fill the memory.
          request.headers["authorization"] == "Bearer \(token)"
            ? AgentRequest.longest : HTTPServer.maximumBody
        },
        cancels: true, { await clients.answer($0) })
    } catch { throw Refusal("cannot listen on port \(port): \(error)") }
    let settings = JSONValue.object(members: [
      ("type", .string("http")),
      ("url", .string("http://127.0.0.1:\(listener.port)\(AgentPort.path)")),
      ("headers", .object(["Authorization": .string("Bearer \(token)")])),
    ])
    let all = JSONValue.object(["mcpServers": .object(["flowrun": settings])])
    Console.current.out(all.text + "\n")
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    await listener.finish()
  }

  private func host(_ flows: FlowsOption) throws -> AgentHost {
    var host = AgentHost(
      folder: try flows.located(), version: Version.text,
      page: { name in
        DataFolder.path(name).flatMap { try? FileSystem.read($0) }
          .map { String(decoding: $0, as: UTF8.self) }
      },
      compare: { await MCPCommand.compare($0, in: flows) })
    let path = Gate.path(beside: host.folder)
    do throws(Gate.Problem) {
      let gate = try Gate.open(path, flows: host.folder)
      host.gate = .success(gate)
      if Gate.binds(gate.file, at: path, folder: host.folder) {
        host.readOnly =
          "these tables say what an assistant may do (gate.yaml), so only people change them"
      }
    } catch {
      host.gate = .failure(error.refusal)
      if FileSystem.exists(path) { host.readOnly = error.refusal.reason }
    }
    if readOnly { host.readOnly = "this server changes nothing; it was started with `--read-only`" }
    return host
  }

  /// What differs between the two versions that a revision or a range of git means.
  private static func compare(
    _ revision: String, in flows: FlowsOption
  ) async -> Result<String, AgentRefusal> {
    let (console, printed) = Console.kept()
    return await Console.$current.withValue(console) {
      // An argument that begins with `-` would be an option of git.
      guard !revision.hasPrefix("-") else {
        return .failure(AgentRefusal("`\(revision)` is not a revision"))
      }
      do {
        let (old, new) = try await FlowVersion.two(revision, nil, in: flows)
        let diff = CatalogueDiff(
          old.flows, new.flows, unread: (old.unread, new.unread),
          comparesRules: old.hasRules && new.hasRules)
        return .success(DiffReport(diff).text)
      } catch {
        if let refusal = error as? Refusal { console.show(refusal) }
        return .failure(AgentRefusal(printed.err))
      }
    }
  }
}
