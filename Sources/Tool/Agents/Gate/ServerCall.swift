internal import ChildProcesses
internal import JSON
internal import Secrets

/// A call of a tool of another server of the Model Context Protocol, which is started for it.
///
/// The arguments are the inputs of the action, and the references of its secrets. The first text of
/// the result is read as the output of a command, or in its place `outcome` and `values` of the
/// structured result.
struct ServerCall: Sendable {
  private let words: [String]
  private let tool: String
  private let request: ActionRequest
  /// The longest line of the other server in bytes.
  private static let longest = 1 << 20

  init(_ words: [String], _ tool: String, _ request: ActionRequest) {
    (self.words, self.tool, self.request) = (words, tool, request)
  }

  /// The lines of the answer.
  func answer(within patience: Duration) async throws -> [String] {
    try await withThrowingTaskGroup(of: [String].self) { group in
      group.addTask { try await lines() }
      group.addTask {
        try await Task.sleep(for: patience)
        throw Gate.Unanswered(description: "its server took too long")
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  private func lines() async throws -> [String] {
    let child: TalkingChild
    do throws(TalkingChild.Failure) {
      child = try TalkingChild(words[0], Array(words.dropFirst()), isQuiet: true)
    } catch { throw Gate.Unanswered(description: "its server cannot be started") }
    let greeting = JSONValue.object([
      "protocolVersion": .string(AgentServer.greetedVersion),
      "capabilities": .object([JSONValue.Member]()),
      "clientInfo": .object(["name": .string("flowrun"), "version": .string("1")]),
    ])
    do throws(TalkingChild.Failure) {
      _ = try await ask(child, 1, "initialize", greeting)
      try await child.send(
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
      let called = try await ask(
        child, 2, "tools/call",
        .object([
          "name": .string(tool),
          "arguments": .object(members: request.inputs + request.secrets),
        ]))
      return try ServerCall.lines(of: called)
    } catch { throw Gate.Unanswered(description: "its server did not answer") }
  }

  /// Sends a request, and waits for its answer. What else the server says is passed over.
  private func ask(
    _ child: TalkingChild, _ id: Int, _ method: String, _ params: JSONValue
  ) async throws(TalkingChild.Failure) -> JSONValue {
    let message = JSONValue.object(members: [
      ("jsonrpc", .string("2.0")), ("id", .integer(id)), ("method", .string(method)),
      ("params", params),
    ])
    try await child.send(message.text)
    while true {
      let line = try await child.line(limit: ServerCall.longest)
      let json = line.withBytes { JSONValue(parsing: Array($0)) }
      guard json?["id"]?.integer == Int64(id) else { continue }
      guard let result = json?["result"] else {
        throw TalkingChild.Failure(description: "an error")
      }
      return result
    }
  }

  private static func lines(of result: JSONValue) throws(TalkingChild.Failure) -> [String] {
    if let outcome = result["structuredContent"]?["outcome"]?.string {
      let values = result["structuredContent"]?["values"]?.members ?? []
      return [outcome] + values.map { "\($0.key)=\($0.value.string ?? $0.value.text)" }
    }
    let text = result["content"]?.array?.lazy.compactMap { $0["text"]?.string }.first
    guard result["isError"]?.bool != true, let text else {
      throw TalkingChild.Failure(description: "an error")
    }
    return ActionRequest.lines(Array(text.utf8))
  }
}
