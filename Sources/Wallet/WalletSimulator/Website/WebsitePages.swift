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
      return json(.object(["nonce": .string(nonce)]), setting: session)
    case ("GET", "/document"):
      return json(.object(["text": .string(party.document.name)]))
    case ("GET", "/received"):
      return json(.array(await party.received.map(\.json)))
    case ("POST", "/answer"):
      guard isOwn(request) else { return HTTPResponse(403) }
      guard let answer = JSONValue(parsing: request.body).flatMap({ CallerAnswer($0, by: .post) })
      else { return HTTPResponse(400) }
      let received = await party.take(answer, session: session(of: request) ?? "none")
      seen(received)
      return json(received.json)
    case ("GET", "/web-eid.js"):
      return HTTPResponse(200, WebsitePages.script, type: "text/javascript")
    case ("POST", "/web-eid/certificate"), ("POST", "/web-eid/answer"):
      return await answerBrowser(request)
    case (_, "/"), (_, "/challenge"), (_, "/document"), (_, "/received"), (_, "/answer"),
      (_, "/web-eid.js"), (_, "/web-eid/certificate"), (_, "/web-eid/answer"):
      return HTTPResponse(405)
    default: return HTTPResponse(404)
    }
  }

  /// The answer that the page has got from the browser's extension.
  private func answerBrowser(_ request: HTTPRequest) async -> HTTPResponse {
    guard isOwn(request) else { return HTTPResponse(403) }
    guard let given = JSONValue(parsing: request.body) else { return HTTPResponse(400) }
    if request.path == "/web-eid/certificate" {
      guard let session = session(of: request) ?? newSession(),
        let prepared = await party.prepare(given, session: session)
      else { return HTTPResponse(400) }
      return json(prepared, setting: session)
    }
    guard let session = session(of: request),
      let received = await party.take(browser: given, session: session)
    else { return HTTPResponse(400) }
    seen(received)
    return json(received.json)
  }

  /// Whether a request comes from this website. Another site's page can send a form, but not JSON
  /// without the browser asking first.
  private func isOwn(_ request: HTTPRequest) -> Bool {
    request.isJSON && request.headers["origin"].map { $0 == party.origin.description } ?? true
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

  /// An answer that is for one session only, which its cookie names.
  private func json(_ value: JSONValue, setting session: String) -> HTTPResponse {
    var response = json(value)
    response.headers["set-cookie"] = "session=\(session); HttpOnly; SameSite=Strict; Path=/"
    response.headers["cache-control"] = "no-store"
    return response
  }

  private func page() async -> HTTPResponse {
    let rows = await party.received.reversed().map { "<li>\(XML.escaped($0.sentence))</li>" }
      .joined()
    let origin = XML.escaped(party.origin.description)
    var response = HTTPResponse(
      200,
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><script src="/web-eid.js" defer></script>
      <title>A website to log in to</title><h1>A website to log in to</h1>
      <p>Log in: <code>flowrun login-web --website \(origin)</code></p>
      <p>Sign: <code>flowrun sign-web --as-meant --website \(origin)</code></p>
      <p>In this browser, with the extension Web eID:
      <button id="log-in">Log in</button> <button id="sign">Sign</button>
      <span id="outcome" role="status"></span></p>
      <p>To be signed: <q>\(XML.escaped(party.document.name))</q></p>
      <p>Checked of each: origin, challenge or document, signature, and the certificate: its \
      purpose,
      its validity, that a trusted authority has issued it, and whether it was revoked.</p>
      <ul>\(rows.isEmpty ? "<li>Nobody has come yet.</li>" : rows)</ul></html>
      """, type: "text/html")
    response.headers["content-security-policy"] =
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
    return response
  }
}

extension RelyingParty.Received {
  /// A sentence for the terminal: who has logged in, or why the log in was refused.
  package var sentence: String {
    if let refusal {
      return "refused a \(kind == .signature ? "signature" : "log in"): \(refusal)"
    }
    let who = "\(name ?? "somebody") (\(subject ?? "unknown"))"
    switch kind {
    case .logIn: return "\(who) logged in"
    case .signature: return "\(who) signed the document"
    case .failure: return "nobody logged in or signed: \(error ?? String(code))"
    }
  }

  /// The checks that a token has passed, and those that were not made. Empty for a refused token.
  package var checks: [String] {
    guard let path, let revocation else { return [] }
    let others =
      kind == .logIn ? ["origin", "challenge", "signature"] : ["document", "signature"]
    return [path.statement(after: others), revocation.statement]
  }
}
