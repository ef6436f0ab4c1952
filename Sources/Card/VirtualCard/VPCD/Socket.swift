internal import Platform
internal import Synchronization

/// A connected TCP socket whose calls block; ``shutDown()`` from any thread ends them.
final class Socket: Sendable {
  // A class, since the descriptor is closed exactly once and shared with the thread that ends the
  // wait.
  private let descriptor: Int32
  private let isOpen = Atomic(true)

  init(host: String, port: UInt16) throws(VPCDError) {
    var hints = addrinfo()
    hints.ai_socktype = Sockets.stream
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0 else {
      throw .unreachable(host: host, port: port, code: EHOSTUNREACH)
    }
    defer { freeaddrinfo(list) }
    var code = EHOSTUNREACH
    var next = list
    while let address = next?.pointee {
      next = address.ai_next
      let candidate = Sockets.open(address.ai_family, address.ai_socktype)
      guard candidate >= 0 else { continue }
      if connect(candidate, address.ai_addr, address.ai_addrlen) == 0 {
        descriptor = candidate
        Sockets.sendAtOnce(descriptor)
        return
      }
      code = errno
      close(candidate)
    }
    throw .unreachable(host: host, port: port, code: code)
  }

  deinit { close(descriptor) }

  /// Ends the connection: waiting calls return, later ones fail.
  func shutDown() {
    if isOpen.exchange(false, ordering: .acquiringAndReleasing) {
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Reads exactly `count` bytes. Nil after either side closed the connection.
  func read(_ count: Int) throws(VPCDError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      Sockets.acknowledgeAtOnce(descriptor)
      let received = bytes.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, 0)
      }
      if received < 0 && errno == EINTR { continue }
      guard received >= 0 else {
        guard isOpen.load(ordering: .acquiring) && errno != ECONNRESET else { return nil }
        throw .broken(code: errno)
      }
      guard received > 0 else { return nil }
      filled += received
    }
    return bytes
  }

  /// Sends all of `bytes`. False if the connection is gone.
  func write(_ bytes: [UInt8]) throws(VPCDError) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Sockets.write(descriptor, $0) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        guard errno != EPIPE && errno != ECONNRESET else { return false }
        throw .broken(code: errno)
      }
      sent += count
    }
    return true
  }
}
