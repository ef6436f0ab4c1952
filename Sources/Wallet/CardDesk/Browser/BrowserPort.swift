public import JSON

/// The connection with the browser's extension.
public protocol BrowserPort: Sendable {
  /// The next message. Waits for it.
  func receive() async -> BrowserMessage
  /// Sends a message. False if the browser has closed the connection.
  func send(_ message: JSONValue) async -> Bool
  /// Returns when the browser has closed the connection, or when the task is cancelled. Called
  /// after the request was received; further messages are ignored.
  func closed() async
}

/// A message from the browser.
public enum BrowserMessage: Hashable, Sendable {
  /// The bytes of a message, without its length.
  case message([UInt8])
  /// Bytes that are not a message, and why.
  case invalid(String)
  /// The browser has closed the connection.
  case closed
}

/// The errors that the protocol knows.
public enum BrowserError: String, Hashable, Sendable, CaseIterable {
  /// It cannot be done.
  case fatal = "ERR_WEBEID_NATIVE_FATAL"
  /// The user did not want it, or was not there.
  case cancelled = "ERR_WEBEID_USER_CANCELLED"

  /// The message that tells the extension.
  func answer(_ message: String) -> JSONValue {
    .object([
      "error": .object(["code": .string(rawValue), "message": .string(message)])
    ])
  }
}

/// No browser: every message is the end of the connection.
public struct NoBrowser: BrowserPort {
  /// No browser.
  public init() {}
  public func receive() async -> BrowserMessage { .closed }
  public func send(_ message: JSONValue) async -> Bool { false }
  public func closed() async {}
}

/// One request that is given from the beginning, such as on a command line.
public struct GivenRequest: BrowserPort {
  private let message: [UInt8]
  private let told: @Sendable (JSONValue) -> Void

  /// - Parameter told: called with the answer.
  public init(
    _ command: String, _ arguments: JSONValue, told: @escaping @Sendable (JSONValue) -> Void
  ) {
    message = Array(
      JSONValue.object(["command": .string(command), "arguments": arguments]).text.utf8)
    self.told = told
  }

  public func receive() async -> BrowserMessage { .message(message) }

  public func send(_ message: JSONValue) async -> Bool {
    told(message)
    return true
  }

  public func closed() async {
    let (never, end) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    end.finish()
  }
}
