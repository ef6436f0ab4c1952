import CryptoCore
import Encodings
import FlowFiles
import FlowLoader
import FlowModel
import FlowRuntime
import Foundation
import JSON
import LoopbackHTTP
import Secrets
import Synchronization
import TestSupport
import Testing
import WebToken

@testable import WalletApp
@testable import WalletSimulator

@Suite struct WebsiteTests {
  /// Everything that was posted to the website.
  private final class Posts: Sendable {
    private let bodies = Mutex<[[UInt8]]>([])
    var all: [[UInt8]] { bodies.withLock { $0 } }
    func add(_ body: [UInt8]) { bodies.withLock { $0.append(body) } }
  }

  /// The pages of the party, which is made when the port is known.
  private actor Site {
    var pages: WebsitePages?
    func set(_ pages: WebsitePages) { self.pages = pages }
  }

  /// Runs a flow against a website behind HTTP with a virtual card, and returns what it received.
  private func visit(
    _ flowName: String, _ settings: (inout World) -> Void = { _ in },
    inputs: [(row: String, name: String, value: String)] = []
  ) async throws -> (RelyingParty, [[UInt8]]) {
    let posts = Posts()
    let site = Site()
    let server = try HTTPServer(patience: 300_000) { request in
      if request.method == "POST" { posts.add(request.body) }
      return await site.pages?.answer(request) ?? HTTPResponse(503)
    }
    defer { server.stop() }
    let clock = ManualRunClock()
    var world = World()
    world.saved.can = TestCode("123456")
    world.saved.pin1 = TestCode("1234")
    world.card.touchesAfter = 0
    settings(&world)
    let folder = try Folder()
    let address = "http://localhost:\(server.port)"
    let caller = try #require(
      HTTPCaller(
        address, usesWebEID: world.wantsWebEID, client: HTTPClient(patience: 300_000)))
    let run = try await Simulator(world, folder: folder.path, clock: clock, caller: caller)
    let (reader, time) = (run.reader, world.time)
    let party = RelyingParty(
      origin: try Origin(address), document: "I <agree> & sign \"this\".",
      anchors: { TrustAnchors(reader.authority.map { [$0] } ?? []) }, now: { time })
    await site.set(WebsitePages(party) { _ in })
    try await play(flowName, run, clock, inputs)
    await run.wallet.endRun()
    return (party, posts.all)
  }

  private func play(
    _ name: String, _ run: Simulator, _ clock: ManualRunClock,
    _ inputs: [(row: String, name: String, value: String)]
  ) async throws {
    let catalogue = try #require(FlowLoader().load(folder: flowsFolder).catalogue)
    let flow = try #require(catalogue.flow(named: name))
    let program = catalogue.compiled(as: .meant)
    let runner = try Runner(
      program, start: flow, handlers: .wallet(run.wallet),
      facts: try await run.wallet.facts(of: program), clock: clock)
    var pause = try await runner.run()
    var inputs = inputs[...]
    while case .waiting(let step) = pause {
      if let input = inputs.first, input.row == step.qualified {
        await runner.enter(secret: secret(input.value), as: input.name)
        inputs.removeFirst()
      }
      pause = try await runner.choose(try #require(step.rows(.meant).first).reference)
    }
  }

  @Test("A log in over HTTP is believed, and the openssl tool agrees")
  func logIn() async throws {
    let (party, posts) = try await visit("EID8")
    let received = await party.received
    #expect(received.map(\.subject) == ["PNOEE-38001085718"])
    #expect(received.first?.kind == .logIn)
    #expect(posts.count == 1)
    for pin in ["123456", "1234\""] {
      #expect(!String(decoding: posts[0], as: UTF8.self).contains(pin))
    }
    let body = try #require(
      JSONSerialization.jsonObject(with: Data(posts[0])) as? [String: Any])
    #expect(try verifies(try #require(body["auth-token"] as? String)))
  }

  @Test("A Web eID token over HTTP is believed")
  func webEID() async throws {
    let (party, _) = try await visit("EID8") { $0.caller.token = .webEID }
    #expect(await party.received.map(\.subject) == ["PNOEE-38001085718"])
  }

  @Test("A signature over HTTP carries the document's digest, and the openssl tool agrees")
  func sign() async throws {
    let (party, posts) = try await visit(
      "EID9", inputs: [("EID3:2", "pin2", "12345")])
    let received = await party.received
    #expect(received.map(\.kind) == [.signature])
    #expect(received.first?.refusal == nil)
    let body = try #require(
      JSONSerialization.jsonObject(with: Data(posts[0])) as? [String: Any])
    let token = try #require(body["signature"] as? String)
    #expect(try verifies(token))
    let payload = try #require(JSONValue(parsing: Array(try part(token, 1))))
    let digest = Hash.sha384.digest(of: Array("I <agree> & sign \"this\".".utf8))
    #expect(payload["document"]?["digest"]?.string == Base64.urlEncoded(digest))
    #expect(payload["nonce"] == nil)
  }

  @Test("A card that does not sign logs nobody in")
  func failures() async throws {
    let (wrongCAN, _) = try await visit("EID8") { $0.saved.can = TestCode("654321") }
    #expect(await wrongCAN.received.isEmpty)
    let (expired, _) = try await visit("EID8") { $0.card.isExpired = true }
    #expect(await expired.received.isEmpty)
  }

  @Test("A website that is gone costs no try of the card")
  func goneWebsite() async throws {
    let clock = ManualRunClock()
    let folder = try Folder()
    var world = World()
    world.saved.can = TestCode("123456")
    world.saved.pin1 = TestCode("9999")
    let caller = try #require(HTTPCaller("http://localhost:1", usesWebEID: false))
    let run = try await Simulator(world, folder: folder.path, clock: clock, caller: caller)
    await #expect(throws: RunnerError.self) { try await play("EID8", run, clock, []) }
    // The card was not even made.
    #expect(run.reader.authority == nil)
  }

  @Test(
    "A POST that is not an answer is refused",
    arguments: [
      ("application/json", "{}", 400), ("application/json", "garbage", 400),
      ("text/plain", "{\"error\":408}", 403), ("application/json", "{\"error\":408}", 200),
      ("application/json", "{\"error\":200}", 400),
      ("application/json", "{\"auth-token\":\"x\",\"error\":200}", 200),
    ])
  func posts(_ type: String, _ body: String, _ status: Int) async throws {
    let party = RelyingParty(
      origin: try Origin("http://localhost:80"), document: "d", anchors: { TrustAnchors([]) },
      now: { 0 })
    let answer = await WebsitePages(party) { _ in }.answer(
      HTTPRequest(
        "POST", "/answer", headers: ["content-type": type], body: Array(body.utf8)))
    #expect(answer.status == status)
    if body.contains("auth-token") {
      #expect(await party.received.first?.refusal == .token(.malformed))
    }
  }

  private func pages(_ now: Int64) throws -> (WebsitePages, RelyingParty) {
    let party = RelyingParty(
      origin: try Origin("http://localhost:80"), document: "d", anchors: { TrustAnchors([]) },
      now: { now })
    return (WebsitePages(party) { _ in }, party)
  }

  /// The refusal of a log in with a token for this challenge, made in another browser.
  private func refusal(
    _ pages: WebsitePages, _ party: RelyingParty, nonce: String, cookie: String?,
    origin: String? = nil
  ) async throws -> RelyingParty.Refusal? {
    let key = try CurvePrivateKey(randomOn: .p384)
    let template = CertificateTemplate(
      subject: DistinguishedName(commonName: "A,B,1", serialNumber: "PNOEE-1"),
      publicKey: try key.publicKey(), validity: 0...100, keyUsage: .digitalSignature)
    let certificate = try template.signed(by: key)
    let token = try await LogInToken.signed(
      for: party.origin, nonce: nonce, at: 10, by: Signer(key: key, certificate: certificate))
    var headers = ["content-type": "application/json"]
    headers["cookie"] = cookie
    headers["origin"] = origin
    let answer = await pages.answer(
      HTTPRequest(
        "POST", "/answer", headers: headers,
        body: Array(CallerAnswer.token(token.compact).json(by: .post).text.utf8)))
    #expect(answer.status == (origin == nil ? 200 : 403))
    return await party.received.last?.refusal
  }

  struct Signer: DigestSigner {
    private let scalar: [UInt8]
    let certificate: Certificate

    init(key: borrowing CurvePrivateKey, certificate: Certificate) {
      scalar = key.exportedScalar().withBytes { Array($0) }
      self.certificate = certificate
    }

    func signature(ofDigest digest: [UInt8]) throws -> [UInt8] {
      var bytes = scalar
      return try CurvePrivateKey(scalar: Secret(moving: &bytes), on: .p384)
        .signature(ofDigest: digest)
    }
  }

  @Test("A challenge is bound to a cookie that no script reads and no other site sends")
  func cookie() async throws {
    let (pages, party) = try pages(10)
    let answer = await pages.answer(HTTPRequest("GET", "/challenge"))
    let cookie = try #require(answer.headers["set-cookie"])
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    let nonce = try #require(JSONValue(parsing: answer.body)?["nonce"]?.string)
    let mine = String(cookie.prefix { $0 != ";" })
    let again = await pages.answer(
      HTTPRequest("GET", "/challenge", headers: ["cookie": "a=b; \(mine)"]))
    #expect(again.headers["set-cookie"] == cookie)
    let other = await pages.answer(HTTPRequest("GET", "/challenge"))
    let theirs = String(try #require(other.headers["set-cookie"]).prefix { $0 != ";" })
    #expect(theirs != mine)
    // Neither without a cookie nor with another person's is the challenge taken or used up.
    for cookie in [nil, theirs, "session=x"] {
      #expect(
        try await refusal(pages, party, nonce: nonce, cookie: cookie) == .token(.wrongNonce))
    }
    // With its own cookie it is good, so only the certificate is refused.
    #expect(try await refusal(pages, party, nonce: nonce, cookie: mine) != .token(.wrongNonce))
  }

  @Test("A page of another origin cannot post an answer")
  func foreignOrigin() async throws {
    let (pages, party) = try pages(10)
    _ = try await refusal(
      pages, party, nonce: "n", cookie: nil, origin: "https://evil.example")
    #expect(await party.received.isEmpty)
  }

  // MARK: Another implementation

  private func part(_ token: String, _ index: Int) throws -> Data {
    var text = token.split(separator: ".")[index].replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while text.count % 4 != 0 { text += "=" }
    return try #require(Data(base64Encoded: text))
  }

  /// Whether the openssl tool finds the signature of a JWS to be that of its certificate.
  private func verifies(_ token: String) throws -> Bool {
    let folder = try Folder()
    let header = try #require(JSONSerialization.jsonObject(with: part(token, 0)) as? [String: Any])
    let chain = try #require(header["x5c"] as? [String])
    try folder.write(Array(try #require(Data(base64Encoded: chain[0]))), to: "c.der")
    let signed = token.split(separator: ".").prefix(2).joined(separator: ".")
    try folder.write(Array(signed.utf8), to: "signed")
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var bytes = Array(bytes.drop { $0 == 0 })
      if let first = bytes.first, first >= 0x80 { bytes.insert(0, at: 0) }
      return [0x02, UInt8(bytes.count)] + bytes
    }
    let raw = Array(try part(token, 2))
    let numbers = integer(raw[..<48]) + integer(raw[48...])
    try folder.write([0x30, UInt8(numbers.count)] + numbers, to: "signature.der")
    func openssl(_ line: String) throws -> Int32 {
      let arguments = line.split(separator: " ").map(String.init)
      return try OtherProgram.run("openssl", arguments, in: folder.path).status
    }
    let key = try openssl("x509 -inform DER -in c.der -pubkey -noout -out key.pem")
    let check = try openssl("dgst -sha384 -verify key.pem -signature signature.der signed")
    return key == 0 && check == 0
  }
}
