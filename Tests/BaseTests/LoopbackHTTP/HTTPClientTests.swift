import Glibc
import LoopbackHTTP
import Testing

@Suite struct HTTPClientTests {
  /// Waits longer than any other test holds up the machine.
  private let patient = HTTPClient(patience: 300_000)

  @Test("A port where nobody listens refuses; an address without a route has no route")
  func failures() async throws {
    let server = try HTTPServer { _ in HTTPResponse(200) }
    server.stop()
    for port in [server.port, 1] {
      await #expect(throws: HTTPFailure.refused) {
        try await patient.send(HTTPRequest("GET", "/"), to: HTTPClient.Host(port: port))
      }
    }
    await #expect(throws: HTTPFailure.noRoute) {
      try await patient.send(HTTPRequest("GET", "/"), to: .nowhere)
    }
  }

  private static let fields = (0...64).map { "x\($0): a\r\n" }.joined()
  private static let long = String(repeating: "a", count: 9_000)

  private static let badAnswers: [(String, HTTPFailure)] = [
    ("", .broken), ("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab", .broken),
    ("HTTP/1.1 200 OK\r\ncontent-le", .broken),
    ("SSH-2.0-x\r\n\r\n", .garbage), ("HTTP/1.1 200 OK\r\n\r\n", .garbage),
    ("HTTP/0.9 200 OK\r\ncontent-length: 0\r\n\r\n", .garbage),
    ("HTTP/1.1 999999 OK\r\ncontent-length: 0\r\n\r\n", .garbage),
    ("HTTP/1.1 200 OK\ncontent-length: 0\n\n", .garbage),
    ("HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", .garbage),
    ("HTTP/1.1 200 OK\r\ncontent-length: 70000\r\n\r\n", .garbage),
    ("HTTP/1.1 200 OK\r\ncontent-length: 0\r\ncontent-length: 0\r\n\r\n", .garbage),
    ("HTTP/1.1 200 OK\r\ncontent-length : 0\r\n\r\n", .garbage),
    ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", .garbage),
    ("HTTP/1.1 200 OK\r\nx: \(long)\r\ncontent-length: 0\r\n\r\n", .garbage),
    ("HTTP/1.1 200 OK\r\n\(fields)content-length: 0\r\n\r\n", .garbage),
  ]

  @Test("An answer that is broken off or garbage is told apart", arguments: badAnswers)
  func badServers(_ answer: String, _ failure: HTTPFailure) async throws {
    let server = try Raw(answering: answer)
    await #expect(throws: failure) {
      try await patient.send(HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
    }
  }

  @Test("An answer in HTTP/1.0 with a length is an answer like any other")
  func oldServers() async throws {
    let server = try Raw(answering: "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok")
    let answer = try await patient.send(
      HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
    #expect(answer == HTTPResponse(200, headers: ["content-length": "2"], body: Array("ok".utf8)))
  }

  @Test("An answer that stops coming is not waited for")
  func silence() async throws {
    for text in ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab"] {
      let server = try Raw(answering: text, thenCloses: false)
      await #expect(throws: HTTPFailure.deadlineExceeded) {
        try await HTTPClient(patience: 1).send(
          HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
      }
    }
  }

  @Test("A redirection is an answer like any other, and is not followed")
  func redirection() async throws {
    let server = try Raw(
      answering: "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n")
    let answer = try await patient.send(
      HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
    #expect(answer.status == 302)
    #expect(answer.headers["location"] == "http://127.0.0.1:1/")
  }

  @Test("An answer that follows a `continue` is the answer")
  func continuing() async throws {
    let server = try Raw(
      answering: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok")
    let answer = try await patient.send(
      HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
    #expect(answer == HTTPResponse(201, headers: ["content-length": "2"], body: Array("ok".utf8)))
  }

  @Test("A proxy that the environment names is not asked")
  func proxy() async {
    await #expect(processExitsWith: .success) {
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
      let server = try HTTPServer(patience: 300_000) { _ in HTTPResponse(200) }
      let answer = try await HTTPClient(patience: 300_000).send(
        HTTPRequest("GET", "/"), to: HTTPClient.Host(port: server.port))
      exit(answer.status == 200 ? 0 : 1)
    }
  }

  @Test("Without libcurl the process ends and says which package to install")
  func missingLibrary() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(2), observing: [\.standardErrorContent]
    ) {
      let client = HTTPClient()
      // No more files can be opened, by the library either.
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      _ = try await client.send(HTTPRequest("GET", "/"), to: .nowhere)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("libcurl.so.4 cannot be used"))
    #expect(text.contains("help: apt-get install libcurl4"))
  }
}
