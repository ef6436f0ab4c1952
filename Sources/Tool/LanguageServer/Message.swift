internal import JSON

/// A message of the client (JSON-RPC 2.0).
enum Message {
  /// A request with its id, which is answered.
  case request(id: JSONValue, method: String, params: JSONValue)
  /// A notification, which is not answered.
  case notification(method: String, params: JSONValue)
  /// An answer to a request of the server.
  case answer

  init(_ bytes: [UInt8]) throws(ProtocolError) {
    let value: JSONValue
    do throws(JSONReader.Failure) {
      value = try JSONReader.read(bytes)
    } catch {
      throw ProtocolError(.parseError, "the message is not JSON: \(error)")
    }
    guard value.members != nil else {
      throw ProtocolError(.invalidRequest, "a message is one object")
    }
    let params = value["params"] ?? .null
    guard let method = value["method"] else {
      guard value["result"] != nil || value["error"] != nil else {
        throw ProtocolError(.invalidRequest, "the message has no `method`")
      }
      self = .answer
      return
    }
    guard let method = method.string else {
      throw ProtocolError(.invalidRequest, "the `method` of a message is a string")
    }
    switch value["id"] {
    case nil: self = .notification(method: method, params: params)
    case .string, .number: self = .request(id: value["id"] ?? .null, method: method, params: params)
    case .null, .bool, .object, .array:
      throw ProtocolError(.invalidRequest, "the `id` of a request is a string or a number")
    }
  }

  /// The id of the request that the message cancels.
  var cancelled: JSONValue? {
    guard case .notification("$/cancelRequest", let params) = self else { return nil }
    return params["id"]
  }
}

/// The answer to a request that fails.
struct ProtocolError: Error, Hashable {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message that answers a request. Its id is null if it is not known.
  func answer(to id: JSONValue = .null) -> JSONValue {
    .object([
      "jsonrpc": .string("2.0"), "id": id,
      "error": .object(["code": .integer(code.rawValue), "message": .string(message)]),
    ])
  }
}
