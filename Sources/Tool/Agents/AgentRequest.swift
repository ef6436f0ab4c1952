package import JSON

/// A message of a client (JSON-RPC 2.0): a request, or a notification, which has no id.
package struct AgentRequest: Sendable {
  /// The largest message in bytes.
  package static let longest = 1 << 20

  /// The versions of the protocol that the server knows.
  enum Era: Sendable {
    case newest, greeted
  }

  /// The id as JSON. Nil for a notification.
  package let id: JSONValue?
  package let method: String
  let params: JSONValue

  /// - Throws: the answer to what is not a message.
  package init(_ bytes: [UInt8]) throws(AgentError) {
    let json: JSONValue
    do throws(JSONReader.Failure) { json = try JSONReader.read(bytes) } catch {
      throw AgentError(.notJSON, "the message is not JSON: \(error)")
    }
    guard json["jsonrpc"]?.string == "2.0", let method = json["method"]?.string else {
      throw AgentError(.notARequest, "the message is not a request")
    }
    switch json["id"] {
    case nil, .string?: break
    case .number(let number)? where Int64(number) != nil: break
    default: throw AgentError(.notARequest, "the id is neither a text nor a whole number")
    }
    let params = json["params"] ?? .object([JSONValue.Member]())
    guard params.members != nil else {
      throw AgentError(.notARequest, "the parameters are not an object")
    }
    (id, self.method, self.params) = (json["id"], method, params)
  }

  /// The version of the protocol that a request is in.
  func era(isGreeted: Bool) throws(AgentError) -> Era {
    if method == "initialize" { return .greeted }
    let meta = params["_meta"]
    guard let version = meta?["io.modelcontextprotocol/protocolVersion"] else {
      guard isGreeted || method == "ping" else {
        throw AgentError(
          .invalidParams,
          "params._meta must have io.modelcontextprotocol/protocolVersion; an older client sends "
            + "initialize first")
      }
      return .greeted
    }
    guard let name = version.string else {
      throw AgentError(.invalidParams, "the version of the protocol is not a text")
    }
    guard name == AgentServer.version else {
      throw AgentError(
        .otherVersion, "the version of the protocol is not supported",
        data: .object([
          "supported": .strings([AgentServer.version]), "requested": .string(name),
        ]))
    }
    guard meta?["io.modelcontextprotocol/clientCapabilities"]?.members != nil else {
      throw AgentError(
        .invalidParams, "params._meta must have io.modelcontextprotocol/clientCapabilities")
    }
    return .newest
  }

  /// The version that the message says it is in. Nil without one, as after a greeting.
  var version: String? {
    params["_meta"]?["io.modelcontextprotocol/protocolVersion"].map { $0.string ?? $0.text }
  }

  /// The tool, the prompt or the resource of which it is. Nil if it is of none.
  var named: String? {
    switch method {
    case "tools/call", "prompts/get": params["name"]?.string
    case "resources/read": params["uri"]?.string
    default: nil
    }
  }

  /// Whether the client shows people addresses to open.
  func opensAddresses(_ era: Era, _ greeting: JSONValue?) -> Bool {
    let capabilities =
      era == .newest
      ? params["_meta"]?["io.modelcontextprotocol/clientCapabilities"] : greeting?["capabilities"]
    return capabilities?["elicitation"]?["url"] != nil
  }

  /// What a client says of itself in its greeting. Nil for another request.
  package var greeting: JSONValue? { method == "initialize" ? params : nil }

  /// The text of an id, by which a cancellation names a request.
  package static func key(_ id: JSONValue) -> String { id.text }

  /// The request that a notification takes back. Nil if it is another notification.
  package var cancelled: String? {
    guard method == "notifications/cancelled" else { return nil }
    return params["requestId"].map { AgentRequest.key($0) }
  }

  /// The progress token, if the client wants to hear how far a request is.
  package var progressToken: JSONValue? { params["_meta"]?["progressToken"] }

  func answer(_ key: String, _ value: JSONValue) -> JSONValue {
    .object(members: [("jsonrpc", .string("2.0")), ("id", id ?? .null), (key, value)])
  }
}

/// An error of the protocol.
package struct AgentError: Error, Sendable {
  /// The numbers of JSON-RPC 2.0 and of the Model Context Protocol.
  enum Code: Int, Sendable {
    case notJSON = -32_700
    case notARequest = -32_600
    case noMethod = -32_601
    case invalidParams = -32_602
    case noResource = -32_002
    case headerMismatch = -32_020
    case otherVersion = -32_022
    /// A person has to open an address first.
    case personNeeded = -32_042
  }

  let code: Code
  let message: String
  let data: JSONValue?
  /// The id of the request, where the error is not the result of one.
  private let id: JSONValue

  init(_ code: Code, _ message: String, data: JSONValue? = nil, to request: AgentRequest? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
    id = request?.id ?? .null
  }

  var json: JSONValue {
    .object(["code": .integer(code.rawValue), "message": .string(message), "data": data])
  }

  /// The answer to a message that is not answered otherwise.
  package var answer: JSONValue {
    .object(members: [("jsonrpc", .string("2.0")), ("id", id), ("error", json)])
  }
}
