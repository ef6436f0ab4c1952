import Glibc
import LoopbackHTTP
import Testing
import Threads

@Suite struct LoopbackHTTPTests {
  /// Waits longer than any other test holds up the machine.
  private let patient = HTTPClient(patience: 300_000)

  private let echo: HTTPServer.Handler = { request in
    HTTPResponse(
      200, headers: ["content-type": "text/plain"],
      body: Array("\(request.method) \(request.target) ".utf8) + request.body)
  }

  @Test("A request comes to the handler whole, and its answer back")
  func roundTrip() async throws {
    let server = try HTTPServer(patience: 300_000, echo)
    defer { server.stop() }
    let body = [UInt8](repeating: 0x61, count: 60_000)
    let answer = try await patient.send(
      HTTPRequest("POST", "/x?y=1", body: body), to: HTTPClient.Host(port: server.port))
    #expect(answer.status == 200)
    #expect(answer.body == Array("POST /x?y=1 ".utf8) + body)
  }

  @Test("A port where nobody listens refuses; an address without a route has no route")
  func failures() async throws {
    let server = try HTTPServer(patience: 300_000, echo)
    let host = HTTPClient.Host(port: server.port)
    server.stop()
    let client = patient
    // The listener lets go of the socket when it has noticed; until then it takes nobody in.
    await #expect(throws: HTTPFailure.self) {
      try await client.send(HTTPRequest("GET", "/"), to: host)
    }
    await #expect(throws: HTTPFailure.noRoute) {
      try await client.send(HTTPRequest("GET", "/"), to: .nowhere)
    }
    await #expect(throws: HTTPFailure.refused) {
      try await client.send(HTTPRequest("GET", "/"), to: HTTPClient.Host(port: 1))
    }
  }

  @Test(
    "What is no request is refused with a status, and the server lives on",
    arguments: [
      ("GARBAGE\r\n\r\n", 400), ("GET / HTTP/1.0\r\nhost: localhost\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n\r\n", 421), ("GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n", 421),
      ("GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nhost : localhost\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 70000\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\nhost: localhost\r\n\r\nextra", 400),
      ("GET /\u{1} HTTP/1.1\r\nhost: localhost\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nx: " + String(repeating: "a", count: 9_000), 431),
      ("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", 200),
    ])
  func strictness(_ text: String, _ status: Int) async throws {
    let server = try HTTPServer(patience: 300_000, echo)
    defer { server.stop() }
    let answer = try await Raw().exchange(text, port: server.port)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
  }

  @Test("A client that is too slow is sent away")
  func slowClient() async throws {
    let server = try HTTPServer(patience: 50, echo)
    defer { server.stop() }
    let answer = try await Raw().exchange("GET / HT", port: server.port)
    #expect(answer.hasPrefix("HTTP/1.1 408 "))
  }

  @Test("An answer that is slow, broken off or garbage is told apart")
  func badServers() async throws {
    let answers: [(String, HTTPFailure)] = [
      ("", .broken), ("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab", .broken),
      ("SSH-2.0-x\r\n\r\n", .garbage), ("HTTP/1.1 200 OK\r\n\r\n", .garbage),
      ("HTTP/1.1 999999 OK\r\ncontent-length: 0\r\n\r\n", .garbage),
    ]
    for (answer, failure) in answers {
      let server = try Raw(answering: answer, thenCloses: true)
      await #expect(throws: failure, "\(answer)") {
        try await patient.send(HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
      }
    }
    let silent = try Raw(answering: "HTTP/1.1 200", thenCloses: false)
    await #expect(throws: HTTPFailure.deadlineExceeded) {
      try await HTTPClient(patience: 100).send(
        HTTPRequest("GET", "/"), to: HTTPClient.Host(port: silent.port))
    }
  }
}

/// The other end of a connection, without any HTTP, on a thread of its own.
actor Raw {
  nonisolated let port: UInt16
  private nonisolated let thread = BlockingThread()
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  private let descriptor: Int32

  init(answering text: String, thenCloses: Bool) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    try #require(isListening)
    port = UInt16(bigEndian: address.sin_port)
    let bytes = Array(text.utf8)
    Task { await self.answer(bytes, thenCloses) }
  }

  /// For the client's side of an exchange.
  init() {
    port = 0
    descriptor = -1
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    thread.finish()
  }

  private func answer(_ bytes: [UInt8], _ thenCloses: Bool) {
    let peer = accept(descriptor, nil, nil)
    var request = [UInt8](repeating: 0, count: 1_024)
    _ = recv(peer, &request, request.count, 0)
    _ = send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    if thenCloses { close(peer) }
  }

  /// Sends a text and returns everything that comes back.
  func exchange(_ text: String, port: UInt16) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    let bytes = Array(text.utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      answer += chunk[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }
}
