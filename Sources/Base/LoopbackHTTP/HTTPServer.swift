internal import Glibc
internal import Synchronization
internal import Threads

/// A small server of HTTP/1.1 on this machine's loopback address; nobody else can reach it.
///
/// One request a connection. Bounded in everything: 16 connections at once, 8 KiB of head, 64 KiB of
/// body, 10 seconds a connection. A request for another host name than the loopback's is refused,
/// so that no website can reach it through a name of its own (DNS rebinding).
public final class HTTPServer: Sendable {
  // A class: it is the owner of a listening socket, which is closed once.
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  public static let maximumConnections = 16

  /// The port it listens on.
  public let port: UInt16
  private let descriptor: Int32
  private let state = Mutex(State())

  private struct State {
    var isOpen = true
    var connections = 0
  }

  /// Listens. Port 0 takes any that is free.
  ///
  /// - Parameter patience: how long a connection may last, in milliseconds.
  public init(
    port: UInt16 = 0, patience: Int64 = 10_000, _ handler: @escaping Handler
  ) throws(HTTPServerError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw HTTPServerError(errno) }
    var on: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else {
      let code = errno
      close(descriptor)
      throw HTTPServerError(code)
    }
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
    let listener = Listener()
    Task { await listener.accept(for: self, patience, handler) }
  }

  deinit { close(descriptor) }

  /// Takes no more connections.
  public func stop() {
    state.withLock { $0.isOpen = false }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Takes no more connections, and returns when those that are open have had their answers.
  public func finish() async {
    stop()
    while state.withLock({ $0.connections > 0 }) {
      do { try await Task.sleep(for: .milliseconds(2)) } catch { return }
    }
  }

  /// The next connection; nil when the server has been stopped.
  fileprivate func next() -> Int32? {
    while state.withLock({ $0.isOpen }) {
      let connection = accept(descriptor, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        return connection
      }
      switch errno {
      case EINTR, ECONNABORTED, EAGAIN: continue
      // No descriptor is free: those that are open end within their deadline.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(50_000)
      default: return nil
      }
    }
    return nil
  }

  fileprivate func begin() -> Bool {
    state.withLock { state in
      guard state.connections < HTTPServer.maximumConnections else { return false }
      state.connections += 1
      return true
    }
  }

  fileprivate func end() { state.withLock { $0.connections -= 1 } }
}

/// Why no server could be started, as the system's number for it.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  public let code: Int32

  init(_ code: Int32) {
    self.code = code
  }

  public var description: String { String(cString: strerror(code)) }
}

/// Waits for connections on a thread of its own.
private actor Listener {
  private nonisolated let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  deinit { thread.finish() }

  func accept(
    for server: HTTPServer, _ patience: Int64, _ handler: @escaping HTTPServer.Handler
  ) {
    while let descriptor = server.next() {
      guard server.begin() else {
        close(descriptor)
        continue
      }
      let visitor = Visitor()
      // Detached: a task of this actor would wait for its thread, which waits for connections.
      Task.detached {
        await visitor.serve(
          Connection(descriptor: descriptor, deadline: Connection.now() + patience), handler)
        server.end()
      }
    }
  }
}

/// Serves one connection on a thread of its own.
private actor Visitor {
  private nonisolated let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  deinit { thread.finish() }

  func serve(_ connection: consuming Connection, _ handler: HTTPServer.Handler) async {
    var response: HTTPResponse
    do {
      guard let (head, body) = try connection.message(isResponse: false) else { return }
      response = await answer(head, body, handler)
    } catch let refusal as HTTPParser.Refusal {
      response = HTTPResponse(refusal.rawValue)
    } catch HTTPFailure.deadlineExceeded {
      response = HTTPResponse(408)
    } catch {
      return
    }
    response.headers["content-length"] = String(response.body.count)
    response.headers["connection"] = "close"
    response.headers["cache-control"] = "no-store"
    response.headers["x-content-type-options"] = "nosniff"
    var text = "HTTP/1.1 \(response.status) \(response.status < 400 ? "OK" : "Refused")\r\n"
    for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) {
      text += "\(name): \(value)\r\n"
    }
    try? connection.write(Array("\(text)\r\n".utf8) + response.body)
  }

  private func answer(
    _ head: HTTPParser.Head, _ body: [UInt8], _ handler: HTTPServer.Handler
  ) async -> HTTPResponse {
    guard head.words.count == 3, head.words[2] == "HTTP/1.1", head.words[1].hasPrefix("/") else {
      return HTTPResponse(400)
    }
    let host = head.headers["host"]?.prefix { $0 != ":" }
    guard host == "localhost" || host == "127.0.0.1" else { return HTTPResponse(421) }
    return await handler(
      HTTPRequest(head.words[0], head.words[1], headers: head.headers, body: body))
  }
}
