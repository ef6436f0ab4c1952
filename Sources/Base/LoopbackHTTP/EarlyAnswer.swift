/// The connection of a request whose handler sends its answer in parts, as events that arrive while
/// it works. The connection's end is the end of the answer.
public struct EarlyAnswer: Sendable {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  /// Begins an answer with status 200. What the handler returns is then not sent.
  ///
  /// - Returns: whether the client can get more.
  public func begin(type: String) async -> Bool {
    let head =
      "HTTP/1.1 200 OK\r\nconnection: close\r\ncache-control: no-store\r\n"
      + "x-content-type-options: nosniff\r\ncontent-type: \(type)\r\n\r\n"
    return await send(Array(head.utf8))
  }

  /// Sends a part of the body.
  ///
  /// - Returns: whether the client can get more.
  public func send(_ bytes: [UInt8]) async -> Bool { await exchange.send(part: bytes) }
}

extension HTTPServer {
  /// In a handler, the connection of its request. Nil elsewhere.
  @TaskLocal public static var early: EarlyAnswer?
}
