package import JSON
package import Studio

/// Answers the requests of an assistant's client, apart from input and output: the Model Context
/// Protocol of 2026-07-28, and that of 2025-11-25.
///
/// Nothing is kept between two requests, so one server answers any number of clients.
package struct AgentServer: Sendable {
  /// The newest version of the protocol, in which each request says its version.
  static let version = "2026-07-28"
  /// The version before, which begins with a greeting.
  static let greetedVersion = "2025-11-25"

  let host: AgentHost
  let tools: [AgentTool]
  let pages: AgentPages
  /// The flows, for the studio beside it.
  package let book: LiveBook

  /// A server for the flows of a folder.
  package init(_ host: AgentHost) async {
    self.host = host
    let workbench = await Workbench(host)
    book = workbench.book
    tools = workbench.tools + GateTools(gate: host.gate).tools
    pages = AgentPages(host, workbench)
  }

  /// The answer to a request.
  ///
  /// - Parameters:
  ///   - request: a request with an id.
  ///   - greeting: what the client has sent with `initialize` on this connection, so that its
  ///     requests need not say their version. Nil before.
  package func answer(_ request: AgentRequest, greeting: JSONValue?) async -> JSONValue {
    do throws(AgentError) {
      let era = try request.era(isGreeted: greeting != nil)
      var members = try await result(of: request, era, greeting)
      if era == .newest {
        if !members.contains(where: { $0.key == "resultType" }) {
          members.insert(.init(key: "resultType", value: .string("complete")), at: 0)
        }
        if AgentServer.cacheable.contains(request.method) {
          members.append(.init(key: "ttlMs", value: .integer(0)))
          members.append(.init(key: "cacheScope", value: .string("private")))
        }
      }
      return request.answer("result", .object(members))
    } catch {
      return request.answer("error", error.json)
    }
  }

  /// The methods whose answers say how long they may be kept: not at all, since files change.
  private static let cacheable: Set = [
    "server/discover", "tools/list", "resources/list", "resources/templates/list",
    "resources/read", "prompts/list",
  ]

  private func result(
    of request: AgentRequest, _ era: AgentRequest.Era, _ greeting: JSONValue?
  ) async throws(AgentError) -> [JSONValue.Member] {
    let params = request.params
    let result: JSONValue
    switch request.method {
    case "server/discover": result = discovered
    case "initialize": result = welcome
    case "ping": result = .object([JSONValue.Member]())
    case "tools/list": result = .object(["tools": .array(tools.map(\.json))])
    case "tools/call": result = try await call(request, era, greeting)
    case "resources/list":
      result = .object(["resources": await pages.resources])
    case "resources/templates/list":
      result = .object(["resourceTemplates": AgentPages.templates])
    case "resources/read":
      guard let uri = params["uri"]?.string, let contents = await pages.read(uri) else {
        throw AgentError(era == .newest ? .invalidParams : .noResource, "there is no such resource")
      }
      result = .object(["contents": .array([contents])])
    case "prompts/list": result = .object(["prompts": AgentPages.prompts])
    case "prompts/get":
      guard let prompt = try AgentPages.prompt(params) else {
        throw AgentError(.invalidParams, "there is no such prompt")
      }
      result = prompt
    default:
      throw AgentError(
        .noMethod, "there is no method `\(AgentArguments.short(request.method))`")
    }
    return result.members ?? []
  }

  private var capabilities: JSONValue {
    let none = JSONValue.object([JSONValue.Member]())
    return .object(["tools": none, "resources": none, "prompts": none])
  }

  private var information: JSONValue {
    .object(["name": .string("flowrun"), "version": .string(host.version)])
  }

  private var discovered: JSONValue {
    .object([
      "supportedVersions": .strings([AgentServer.version, AgentServer.greetedVersion]),
      "capabilities": capabilities, "instructions": .string(AgentPages.instructions),
      "_meta": .object(["io.modelcontextprotocol/serverInfo": information]),
    ])
  }

  private var welcome: JSONValue {
    .object([
      "protocolVersion": .string(AgentServer.greetedVersion), "capabilities": capabilities,
      "serverInfo": information, "instructions": .string(AgentPages.instructions),
    ])
  }

  private func call(
    _ request: AgentRequest, _ era: AgentRequest.Era, _ greeting: JSONValue?
  ) async throws(AgentError) -> JSONValue {
    let params = request.params
    guard let name = params["name"]?.string else {
      throw AgentError(.invalidParams, "the call names no tool")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw AgentError(.invalidParams, "there is no tool `\(AgentArguments.short(name))`")
    }
    var answer: AgentAnswer
    do throws(AgentRefusal) {
      let arguments = try AgentArguments(params["arguments"], tool.fields)
      if let asked = params["requestState"]?.string { await wait(for: asked) }
      answer = try await tool.deed(arguments)
    } catch {
      answer = AgentAnswer(error)
    }
    if let question = answer.question, params["requestState"] == nil,
      request.opensAddresses(era, greeting)
    {
      return try AgentServer.elicitation(question, era)
    }
    return .object([
      "content": .array([
        .object(["type": .string("text"), "text": .string(answer.text)])
      ]), "structuredContent": answer.data, "isError": answer.isError ? .bool(true) : nil,
    ])
  }

  /// Has the client show a person the address where they decide. The model does not see it.
  private static func elicitation(
    _ question: AgentAnswer.Question, _ era: AgentRequest.Era
  ) throws(AgentError) -> JSONValue {
    let params = JSONValue.object([
      "mode": .string("url"), "message": .string(question.message), "url": .string(question.url),
      "elicitationId": era == .greeted ? .string(question.id) : nil,
    ])
    guard era == .newest else {
      throw AgentError(
        .personNeeded, question.message,
        data: .object(["elicitations": .array([params])]))
    }
    return .object([
      "resultType": .string("input_required"),
      "inputRequests": .object([
        "person": .object(["method": .string("elicitation/create"), "params": params])
      ]), "requestState": .string(question.id),
    ])
  }

  /// Waits for a person's decision, for at most a minute: the client has shown the address.
  private func wait(for question: String) async {
    guard case .success(let gate) = host.gate else { return }
    for _ in 0..<300 where gate.questions.open.contains(where: { $0.id == question }) {
      do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
    }
  }
}

/// What the server gets from the program around it.
package struct AgentHost: Sendable {
  /// The folder of flows.
  package var folder: String
  /// The version of this program.
  package var version: String
  /// A page of the documentation by its path, such as `docs/language.md`. Nil without it.
  package var page: @Sendable (String) -> String?
  /// What differs between two revisions of git, or a revision and the files.
  package var compare: @Sendable (String) async -> Result<String, AgentRefusal>
  /// The runs that assistants may make, or why there are none.
  package var gate: Result<Gate, AgentRefusal> = .failure(AgentRefusal("there is no gate"))
  /// Why no tool may change flows. Nil if they may.
  package var readOnly: String?

  package init(
    folder: String, version: String, page: @escaping @Sendable (String) -> String?,
    compare: @escaping @Sendable (String) async -> Result<String, AgentRefusal>
  ) {
    (self.folder, self.version, self.page, self.compare) = (folder, version, page, compare)
  }
}
