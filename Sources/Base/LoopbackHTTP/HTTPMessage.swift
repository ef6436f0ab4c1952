/// An HTTP/1.1 request (RFC 9112).
public struct HTTPRequest: Hashable, Sendable {
  /// As it is sent: `GET`, `POST`.
  public var method: String
  /// The path with its query, beginning with `/`.
  public var target: String
  /// The header fields, with names in lower case.
  public var headers: [String: String]
  /// Empty when there is none.
  public var body: [UInt8]

  /// Makes a request from its parts; names of headers in lower case.
  public init(
    _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// Whether the body is JSON, according to the request.
  public var isJSON: Bool {
    headers["content-type"]?.prefix { $0 != ";" }.lowercased() == "application/json"
  }

  /// The target without its query.
  public var path: String { String(target.prefix { $0 != "?" }) }
}

/// The answer to a request.
public struct HTTPResponse: Hashable, Sendable {
  /// A number from 100 to 599.
  public var status: Int
  /// The header fields, with names in lower case.
  public var headers: [String: String]
  /// Empty when there is none.
  public var body: [UInt8]

  /// Makes an answer from its parts; names of headers in lower case.
  public init(_ status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A text in UTF-8 with a media type.
  public init(_ status: Int, _ text: String, type: String) {
    self.init(
      status, headers: ["content-type": "\(type); charset=utf-8"], body: Array(text.utf8))
  }
}

/// Why there is no answer.
public enum HTTPFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host's name has no address, or the machine has no connection to ask for it.
  case unknownHost
  /// There is no route to the host: the machine has no connection.
  case noRoute
  /// The host does not accept the connection.
  case refused
  /// The answer took too long.
  case deadlineExceeded
  /// The connection broke before the answer was complete.
  case broken
  /// The answer is not valid HTTP/1.1, or longer than allowed.
  case garbage

  /// The reason, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownHost: "its name has no address"
    case .noRoute: "there is no connection to it"
    case .refused: "it does not accept connections"
    case .deadlineExceeded: "it takes too long"
    case .broken: "the connection broke"
    case .garbage: "what it sends is not HTTP, or too long"
    }
  }
}
