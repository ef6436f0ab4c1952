internal import CMicroHTTPD
internal import Platform
internal import Synchronization
internal import Threads

/// A small HTTP/1.1 server on this machine's loopback address, which other machines cannot reach.
///
/// One request per connection, and a limit for everything: 512 connections at once, 8 KiB of head,
/// 64 KiB of body unless its owner takes more, 10 seconds from the connection's first byte to its
/// last. At the limit, a new connection takes the place of the oldest one whose request has not
/// come yet. A request for another host name than the loopback's is refused, so that no website can
/// reach the server through its own name (DNS rebinding). A client that ends with half a request
/// may keep its place for these 10 seconds, since libmicrohttpd misses an end that comes with the
/// last bytes.
///
/// libmicrohttpd does the work, on one thread. It serves until it is stopped.
public actor HTTPServer {
  /// Answers a request. Several run at once. One that takes too long is not waited for.
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse
  /// The largest body of a request, in bytes, from its head. It is asked before the body is read.
  public typealias BodyLimit = @Sendable (HTTPRequest) -> Int

  /// The largest number of open connections.
  public static let maximumConnections = 512
  /// The largest body of a request of which a server knows nothing, in bytes.
  public static let maximumBody = HeaderFields.maximumBody
  /// How many more are let in, each until an older one has made room for it.
  private static let spareConnections = 64
  /// The memory for the head of a request and of its answer, in bytes per connection.
  static let memory = 32_768

  /// The port on which it listens.
  public nonisolated let port: UInt16
  private nonisolated let thread: BlockingThread
  /// The server's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }
  private nonisolated let reception: Reception
  private let daemon: OpaquePointer
  /// The listening socket. Nil when the server was stopped.
  private nonisolated let listener: Mutex<Int32?>

  /// Starts a server. Port 0 selects a free one.
  ///
  /// - Parameters:
  ///   - patience: how long a connection may last, in milliseconds.
  ///   - connections: the largest number of open connections.
  ///   - limit: the largest body of a request. Without it, ``maximumBody``.
  ///   - cancels: whether the task of a handler is cancelled when its client closes the connection.
  ///     Otherwise a client may close its side once it has sent its request.
  public init(
    port: UInt16 = 0, patience: Int64 = 10_000, connections: Int = maximumConnections,
    limit: @escaping BodyLimit = { _ in maximumBody }, cancels: Bool = false,
    _ handler: @escaping Handler
  ) throws(HTTPServerError) {
    reception = Reception(
      patience: patience, connections: connections, limit: limit, cancels: cancels, handler)
    let most = connections + HTTPServer.spareConnections
    guard let daemon = reception.listen(on: port, connections: most) else {
      throw HTTPServerError(code: errno)
    }
    self.daemon = daemon
    self.port = flowrun_http_port(daemon)
    listener = Mutex(flowrun_http_listener(daemon))
    thread = BlockingThread()
    Task { await self.run() }
  }

  deinit { thread.finish() }

  /// Accepts no more connections. Open ones continue.
  public nonisolated func stop() {
    listener.withLock { listener in
      // The thread closes the socket, since it may be waiting for it.
      if let listener { shutdown(listener, Int32(SHUT_RDWR)) }
      listener = nil
    }
    reception.ring()
  }

  /// Accepts no more connections, and returns when the open ones have ended.
  public nonisolated func finish() async {
    stop()
    await ended()
  }

  /// Runs on the actor only after ``run()`` has returned. It touches memory, since the compiler's
  /// optimizer leaves out the change to an actor that does nothing.
  private func ended() { listener.withLock { $0 = nil } }

  private func run() {
    var isListening = true
    while isListening || !reception.isEmpty {
      reception.makeRoom()
      let pause = reception.endLate()
      // At its limit the library stops listening. It begins again only in a run after the one in
      // which a connection ended, and nothing would wake it for that.
      let due = reception.hasLost() ? 0 : pause
      // Fails if the system is out of memory, which may pass.
      if flowrun_http_run(daemon, reception.wake, due) == 0 { usleep(50_000) }
      if isListening, listener.withLock({ $0 == nil }) {
        isListening = false
        close(MHD_quiesce_daemon(daemon))
      }
    }
    MHD_stop_daemon(daemon)
  }
}

/// Why a server could not be started.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number of `errno`.
  public let code: Int32

  public var description: String { systemMessage(code) }
}
