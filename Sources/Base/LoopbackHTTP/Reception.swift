internal import CMicroHTTPD
internal import Platform
internal import Synchronization

/// The open connections of a server, in the order of their deadlines.
final class Reception: Sendable {
  // A class, since libmicrohttpd passes it to every callback.
  private struct State {
    var open = 0
    /// Whether a connection has ended since ``hasLost()`` was last asked.
    var hasLost = false
    /// The exchanges whose deadline has not passed.
    var exchanges: [Exchange] = []
  }

  let handler: HTTPServer.Handler
  let limit: HTTPServer.BodyLimit
  /// A pipe that wakes the server's thread. Nil if there was none to be had.
  private let bell = WakePipe.open()
  /// The end of the bell at which the server's thread waits.
  var wake: Int32 { bell?.reading ?? -1 }
  private let patience: Int64
  private let connections: Int
  /// Whether handlers are cancelled when their clients have gone.
  let cancels: Bool
  private let state = Mutex(State())

  init(
    patience: Int64, connections: Int, limit: @escaping HTTPServer.BodyLimit, cancels: Bool,
    _ handler: @escaping HTTPServer.Handler
  ) {
    self.limit = limit
    self.cancels = cancels
    self.patience = patience
    self.connections = connections
    self.handler = handler
  }

  deinit {
    guard let bell else { return }
    close(bell.reading)
    close(bell.writing)
  }

  /// Wakes the server's thread.
  func ring() { if let bell { WakePipe.ring(bell.writing) } }

  var isEmpty: Bool { state.withLock { $0.open == 0 } }

  func begin(_ connection: OpaquePointer) -> Exchange {
    let exchange = Exchange(connection, self, deadline: .now + .milliseconds(patience))
    state.withLock { state in
      state.open += 1
      state.exchanges.append(exchange)
    }
    return exchange
  }

  func end(_ exchange: Exchange) {
    state.withLock { state in
      state.open -= 1
      state.hasLost = true
      state.exchanges.removeAll { $0 === exchange }
    }
  }

  /// Whether a connection has ended since this was last asked.
  func hasLost() -> Bool {
    state.withLock { state in
      defer { state.hasLost = false }
      return state.hasLost
    }
  }

  /// Ends the oldest exchanges whose requests have not come, if there are more than there may be.
  /// The newest of all stays: the others may all be answered at the moment.
  func makeRoom() {
    let oldest = state.withLock { state in
      var surplus = state.exchanges.count - connections
      guard surplus > 0 else { return [Exchange]() }
      var oldest: [Exchange] = []
      let newest = state.exchanges.last
      state.exchanges.removeAll { exchange in
        guard surplus > 0, exchange !== newest, exchange.isReading else { return false }
        surplus -= 1
        oldest.append(exchange)
        return true
      }
      return oldest
    }
    for exchange in oldest { exchange.end() }
  }

  /// Ends the exchanges whose deadline has passed.
  ///
  /// - Returns: the milliseconds until the next deadline; -1 if there is none.
  func endLate() -> Int32 {
    let now = ContinuousClock.now
    let late = state.withLock { state in
      let late = state.exchanges.prefix { $0.deadline <= now }
      state.exchanges.removeFirst(late.count)
      return late
    }
    for exchange in late { exchange.end() }
    guard let next = state.withLock({ $0.exchanges.first?.deadline }) else { return -1 }
    return Int32(clamping: Int64((now.duration(to: next) / .milliseconds(1)).rounded(.up)))
  }
}

extension Reception {
  /// Starts libmicrohttpd for these connections. Nil if it cannot listen; `errno` is then set.
  ///
  /// The reception has to outlive the result.
  func listen(on port: UInt16, connections: Int) -> OpaquePointer? {
    guard bell != nil else { return nil }
    return flowrun_http_start(
      port, UInt32(connections), HTTPServer.memory,
      { _, connection, _, method, version, bytes, count, _ in
        guard let exchange = Reception.exchange(of: connection), let method,
          let version, let count
        else { return .NO }
        defer { count.pointee = 0 }
        let staysOpen = exchange.proceed(
          method: String(cString: method), version: String(cString: version),
          body: UnsafeRawBufferPointer(start: bytes, count: count.pointee))
        return staysOpen ? .YES : .NO
      },
      { _, target, connection in
        Reception.exchange(of: connection)?.receive(target: target.map { String(cString: $0) })
        return nil
      },
      { context, connection, kept, event in
        guard let context, let connection, let kept else { return }
        let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        if event == .CONNECTION_NOTIFY_STARTED {
          kept.pointee = Unmanaged.passRetained(reception.begin(connection)).toOpaque()
        } else if let exchange = kept.pointee {
          kept.pointee = nil
          reception.end(Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue())
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func exchange(of connection: OpaquePointer?) -> Exchange? {
    guard let connection, let context = flowrun_http_context(connection) else { return nil }
    return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }
}
