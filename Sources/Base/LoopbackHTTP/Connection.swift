internal import Glibc

/// One TCP connection that waits at most until a deadline, whatever the other side does.
struct Connection: ~Copyable {
  private let descriptor: Int32
  /// Milliseconds of the monotonic clock.
  private let deadline: Int64

  init(descriptor: Int32, deadline: Int64) {
    self.descriptor = descriptor
    self.deadline = deadline
  }

  deinit { close(descriptor) }

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Connects to an IPv4 address.
  static func opened(
    to address: in_addr, port: UInt16, deadline: Int64
  ) throws(HTTPFailure) -> Connection {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw .noRoute }
    let connection = Connection(descriptor: descriptor, deadline: deadline)
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = port.bigEndian
    target.sin_addr = address
    let result = withUnsafePointer(to: &target) { target in
      target.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var code = result == 0 ? 0 : errno
    if code == EINPROGRESS {
      try connection.wait(for: POLLOUT)
      var length = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    }
    switch code {
    case 0: return connection
    case ENETUNREACH, ENETDOWN, EHOSTUNREACH, EADDRNOTAVAIL, EACCES: throw .noRoute
    case ETIMEDOUT: throw .deadlineExceeded
    default: throw .refused
    }
  }

  borrowing func write(_ bytes: [UInt8]) throws(HTTPFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(
          descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT)
      } else if errno != EINTR {
        throw .broken
      }
    }
  }

  /// Some more bytes; none when the other side has closed.
  borrowing func read() throws(HTTPFailure) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      try wait(for: POLLIN)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count >= 0 { return Array(chunk[..<count]) }
      guard errno == EINTR || errno == EAGAIN else { throw .broken }
    }
  }

  /// Reads a head and what belongs to it.
  borrowing func message(
    isResponse: Bool
  ) throws -> (head: HTTPParser.Head, body: [UInt8])? {
    var bytes: [UInt8] = []
    var start: Int?
    while start == nil {
      guard bytes.count <= HTTPParser.maximumHead else { throw HTTPParser.Refusal.headTooLarge }
      let more = try read()
      guard !more.isEmpty else {
        if bytes.isEmpty, !isResponse { return nil }
        throw HTTPFailure.broken
      }
      bytes += more
      start = HTTPParser.bodyStart(in: bytes)
    }
    let head = try HTTPParser.head(bytes[..<(start ?? 0)], isResponse: isResponse)
    var body = Array(bytes[(start ?? 0)...])
    while body.count < head.bodyLength {
      let more = try read()
      guard !more.isEmpty else { throw HTTPFailure.broken }
      body += more
    }
    guard body.count == head.bodyLength else { throw HTTPParser.Refusal.badRequest }
    return (head, body)
  }

  private borrowing func wait(for events: Int32) throws(HTTPFailure) {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      let rest = deadline - Connection.now()
      guard rest > 0 else { throw .deadlineExceeded }
      let ready = poll(&entry, 1, Int32(clamping: rest))
      if ready > 0 { return }
      if ready < 0, errno != EINTR { throw .broken }
    }
  }
}
