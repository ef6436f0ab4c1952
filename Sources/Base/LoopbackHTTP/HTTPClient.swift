internal import Glibc
internal import Threads

/// Sends requests of HTTP/1.1 over TCP, one connection each, and waits for no answer too long.
///
/// It speaks to servers on this machine; there is no TLS here.
public actor HTTPClient {
  /// Where a request goes: an IPv4 address and a port.
  public struct Host: Hashable, Sendable, CustomStringConvertible {
    /// In the order in which they are written.
    public let address: [UInt8]
    public let port: UInt16

    public init(address: [UInt8] = [127, 0, 0, 1], port: UInt16) {
      self.address = address
      self.port = port
    }

    /// The host of `http://127.0.0.1:8080` or `http://localhost:8080`; nil for any other.
    public init?(loopback origin: String) {
      guard origin.hasPrefix("http://") else { return nil }
      let parts = origin.dropFirst(7).prefix { $0 != "/" }.split(separator: ":")
      guard let name = parts.first, name == "localhost" || name == "127.0.0.1",
        let port = parts.count == 2 ? UInt16(parts[1]) : parts.count == 1 ? 80 : nil
      else { return nil }
      self.init(port: port)
    }

    /// An address that no machine has a route to: what a device without a connection finds.
    public static let nowhere = Host(address: [255, 255, 255, 255], port: 9)

    public var description: String {
      "http://\(address.map(String.init).joined(separator: ".")):\(port)"
    }
  }

  private nonisolated let thread = BlockingThread()
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }
  private let patience: Int64

  /// - Parameter patience: how long an answer may take, in milliseconds.
  public init(patience: Int64 = 10_000) {
    self.patience = patience
  }

  deinit { thread.finish() }

  /// Sends a request and returns the whole answer, whatever its status.
  public func send(
    _ request: HTTPRequest, to host: Host
  ) throws(HTTPFailure) -> HTTPResponse {
    var address = in_addr()
    withUnsafeMutableBytes(of: &address) { $0.copyBytes(from: host.address.prefix(4)) }
    let connection = try Connection.opened(
      to: address, port: host.port, deadline: Connection.now() + patience)
    var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
    head += "host: \(host.description.dropFirst(7))\r\nconnection: close\r\n"
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      head += "\(name): \(value)\r\n"
    }
    head += "content-length: \(request.body.count)\r\n\r\n"
    try connection.write(Array(head.utf8) + request.body)
    do {
      guard let answer = try connection.message(isResponse: true) else { throw HTTPFailure.broken }
      guard answer.head.words[0] == "HTTP/1.1", let status = Int(answer.head.words[1]),
        (100...599).contains(status)
      else { throw HTTPFailure.garbage }
      return HTTPResponse(status, headers: answer.head.headers, body: answer.body)
    } catch let failure as HTTPFailure {
      throw failure
    } catch {
      throw .garbage
    }
  }
}
