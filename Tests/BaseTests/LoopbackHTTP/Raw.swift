import Glibc
import Testing
import Threads

/// The other end of a connection, without any HTTP, on a separate thread. Its calls have no time
/// limit.
actor Raw {
  private nonisolated let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  nonisolated let port: UInt16
  private var descriptor: Int32
  private var peer: Int32 = -1

  /// A server for one connection. It sends one answer to any request, then closes, or stays silent.
  init(answering text: String, thenCloses: Bool = true) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var (address, length) = (Raw.address(0), socklen_t(MemoryLayout<sockaddr_in>.size))
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    try #require(isListening)
    port = UInt16(bigEndian: address.sin_port)
    Task { await self.answer(text, thenCloses) }
  }

  /// A client. `host` is an address of the loopback network, 127.0.0.0/8.
  init(to port: UInt16, host: UInt32 = 0x7F00_0001) throws {
    self.port = port
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let descriptor = descriptor
    let isConnected = withUnsafePointer(to: Raw.address(port, host)) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Refused() }
  }

  /// Nobody took the connection.
  struct Refused: Error {}

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if peer >= 0 { close(peer) }
    thread.finish()
  }

  func send(_ text: String) {
    _ = Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  /// Everything that comes until the other side closes.
  func received() -> String {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer += chunk[..<count]
    }
  }

  /// Sends a text and returns everything that comes back.
  func exchange(_ text: String) -> String {
    send(text)
    return received()
  }

  /// Sends byte after byte until something comes back.
  func drip() -> String {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 1) == 0 { send("a") }
    return received()
  }

  /// Ends the connection at once with a reset: data on its way is lost.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
    descriptor = -1
  }

  private func answer(_ text: String, _ thenCloses: Bool) {
    peer = accept(descriptor, nil, nil)
    var request = [UInt8](repeating: 0, count: 65_536)
    _ = recv(peer, &request, request.count, 0)
    _ = Glibc.send(peer, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    if thenCloses { shutdown(peer, Int32(SHUT_RDWR)) }
  }

  private static func address(_ port: UInt16, _ host: UInt32 = 0x7F00_0001) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = host.bigEndian
    address.sin_port = port.bigEndian
    return address
  }
}
