import LoopbackHTTP
import Testing

/// Numbers at the ends of what they can say, in answers. The server's are in `HTTPServerTests`.
@Suite struct HTTPBoundaryTests {
  static let numbers = [
    "-9223372036854775808", "-1", "-0", "00", "0x10", "1e3", "2147483647", "2147483648",
    "4294967295",
    "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "99999999999999999999999999", "", " ", "+1", "1,1",
  ]

  @Test("An answer of any length is an answer or a failure", arguments: numbers)
  func answers(number: String) async throws {
    let raw = try Raw(answering: "HTTP/1.1 200 OK\r\nContent-Length: \(number)\r\n\r\nabc")
    let host = HTTPClient.Host(port: raw.port)
    do throws(HTTPFailure) {
      let answer = try await HTTPClient(patience: 300_000).send(HTTPRequest("GET", "/"), to: host)
      #expect(answer.body.count <= 3)
    } catch { #expect([.broken, .garbage].contains(error)) }
  }

  @Test("Any status is a number that fits, or a failure", arguments: numbers)
  func statuses(number: String) async throws {
    let raw = try Raw(answering: "HTTP/1.1 \(number) X\r\nContent-Length: 0\r\n\r\n")
    let host = HTTPClient.Host(port: raw.port)
    let answer = try? await HTTPClient(patience: 300_000).send(HTTPRequest("GET", "/"), to: host)
    if let answer { #expect((0...999).contains(answer.status)) }
  }
}
