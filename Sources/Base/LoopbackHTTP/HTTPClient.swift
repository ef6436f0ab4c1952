internal import CCurl
internal import Platform
internal import Threads

/// Sends HTTP/1.1 requests, with one connection each and a deadline: to servers on this machine,
/// and to responders of authorities (``HTTPAddress``), whose answers are signed.
///
/// libcurl does the work. It follows no redirects, keeps no cookies and uses no proxy, whatever the
/// environment says. There is no TLS.
public actor HTTPClient {
  /// The server of a request: a port of the loopback address, or of an ``HTTPAddress``.
  public struct Host: Hashable, Sendable, CustomStringConvertible {
    private let address: String
    /// A number from 1 to 65,535; no server can listen on 0.
    public let port: UInt16

    /// A server on 127.0.0.1.
    public init(port: UInt16) {
      self.init(address: "127.0.0.1", port: port)
    }

    /// The host of `http://127.0.0.1:8080` or `http://localhost:8080`. Nil for any other address.
    public init?(loopback origin: String) {
      guard origin.hasPrefix("http://") else { return nil }
      let parts = origin.dropFirst(7).prefix { $0 != "/" }.split(separator: ":")
      guard let name = parts.first, name == "localhost" || name == "127.0.0.1",
        let port = parts.count == 2 ? UInt16(parts[1]) : parts.count == 1 ? 80 : nil
      else { return nil }
      self.init(port: port)
    }

    init(address: String, port: UInt16) {
      self.address = address
      self.port = port
    }

    /// An address without a route, for a device without a connection.
    public static let nowhere = Host(address: "255.255.255.255", port: 9)

    public var description: String { "http://\(address):\(port)" }
  }

  private nonisolated let thread = BlockingThread()
  /// The client's thread, since libcurl waits for answers.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }
  private let patience: Int

  /// Initialises only the parts of libcurl that HTTP needs.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_NOTHING)) == CURLE_OK

  /// - Parameter patience: the deadline for an answer, in milliseconds.
  public init(patience: Int64 = 10_000) {
    self.patience = Int(patience)
  }

  deinit { thread.finish() }

  /// Sends a request and returns the whole answer, whatever its status.
  public func send(
    _ request: HTTPRequest, to host: Host
  ) throws(HTTPFailure) -> HTTPResponse {
    guard HTTPClient.isReady, let call = curl_easy_init() else { throw .broken }
    defer { curl_easy_cleanup(call) }
    var lines: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(lines) }
    // A header without a value keeps libcurl from sending its own.
    let headers = ["connection": "close", "content-type": ""].merging(request.headers) { $1 }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      lines = curl_slist_append(lines, "\(name): \(value)")
    }
    flowrun_curl_text(call, CURLOPT_URL, host.description + request.target)
    flowrun_curl_text(call, CURLOPT_CUSTOMREQUEST, request.method)
    flowrun_curl_lines(call, CURLOPT_HTTPHEADER, lines)
    if !request.body.isEmpty {
      flowrun_curl_number(call, CURLOPT_POSTFIELDSIZE, request.body.count)
      _ = request.body.withUnsafeBytes { body in
        flowrun_curl_text(
          call, CURLOPT_COPYPOSTFIELDS, body.assumingMemoryBound(to: CChar.self).baseAddress)
      }
    }
    flowrun_curl_number(call, CURLOPT_PATH_AS_IS, 1)
    flowrun_curl_number(call, CURLOPT_TIMEOUT_MS, max(1, patience))
    flowrun_curl_number(call, CURLOPT_NOSIGNAL, 1)
    flowrun_curl_number(call, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    flowrun_curl_number(call, CURLOPT_HTTP_TRANSFER_DECODING, 0)
    flowrun_curl_number(call, CURLOPT_FOLLOWLOCATION, 0)
    flowrun_curl_number(call, CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP))
    flowrun_curl_text(call, CURLOPT_PROXY, "")
    flowrun_curl_text(call, CURLOPT_NOPROXY, "*")
    var answer = HTTPAnswer()
    let code = withUnsafeMutablePointer(to: &answer) { answer in
      flowrun_curl_receive(
        call,
        { bytes, size, count, answer in
          let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
          let isGood = answer?.assumingMemoryBound(to: HTTPAnswer.self).pointee.take(line: line)
          return isGood == true ? line.count : 0
        },
        { bytes, size, count, answer in
          let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
          answer?.assumingMemoryBound(to: HTTPAnswer.self).pointee.take(body: piece)
          return piece.count
        }, answer)
      return curl_easy_perform(call)
    }
    if code == CURLE_OK, let response = answer.response { return response }
    throw HTTPFailure(code, system: Int32(clamping: flowrun_curl_info(call, CURLINFO_OS_ERRNO)))
  }
}

extension HTTPFailure {
  /// Converts libcurl's code, and the system's errno if the connection failed.
  fileprivate init(_ code: CURLcode, system: Int32) {
    switch (code, system) {
    case (CURLE_COULDNT_CONNECT, ENETUNREACH), (CURLE_COULDNT_CONNECT, ENETDOWN),
      (CURLE_COULDNT_CONNECT, EHOSTUNREACH), (CURLE_COULDNT_CONNECT, EADDRNOTAVAIL),
      (CURLE_COULDNT_CONNECT, EACCES):
      self = .noRoute
    case (CURLE_COULDNT_RESOLVE_HOST, _): self = .unknownHost
    case (CURLE_COULDNT_CONNECT, ETIMEDOUT), (CURLE_OPERATION_TIMEDOUT, _): self = .deadlineExceeded
    case (CURLE_COULDNT_CONNECT, _): self = .refused
    case (CURLE_OK, _), (CURLE_GOT_NOTHING, _), (CURLE_PARTIAL_FILE, _), (CURLE_SEND_ERROR, _),
      (CURLE_RECV_ERROR, _):
      self = .broken
    default: self = .garbage
    }
  }
}
