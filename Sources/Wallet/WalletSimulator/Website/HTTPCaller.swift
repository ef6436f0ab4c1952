internal import JSON
package import LoopbackHTTP
package import WalletApp
package import WebToken

/// A website on this machine as the app's caller: `flowrun serve website`.
package struct HTTPCaller: Caller {
  package let origin: Origin
  package let answerAddress: String
  package let usesWebEID: Bool
  private let host: HTTPClient.Host
  private let client: HTTPClient
  private let session = SessionCookie()

  /// Nil unless the address is an origin on the loopback.
  package init?(_ address: String, usesWebEID: Bool, client: HTTPClient = HTTPClient()) {
    guard let origin = try? Origin(of: address),
      let host = HTTPClient.Host(loopback: origin.description)
    else { return nil }
    self.origin = origin
    self.host = host
    self.usesWebEID = usesWebEID
    self.client = client
    answerAddress = origin.description + "/answer"
  }

  package func challenge() async throws(CallerError) -> String {
    let answer = try await send(HTTPRequest("GET", "/challenge"))
    guard let nonce = answer["nonce"]?.string, (43...256).contains(nonce.utf8.count) else {
      throw .unreachable
    }
    return nonce
  }

  package func document() async throws(CallerError) -> DocumentSignature.Document {
    let answer = try await send(HTTPRequest("GET", "/document"))
    guard let text = answer["text"]?.string else { throw .unreachable }
    // The digest is computed from the text that the user reads, not taken from the website.
    return DocumentSignature.Document(text)
  }

  package func receive(_ answer: CallerAnswer) async throws(CallerError) {
    let reply = try await send(
      HTTPRequest(
        "POST", "/answer", headers: ["content-type": "application/json"],
        body: Array(answer.json(by: .post).text.utf8)))
    if let refusal = reply["refusal"]?.string { throw .refused(refusal) }
  }

  private func send(_ request: HTTPRequest) async throws(CallerError) -> JSONValue {
    var request = request
    request.headers["cookie"] = await session.text
    let answer: HTTPResponse
    do throws(HTTPFailure) {
      answer = try await client.send(request, to: host)
    } catch { throw .unreachable }
    await session.take(answer)
    guard answer.status == 200, let json = JSONValue(parsing: answer.body) else {
      throw .unreachable
    }
    return json
  }
}

/// The cookie with which a website recognises this run. The website's challenges are valid with it
/// only.
private actor SessionCookie {
  private(set) var text: String?

  func take(_ answer: HTTPResponse) {
    if let given = answer.headers["set-cookie"] { text = String(given.prefix { $0 != ";" }) }
  }
}
