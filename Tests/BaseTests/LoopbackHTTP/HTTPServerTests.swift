import Glibc
import LoopbackHTTP
import Testing

@Suite struct HTTPServerTests {
  /// Waits longer than any other test holds up the machine.
  private let patient = HTTPClient(patience: 300_000)

  private static let echo: HTTPServer.Handler = { request in
    HTTPResponse(
      200, headers: ["content-type": "text/plain"],
      body: Array("\(request.method) \(request.target) ".utf8) + request.body)
  }

  private static let get = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"

  @Test("A request comes to the handler whole, and its answer back", arguments: [0, 1, 65_536])
  func roundTrip(_ count: Int) async throws {
    let server = try HTTPServer(patience: 300_000, HTTPServerTests.echo)
    defer { server.stop() }
    let body = [UInt8](repeating: 0x61, count: count)
    let request = HTTPRequest("POST", "/../x%20?y=1&z", body: body)
    let host = HTTPClient.Host(port: server.port)
    if count < 65_000 {
      let answer = try await patient.send(request, to: host)
      #expect(answer.status == 200)
      #expect(answer.body == Array("POST /../x%20?y=1&z ".utf8) + body)
    } else {
      // The answer has more bytes than an answer may have.
      await #expect(throws: HTTPFailure.garbage) { try await patient.send(request, to: host) }
    }
  }

  private static let long = String(repeating: "a", count: 40_000)

  private static func head(_ lines: String) -> String {
    "GET / HTTP/1.1\r\nhost: localhost\r\n\(lines)\r\n"
  }

  private static func fields(_ count: Int) -> String {
    (0..<count).map { "x\($0): a\r\n" }.joined()
  }

  private static let requests: [(String, Int)] = [
    ("GET /\r\n\r\n", 400), ("GET / HTTP/1.0\r\nhost: localhost\r\n\r\n", 400),
    ("GET / HTTP/1.2\r\nhost: localhost\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\nhost: localhost\r\n\r\n", 505),
    ("GET / HTTP/1.1\r\n\r\n", 421), ("GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nhost: localhost.evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nhost : localhost\r\n\r\n", 400),
    // A line continued on the next one would be a host's name, if it were put together.
    ("GET / HTTP/1.1\r\nho: localhost\r\n st\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nhost: localhost\0.evil.example\r\n\r\n", 400),
    ("GET http://localhost/ HTTP/1.1\r\nhost: localhost\r\n\r\n", 400),
    ("GET /\u{1} HTTP/1.1\r\nhost: localhost\r\n\r\n", 400),
    ("GET /\0 HTTP/1.1\r\nhost: localhost\r\n\r\n", 400),
    ("GET /a b HTTP/1.1\r\nhost: localhost\r\n\r\n", 400),
    ("GET   / HTTP/1.1\r\nhost: localhost\r\n\r\n", 400),
    (head("host: localhost\r\n"), 400), (head("x: a\r\nX: a\r\n"), 400),
    (head("no colon\r\n"), 400), (head(": a\r\n"), 400), (head("x: \u{E4}\r\n"), 400),
    (head("x: a\r\n b\r\n"), 400), (head("x: a\u{7F}\r\n"), 400),
    (head("content-length: -1\r\n"), 400), (head("content-length: +1\r\n"), 400),
    (head("content-length: 0x1\r\n"), 400), (head("content-length: 1 \r\n"), 400),
    (head("content-length: \r\n"), 400), (head("content-length: 1, 1\r\n"), 400),
    (head("content-length: 1\r\ncontent-length: 1\r\n"), 400),
    (head("content-length: 9223372036854775808\r\n"), 400),
    (head("content-length: 18446744073709551616\r\n"), 413),
    (head("content-length: 65537\r\n"), 413),
    (head("transfer-encoding: chunked\r\n"), 501), (head("transfer-encoding: gzip\r\n"), 501),
    (head("transfer-encoding: chunked\r\ncontent-length: 1\r\n"), 501),
    (head(fields(64)), 400), (head(fields(63)), 200),
    (head("x: \(long.prefix(8_152))\r\n"), 200),
    (head("x: \(long.prefix(8_153))\r\n"), 431),
    ("GET / HTTP/1.1\r\nx: \(long)", 431),
    ("GET /\(long)", 414),
    ("GET / HTTP/1.1\r\nhost: localhost:8080\r\n\r\n", 200),
    ("GET / HTTP/1.1\r\nHost:127.0.0.1\r\n\r\n", 200),
  ]

  @Test(
    "Bytes that are not a request are refused with a status, and the server keeps running",
    arguments: requests)
  func strictness(_ text: String, _ status: Int) async throws {
    let server = try HTTPServer(patience: 300_000, HTTPServerTests.echo)
    defer { server.stop() }
    let answer = try await Raw(to: server.port).exchange(text)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    #expect(try await Raw(to: server.port).exchange(HTTPServerTests.get).hasPrefix("HTTP/1.1 200 "))
  }

  @Test("A first line without a space is answered by closing the connection")
  func garbage() async throws {
    let server = try HTTPServer(patience: 300_000, HTTPServerTests.echo)
    defer { server.stop() }
    #expect(try await Raw(to: server.port).exchange("GARBAGE\r\n\r\n") == "")
  }

  @Test("Bytes after a request on its connection are not read as another request")
  func pipelining() async throws {
    let server = try HTTPServer(patience: 300_000, HTTPServerTests.echo)
    defer { server.stop() }
    let answer = try await Raw(to: server.port).exchange(
      HTTPServerTests.get + HTTPServerTests.get)
    #expect(answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
    #expect(answer.contains("\r\nConnection: close\r\n"))
  }

  @Test("A field of the answer cannot begin another one")
  func splitting() async throws {
    let server = try HTTPServer(patience: 300_000) { _ in
      HTTPResponse(200, headers: ["x": "a\r\nevil: b", "y": "c"])
    }
    defer { server.stop() }
    let answer = try await Raw(to: server.port).exchange(HTTPServerTests.get)
    #expect(answer.contains("\r\ny: c\r\n") && !answer.contains("evil"), "\(answer)")
  }

  @Test("A client that is too slow is sent away, even if it never stops sending")
  func slowClient() async throws {
    let server = try HTTPServer(patience: 50, HTTPServerTests.echo)
    defer { server.stop() }
    for begin in [
      "GET / HT", "GET / HTTP/1.1\r\nx: ", HTTPServerTests.head("content-length: 60000\r\n"),
    ] {
      let still = try Raw(to: server.port)
      #expect(await still.exchange(begin).hasPrefix("HTTP/1.1 408 "))
      let dripping = try Raw(to: server.port)
      await dripping.send(begin)
      #expect(await dripping.drip().hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("A handler that does not answer in time is not waited for; what it says later is ignored")
  func slowHandler() async throws {
    let (gate, key) = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPServer(patience: 50) { _ in
      for await _ in gate { break }
      return HTTPResponse(200)
    }
    let answer = try await Raw(to: server.port).exchange(HTTPServerTests.get)
    #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
    #expect(answer.hasSuffix("\r\n\r\nThe answer takes too long."), "\(answer)")
    await server.finish()
    key.finish()
  }

  @Test("Finishing waits for the answers that are under way")
  func finish() async throws {
    let (started, sign) = AsyncStream.makeStream(of: Void.self)
    let (gate, key) = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPServer(patience: 300_000) { _ in
      sign.finish()
      for await _ in gate { break }
      return HTTPResponse(200)
    }
    let client = try Raw(to: server.port)
    async let answer = client.exchange(HTTPServerTests.get)
    for await _ in started {}
    async let end: Void = server.finish()
    server.stop()
    await #expect(throws: HTTPFailure.refused) {
      try await patient.send(HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
    }
    key.finish()
    await end
    #expect(await answer.hasPrefix("HTTP/1.1 200 "))
  }

  @Test("Clients that are killed while they are answered do no harm")
  func killedClients() async throws {
    let server = try HTTPServer(patience: 300_000) { _ in
      HTTPResponse(200, body: [UInt8](repeating: 0, count: 1_000_000))
    }
    for index in 0..<50 {
      let client = try Raw(to: server.port)
      await client.send(String(HTTPServerTests.get.prefix(index.isMultiple(of: 2) ? 100 : 20)))
      await client.reset()
    }
    await server.finish()
  }

  @Test("A port has one server, and only the loopback address reaches it")
  func address() async throws {
    let server = try HTTPServer(patience: 300_000, HTTPServerTests.echo)
    defer { server.stop() }
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(port: server.port, HTTPServerTests.echo)
    }
    #expect(error?.code == EADDRINUSE)
    // Another address of this machine: not listened on.
    #expect(throws: Raw.Refused.self) { try Raw(to: server.port, host: 0x7F00_0002) }
  }

  @Test(
    "A server that was full serves again when its clients leave, whether they sent anything or not",
    arguments: ["", "G", get])
  func fullServer(_ sent: String) async throws {
    let server = try HTTPServer(patience: 300_000, connections: 4, HTTPServerTests.echo)
    defer { server.stop() }
    let host = HTTPClient.Host(port: server.port)
    for _ in 0..<25 {
      // Four are let in; two wait outside.
      let clients = try (0..<6).map { _ in try Raw(to: server.port) }
      for client in clients { await client.send(sent) }
      for client in clients { await client.reset() }
      #expect(try await patient.send(HTTPRequest("GET", "/"), to: host).status == 200)
    }
  }

  @Test("Who comes while all others are being answered is answered, too")
  func newcomer() async throws {
    let (started, sign) = AsyncStream.makeStream(of: Void.self)
    let (gate, key) = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPServer(patience: 300_000, connections: 1) { request in
      guard request.target == "/slow" else { return HTTPResponse(200) }
      sign.finish()
      for await _ in gate { break }
      return HTTPResponse(200)
    }
    defer { server.stop() }
    let first = try Raw(to: server.port)
    async let answer = first.exchange("GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n")
    for await _ in started {}
    let second = try Raw(to: server.port)
    // The server makes room after each of these.
    for letter in HTTPServerTests.get.dropLast() { await second.send(String(letter)) }
    #expect(await second.exchange("\r\n").hasPrefix("HTTP/1.1 200 "))
    key.finish()
    #expect(await answer.hasPrefix("HTTP/1.1 200 "))
  }

  @Test("With a thousand idle connections others are answered, and at once when they are closed")
  func idle() async throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 4_096)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    // Nobody's time is up during the test.
    let server = try HTTPServer(patience: 300_000, HTTPServerTests.echo)
    defer { server.stop() }
    let host = HTTPClient.Host(port: server.port)
    var idle: [Raw] = []
    for index in 0..<1_000 {
      let client = try Raw(to: server.port)
      if index.isMultiple(of: 3) { await client.send("GET / HTTP/1.1\r\nhost: loc") }
      idle.append(client)
      guard index % 100 == 99 else { continue }
      #expect(try await patient.send(HTTPRequest("GET", "/"), to: host).status == 200)
    }
    for client in idle { await client.reset() }
    #expect(try await patient.send(HTTPRequest("GET", "/"), to: host).status == 200)
  }

  @Test("With two hundred half-sent requests open, others are answered; nothing is left at the end")
  func manyConnections() async throws {
    await #expect(processExitsWith: .success) {
      let client = HTTPClient(patience: 300_000)
      func descriptors() -> Int {
        (0..<1_000).count { fcntl($0, F_GETFD) >= 0 }
      }
      // Both libraries are loaded, and keep what they keep.
      let first = try HTTPServer(patience: 300_000) { _ in HTTPResponse(200) }
      _ = try await client.send(HTTPRequest("GET", "/"), to: HTTPClient.Host(port: first.port))
      await first.finish()
      let before = descriptors()
      do {
        let server = try HTTPServer(patience: 300_000) { _ in HTTPResponse(200) }
        var slow: [Raw] = []
        for _ in 0..<200 {
          let client = try Raw(to: server.port)
          await client.send("GET / HTTP/1.1\r\nhost: loc")
          slow.append(client)
        }
        for _ in 0..<20 {
          let answer = try await client.send(
            HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
          guard answer.status == 200 else { exit(1) }
        }
        for client in slow { await client.reset() }
        await server.finish()
      }
      exit(descriptors() == before ? 0 : 2)
    }
  }
}
