internal import CryptoCore
internal import Encodings
internal import JSON
package import LoopbackHTTP

/// Clients over HTTP on this machine (the protocol's "Streamable HTTP"). Every request has the
/// token that the person who has started the server gives to a client.
package actor AgentPort {
  /// The only path.
  package static let path = "/mcp"
  /// How many requests may be under way.
  private static let most = 64

  private let server: AgentServer
  private let token: [UInt8]
  /// What is under way, by the session and the id.
  private var tasks: [String: Task<JSONValue, Never>] = [:]

  /// - Parameter token: what clients send as `Authorization: Bearer TOKEN`.
  package init(_ server: AgentServer, token: String) {
    self.server = server
    self.token = Hash.sha256.digest(of: Array("Bearer \(token)".utf8))
  }

  /// Answers a request.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.path == AgentPort.path else { return refusal(404, "There is only /mcp here.") }
    // A website that is open in a browser would say where it is from.
    if let origin = request.headers["origin"],
      origin != "http://\(request.headers["host"] ?? "")"
    {
      return refusal(403, "This is for programs on this machine, not for websites.")
    }
    let given = request.headers["authorization"] ?? ""
    // Hashes take as long to compare whatever was sent.
    guard Hash.sha256.digest(of: Array(given.utf8)) == token else {
      var response = refusal(401, "The token of this server is missing.")
      response.headers["www-authenticate"] = "Bearer"
      return response
    }
    guard request.method == "POST" else {
      var response = refusal(405, "Nothing is sent unasked here, and no session ends.")
      response.headers["allow"] = "POST"
      return response
    }
    guard request.isJSON else { return refusal(415, "A message is application/json.") }
    let message: AgentRequest
    do throws(AgentError) {
      message = try AgentRequest(request.body)
      try check(message, request)
    } catch { return json(400, error.answer) }
    return await answer(message, request)
  }

  private func answer(_ message: AgentRequest, _ request: HTTPRequest) async -> HTTPResponse {
    let session = request.headers["mcp-session-id"]
    guard let id = message.id.map(AgentRequest.key) else {
      if let cancelled = message.cancelled {
        tasks.removeValue(forKey: "\(session ?? "") \(cancelled)")?.cancel()
      }
      return HTTPResponse(202)
    }
    let greeting = message.greeting ?? session.map(AgentPort.greeting)
    // Without a session, each request is a client's of its own.
    let key = session.map { "\($0) \(id)" } ?? AgentPort.random
    guard tasks[key] == nil, tasks.count < AgentPort.most else {
      return refusal(tasks[key] == nil ? 503 : 400, "Too many requests are under way.")
    }
    let accepts = request.headers["accept"] ?? ""
    let events = accepts.contains("text/event-stream") ? HTTPServer.early : nil
    let progress = events.flatMap { events in
      AgentProgress(of: message) { _ = await events.send(AgentPort.event($0)) }
    }
    if progress != nil { _ = await events?.begin(type: "text/event-stream") }
    let server = server
    let task = Task {
      await AgentProgress.with(progress) { await server.answer(message, greeting: greeting) }
    }
    tasks[key] = task
    let answer = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    guard tasks.removeValue(forKey: key) != nil else {
      return refusal(499, "The request was cancelled.")
    }
    if progress != nil { _ = await events?.send(AgentPort.event(answer)) }
    var response = json(AgentPort.status(of: answer), answer)
    if let greeting = message.greeting, answer["error"] == nil {
      response.headers["mcp-session-id"] = AgentPort.session(for: greeting)
    }
    return response
  }

  // MARK: Rules of the protocol

  /// What a header repeats has to be what the message says, since somebody between may look only
  /// at one of them.
  private func check(_ message: AgentRequest, _ request: HTTPRequest) throws(AgentError) {
    let version = request.headers["mcp-protocol-version"]
    guard let own = message.version else {
      guard [nil, AgentServer.greetedVersion].contains(version) || message.id == nil else {
        throw AgentError(
          .headerMismatch, "the header MCP-Protocol-Version is of another version", to: message)
      }
      return
    }
    guard version == own else {
      throw AgentError(
        .headerMismatch, "the header MCP-Protocol-Version is not what the message says",
        to: message)
    }
    guard request.headers["mcp-method"] == message.method else {
      throw AgentError(
        .headerMismatch, "the header Mcp-Method is not what the message says", to: message)
    }
    if let name = message.named,
      request.headers["mcp-name"].flatMap(AgentPort.decoded) != name
    {
      throw AgentError(
        .headerMismatch, "the header Mcp-Name is not what the message says", to: message)
    }
  }

  /// A header whose text may be in base64: `=?base64?...?=`.
  private static func decoded(_ text: String) -> String? {
    guard text.hasPrefix("=?base64?"), text.hasSuffix("?=") else { return text }
    return Base64.decoded(String(text.dropFirst(9).dropLast(2)))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The status of an answer.
  private static func status(of answer: JSONValue) -> Int {
    switch answer["error"]?["code"]?.integer.map(Int.init) {
    case AgentError.Code.noMethod.rawValue: 404
    case AgentError.Code.notARequest.rawValue, AgentError.Code.invalidParams.rawValue,
      AgentError.Code.otherVersion.rawValue:
      400
    default: 200
    }
  }

  // MARK: Sessions

  // All that has to be known of a client that has greeted is whether it shows addresses. That is in
  // the name of its session, so nothing is kept.

  private static let addresses = "addresses-"

  private static func session(for greeting: JSONValue) -> String {
    let opens = greeting["capabilities"]?["elicitation"]?["url"] != nil
    return (opens ? addresses : "plain-") + random
  }

  private static func greeting(of session: String) -> JSONValue {
    guard session.hasPrefix(addresses) else { return .object([JSONValue.Member]()) }
    return JSONValue(parsing: #"{"capabilities":{"elicitation":{"url":{}}}}"#) ?? .null
  }

  private static var random: String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  // MARK: Answers

  private static func event(_ message: JSONValue) -> [UInt8] {
    Array("event: message\ndata: \(message.text)\n\n".utf8)
  }

  private func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status, headers: ["content-type": "application/json"], body: Array(value.text.utf8))
  }

  private func refusal(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status, text + "\n", type: "text/plain")
  }
}
