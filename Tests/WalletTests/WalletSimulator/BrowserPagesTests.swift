import CardDesk
import CryptoCore
import Encodings
import JSON
import LoopbackHTTP
import TestSupport
import Testing
import WebToken

@testable import WalletSimulator

/// What the website's page gets from the browser's extension.
@Suite struct BrowserPagesTests {
  private let origin = "http://localhost:8080"
  private let simulator: Simulator
  private let party: RelyingParty
  private let pages: WebsitePages
  private let folder: Folder

  init() async throws {
    folder = try Folder()
    simulator = try await Simulator(World(), folder: folder.path, clock: ScriptClock(now: 0))
    try await simulator.reader.card()
    let (reader, time) = (simulator.reader, World().time)
    party = RelyingParty(
      origin: try Origin(origin), document: "I agree.",
      anchors: { TrustAnchors(reader.authority.map { [$0] } ?? []) }, now: { time })
    pages = WebsitePages(party) { _ in }
  }

  private func post(
    _ path: String, _ body: JSONValue, cookie: String? = nil, from page: String? = nil
  ) async -> (status: Int, json: JSONValue?, cookie: String?) {
    var headers = ["content-type": "application/json", "origin": page ?? origin]
    headers["cookie"] = cookie
    let answer = await pages.answer(
      HTTPRequest("POST", path, headers: headers, body: Array(body.text.utf8)))
    return (
      answer.status, JSONValue(parsing: answer.body),
      answer.headers["set-cookie"].map { String($0.prefix { $0 != ";" }) }
    )
  }

  @Test("A page of another origin, a request without a session, and nonsense are refused")
  func refused() async {
    let error = JSONValue.object(["error": .object(["code": .string("X")])])
    for path in ["/web-eid/certificate", "/web-eid/answer"] {
      #expect(await post(path, error, from: "https://evil.example").status == 403)
      #expect(await pages.answer(HTTPRequest("GET", path)).status == 405)
      let form = HTTPRequest(
        "POST", path, headers: ["content-type": "text/plain"], body: Array(error.text.utf8))
      #expect(await pages.answer(form).status == 403)
      #expect(await post(path, .object([])).status == 400)
    }
    #expect(await post("/web-eid/answer", error).status == 400)
    #expect(await party.received.isEmpty)
  }

  @Test("An error of the extension is kept, and uses up the challenge")
  func error() async throws {
    let challenge = await pages.answer(HTTPRequest("GET", "/challenge"))
    let cookie = try need(challenge.headers["set-cookie"].map { String($0.prefix { $0 != ";" }) })
    let answer = await post(
      "/web-eid/answer",
      .object(["error": .object(["code": .string("ERR_WEBEID_USER_CANCELLED")])]), cookie: cookie)
    #expect(answer.json?["error"]?.string == "ERR_WEBEID_USER_CANCELLED")
    #expect(
      await party.received.map(\.sentence) == [
        "nobody logged in or signed: ERR_WEBEID_USER_CANCELLED"
      ])
    let token = JSONValue.object(["format": .string("web-eid:1.0")])
    #expect(
      await post("/web-eid/answer", token, cookie: cookie).json?["refusal"]?.string
        == "\(TokenError.wrongNonce)")
  }

  @Test("A signature counts once, for the session that prepared it, with the prepared certificate")
  func signature() async throws {
    let browser = SimulatedBrowser(
      World.Browser(asks: .signature), party: party, reader: simulator.reader)
    guard case .message(let request) = await browser.receive() else {
      Issue.record("there is no request")
      return
    }
    let certificate = try need(JSONValue(parsing: request)?["arguments"]?["certificate"])
    let prepared = await post("/web-eid/certificate", .object(["certificate": certificate]))
    #expect(
      prepared.json?["hash"]?.string
        == Base64.encoded(Hash.sha384.digest(of: Array("I agree.".utf8))))
    let cookie = try need(prepared.cookie)
    let forged = JSONValue.object([
      "signature": .string(Base64.encoded([UInt8](repeating: 1, count: 96)))
    ])
    let answer = await post("/web-eid/answer", forged, cookie: cookie)
    #expect(answer.json?["refusal"]?.string == "\(TokenError.wrongSignature)")
    let again = await post("/web-eid/answer", forged, cookie: cookie)
    #expect(again.json?["refusal"]?.string == "\(TokenError.wrongNonce)")
  }

  @Test("The page runs its own script only, and may not be framed")
  func policy() async {
    let page = await pages.answer(HTTPRequest("GET", "/"))
    #expect(
      page.headers["content-security-policy"]
        == "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'")
    #expect(
      String(decoding: page.body, as: UTF8.self).contains("<script src=\"/web-eid.js\" defer>"))
    let script = await pages.answer(HTTPRequest("GET", "/web-eid.js"))
    #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
  }

  @Test("The latest of several challenges in one second is the one that counts")
  func latest() throws {
    var book = NonceBook()
    for _ in 0..<50 {
      let nonce = try book.issue(for: "a", at: 7)
      #expect(book.latest(for: "a") == nonce)
    }
  }
}
