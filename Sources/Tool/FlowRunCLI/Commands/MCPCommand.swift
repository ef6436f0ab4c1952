internal import Agents
internal import ArgumentParser
internal import Files
internal import FlowReports
internal import JSON
internal import Studio
internal import Threads

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serves an assistant: the Model Context Protocol on standard input and output.",
    discussion: """
      The assistant's client starts it; docs/agents.md says how to tell it. It reads and changes \
      the tables of one folder. Versions of the protocol: 2026-07-28 and 2025-11-25.
      """)

  @Argument(help: "The folder of flows. By default the nearest `Flows` here or above.")
  var folder: String?
  @Flag(help: "No tool changes a file.") var readOnly = false
  @Flag(help: "Also shows the same flows in the studio, and prints its address to standard error.")
  var studio = false

  func run() async throws {
    var flows = FlowsOption()
    flows.folder = folder
    let server = await AgentServer(try host(flows))
    if studio {
      let pages = try await StudioCommand.server(of: server.book, flows, port: 0)
      Console.current.err("studio at \(pages.address)\n")
      Task { await pages.run() }
    }
    let session = AgentSession(server) { message in
      // A client that is gone hears nothing.
      try? FileSystem.write(Array((message.text + "\n").utf8), to: 1)
    }
    for await line in MCPCommand.lines() {
      guard let line else {
        await session.cancel()
        throw Refusal("a message of the client is longer than 1 MiB, or cannot be read")
      }
      await session.receive(line)
    }
    await session.finish()
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
      if gate.file.flows == nil {
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
          old.flows, new.flows, unread: old.unread.union(new.unread),
          comparesRules: old.hasRules && new.hasRules)
        return .success(DiffReport(diff).text)
      } catch {
        if let refusal = error as? Refusal { console.show(refusal) }
        return .failure(AgentRefusal(printed.err))
      }
    }
  }

  /// The lines of standard input, read by a thread of its own. Nil is the last one if a line is too
  /// long or cannot be read.
  private static func lines() -> AsyncStream<[UInt8]?> {
    AsyncStream { continuation in
      let isStarted = Thread.start {
        var rest: [UInt8] = []
        while true {
          guard let bytes = try? FileSystem.read(upTo: 65_536, from: 0) else {
            continuation.yield(nil)
            break
          }
          if bytes.isEmpty { break }
          rest += bytes
          while let end = rest.firstIndex(of: 0x0A) {
            let line = Array(rest[..<end])
            rest.removeSubrange(...end)
            if line.contains(where: { $0 > 0x20 }) { continuation.yield(line) }
          }
          if rest.count > AgentRequest.longest {
            continuation.yield(nil)
            break
          }
        }
        continuation.finish()
      }
      if !isStarted { continuation.finish() }
    }
  }
}
