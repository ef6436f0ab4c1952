internal import CryptoCore
internal import Encodings
internal import JSON
package import LoopbackHTTP
internal import Markup
internal import WalletApp
internal import WebToken

/// Serves a relying party by HTTP: challenges, answers, and a page that shows who logged in.
package struct WebsitePages: Sendable {
  private let party: RelyingParty
  private let seen: @Sendable (RelyingParty.Received) -> Void

  /// - Parameter seen: called with every received answer.
  package init(_ party: RelyingParty, seen: @escaping @Sendable (RelyingParty.Received) -> Void) {
    self.party = party
    self.seen = seen
  }

  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    switch (request.method, request.path) {
    case ("GET", "/"): return await page()
    case ("GET", "/challenge"):
      guard let session = session(of: request) ?? newSession(),
        let nonce = try? await party.challenge(for: session)
      else { return HTTPResponse(503) }
      var response = json(.object(["nonce": .string(nonce)]))
      response.headers["set-cookie"] =
        "session=\(session); HttpOnly; SameSite=Strict; Path=/"
      response.headers["cache-control"] = "no-store"
      return response
    case ("GET", "/document"):
      return json(.object(["text": .string(party.document.name)]))
    case ("GET", "/received"):
      return json(.array(await party.received.map(\.json)))
    case ("POST", "/answer"):
      // Another site's page can send a form, but not JSON without the browser asking first.
      guard request.isJSON,
        request.headers["origin"].map({ $0 == party.origin.description }) ?? true
      else { return HTTPResponse(403) }
      guard let answer = JSONValue(parsing: request.body).flatMap({ CallerAnswer($0, by: .post) })
      else { return HTTPResponse(400) }
      let received = await party.take(answer, session: session(of: request) ?? "none")
      seen(received)
      return json(received.json)
    case (_, "/"), (_, "/challenge"), (_, "/document"), (_, "/received"), (_, "/answer"):
      return HTTPResponse(405)
    default: return HTTPResponse(404)
    }
  }

  /// The session that the request's cookie names.
  private func session(of request: HTTPRequest) -> String? {
    let pairs = request.headers["cookie"]?.split(separator: ";") ?? []
    for pair in pairs.map({ $0.drop { $0 == " " } }) where pair.hasPrefix("session=") {
      let name = pair.dropFirst(8)
      return Base64.urlDecoded(name)?.count == 16 ? String(name) : nil
    }
    return nil
  }

  private func newSession() -> String? {
    (try? Random.bytes(16)).map { Base64.urlEncoded($0) }
  }

  private func json(_ value: JSONValue) -> HTTPResponse {
    HTTPResponse(200, value.text, type: "application/json")
  }

  private func page() async -> HTTPResponse {
    let rows = await party.received.reversed().map { "<li>\(XML.escaped($0.sentence))</li>" }
      .joined()
    let origin = XML.escaped(party.origin.description)
    var response = HTTPResponse(
      200,
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
      <title>A website to log in to</title><h1>A website to log in to</h1>
      <p>Log in: <code>flowrun login-web --website \(origin)</code></p>
      <p>Sign: <code>flowrun sign-web --as-meant --website \(origin)</code></p>
      <ul>\(rows.isEmpty ? "<li>Nobody has come yet.</li>" : rows)</ul></html>
      """, type: "text/html")
    response.headers["content-security-policy"] = "default-src 'none'; frame-ancestors 'none'"
    return response
  }
}

extension RelyingParty.Received {
  /// A sentence for the terminal: who has logged in, or why nobody has.
  package var sentence: String {
    if let refusal { return "refused a \(kind == .signature ? "signature" : "log in"): \(refusal)" }
    let who = "\(name ?? "somebody") (\(subject ?? "unknown"))"
    switch kind {
    case .logIn: return "\(who) logged in"
    case .signature: return "\(who) signed the document"
    case .failure: return "nobody logged in or signed: \(code)"
    }
  }
}
