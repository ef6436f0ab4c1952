internal import CMicroHTTPD
internal import Platform
internal import Synchronization

/// A connection to a server, with its only request and the answer.
///
/// Everything except ``answer(_:)`` happens on the server's thread.
final class Exchange: Sendable {
  // A class, since libmicrohttpd and the handler's task share it.
  private enum Phase {
    /// The target is known once the first line was read.
    case readingHead(target: String?)
    case readingBody(HTTPRequest)
    /// The connection is suspended while the handler works.
    case handling
    /// The same, and a part of the answer was sent.
    case begun
    case answered(HTTPResponse)
    case outOfTime
  }

  let deadline: ContinuousClock.Instant
  /// Valid until the server ends the exchange, which it does not do while the connection is
  /// suspended. Unsafe, since a pointer is not Sendable: the handler's task only resumes it, which
  /// libmicrohttpd allows from any thread.
  private nonisolated(unsafe) let connection: OpaquePointer
  private let reception: Reception
  private let phase = Mutex(Phase.readingHead(target: nil))

  init(
    _ connection: OpaquePointer, _ reception: Reception, deadline: ContinuousClock.Instant
  ) {
    self.connection = connection
    self.reception = reception
    self.deadline = deadline
  }

  func receive(target: String?) {
    phase.withLock { $0 = .readingHead(target: target) }
  }

  /// Whether the request has not come yet, or not all of it.
  var isReading: Bool {
    phase.withLock { phase in
      switch phase {
      case .readingHead, .readingBody: true
      case .handling, .begun, .answered, .outOfTime: false
      }
    }
  }

  /// Continues with the request, when its head, a part of its body, its end, or its answer is
  /// available.
  ///
  /// - Returns: whether the connection stays open.
  func proceed(method: String, version: String, body: UnsafeRawBufferPointer) -> Bool {
    phase.withLock { phase in
      switch phase {
      case .readingHead(let target):
        do throws(HeaderFields.Refusal) {
          phase = .readingBody(try request(method, target, version))
        } catch {
          return send(HTTPResponse(error.rawValue))
        }
      case .readingBody(var request) where !body.isEmpty:
        // The only copy grows, so that a large body is not copied for each of its parts.
        phase = .handling
        request.body += body
        phase = .readingBody(request)
      case .readingBody(let request):
        phase = .handling
        MHD_suspend_connection(connection)
        let work = Task.detached {
          await HTTPServer.$early.withValue(EarlyAnswer(self)) {
            self.answer(await self.reception.handler(request))
          }
        }
        if reception.cancels { watch(work) }
      case .handling, .begun: break
      case .answered(let response): return send(response)
      case .outOfTime: return false
      }
      return true
    }
  }

  /// Sends the answer, unless the deadline has passed.
  private func answer(_ response: HTTPResponse) {
    phase.withLock { phase in
      switch phase {
      case .handling: phase = .answered(response)
      case .begun:
        // The handler has sent all of it; the end of the connection is the end of the answer.
        shutdown(flowrun_http_socket(connection), Int32(SHUT_WR))
        phase = .outOfTime
      case .readingHead, .readingBody, .answered, .outOfTime: return
      }
      MHD_resume_connection(connection)
    }
    reception.ring()
  }

  /// Sends a part of the answer at once, past libmicrohttpd, whose connection is suspended.
  ///
  /// - Returns: whether the client can get more.
  func send(part bytes: [UInt8]) async -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = phase.withLock { phase -> Int? in
        switch phase {
        case .handling, .begun: phase = .begun
        case .readingHead, .readingBody, .answered, .outOfTime: return nil
        }
        let count = rest.withUnsafeBytes {
          Sockets.write(flowrun_http_socket(connection), $0, waits: false)
        }
        return count >= 0 ? count : errno == EAGAIN ? 0 : nil
      }
      guard let count else { return false }
      rest = rest.dropFirst(count)
      if count == 0 { try? await Task.sleep(for: .milliseconds(5)) }
    }
    return true
  }

  /// Cancels the work of the handler when the client closes the connection.
  private func watch(_ work: Task<Void, Never>) {
    Task.detached {
      while self.isHandling {
        if self.isLeft { return work.cancel() }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  private var isHandling: Bool {
    phase.withLock { phase in
      switch phase {
      case .handling, .begun: true
      case .readingHead, .readingBody, .answered, .outOfTime: false
      }
    }
  }

  /// Whether the client has closed its side while the handler works.
  private var isLeft: Bool {
    phase.withLock { phase in
      switch phase {
      case .handling, .begun:
        var byte: UInt8 = 0
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        return recv(flowrun_http_socket(connection), &byte, 1, flags) == 0
      case .readingHead, .readingBody, .answered, .outOfTime: return false
      }
    }
  }

  /// Ends the connection. Sends the reason if nothing was sent yet.
  func end() {
    let socket = flowrun_http_socket(connection)
    phase.withLock { phase in
      switch phase {
      case .readingHead, .readingBody:
        say("408 Request Timeout", to: socket)
      case .handling:
        say("503 Service Unavailable", "The answer takes too long.", to: socket)
        MHD_resume_connection(connection)
      case .begun: MHD_resume_connection(connection)
      case .answered, .outOfTime: break
      }
      phase = .outOfTime
    }
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Sends an answer past libmicrohttpd, which then only closes the connection.
  private func say(_ status: String, _ text: String = "", to socket: Int32) {
    let answer =
      "HTTP/1.1 \(status)\r\nconnection: close\r\ncontent-type: text/plain\r\n"
      + "content-length: \(text.utf8.count)\r\n\r\n\(text)"
    _ = Array(answer.utf8).withUnsafeBytes { Sockets.write(socket, $0) }
  }

  /// The head of a request, if this server answers such requests.
  private func request(
    _ method: String, _ target: String?, _ version: String
  ) throws(HeaderFields.Refusal) -> HTTPRequest {
    let size = flowrun_http_head_size(connection)
    guard size <= HeaderFields.maximumHead else { throw .headTooLarge }
    guard let target, target.hasPrefix("/"), !target.utf8.contains(32), version == "HTTP/1.1",
      HeaderFields.isVisible(method), HeaderFields.isVisible(target)
    else { throw .badRequest }
    let fields = try headerFields()
    // A longer head contains something that libmicrohttpd has skipped: a line continued on the next
    // one, a zero byte, extra spaces.
    guard size <= method.utf8.count + target.utf8.count + 14 + fields.size else {
      throw .badRequest
    }
    let host = fields.values["host"]?.prefix { $0 != ":" }
    guard host == "localhost" || host == "127.0.0.1" else { throw .foreignHost }
    let request = HTTPRequest(method, target, headers: fields.values)
    _ = try fields.bodyLength(atMost: reception.limit(request))
    return request
  }

  private func headerFields() throws(HeaderFields.Refusal) -> HeaderFields {
    var fields: HeaderFields? = HeaderFields()
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { fields, _, name, nameSize, value, valueSize in
          let name = UnsafeRawBufferPointer(start: name, count: nameSize)
          let value = UnsafeRawBufferPointer(start: value, count: valueSize)
          let fields = fields?.assumingMemoryBound(to: HeaderFields?.self)
          if fields?.pointee?.add(
            String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)) == true
          {
            return .YES
          }
          fields?.pointee = nil
          return .NO
        }, fields)
    }
    guard let fields else { throw .badRequest }
    return fields
  }

  private func send(_ response: HTTPResponse) -> Bool {
    var body = response.body
    guard let message = MHD_create_response_from_buffer(body.count, &body, .RESPMEM_MUST_COPY)
    else { return false }
    defer { MHD_destroy_response(message) }
    var headers = response.headers
    headers["connection"] = "close"
    headers["cache-control"] = "no-store"
    headers["x-content-type-options"] = "nosniff"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      MHD_add_response_header(message, name, value)
    }
    return MHD_queue_response(connection, UInt32(clamping: response.status), message) == .YES
  }
}
