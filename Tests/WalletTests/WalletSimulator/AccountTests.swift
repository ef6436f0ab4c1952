import CryptoCore
import Databases
import FlowRuntime
import Foundation
import JSON
import LoopbackHTTP
import Secrets
import TestSupport
import Testing

@testable import WalletApp
@testable import WalletSimulator

@Suite struct AccountTests {
  let clock = TestClock()

  func attempt(
    _ pin: String, _ service: any AccountService, _ account: String, _ salt: [UInt8]
  ) async throws -> PINVerdict {
    let challenge = try await service.challenge(for: account)
    var copy = salt
    let answer = try PINKey.answer(
      to: challenge, pin: secret(pin), salt: Secret(moving: &copy))
    return try await service.check(answer, of: challenge, account: account)
  }

  func registered(_ service: any AccountService) async throws -> (String, [UInt8]) {
    let salt = [UInt8](0..<32)
    var copy = salt
    let key = try PINKey.derived(from: secret("142536"), salt: Secret(moving: &copy)).publicKey()
    let account = try await service.register(
      Registration(
        publicKey: key.encoded, attestation: DeviceAuthority().statement(on: key.encoded)))
    return (account, salt)
  }

  @Test("The sixteenth wrong PIN blocks for good, through every pause")
  func blocks() async throws {
    let box = clock.box
    let server = try AccountServer { box.now }
    let (account, salt) = try await registered(server)
    for failure in 1...16 {
      let verdict = try await attempt("999999", server, account, salt)
      guard case .wrong(_, _, let until) = verdict else {
        Issue.record("failure \(failure): \(verdict)")
        return
      }
      if failure % 4 == 0, failure < 16 {
        // During the pause even the right PIN is refused, and nothing is counted.
        #expect(try await attempt("142536", server, account, salt) == .paused(until: until))
        box.now = until
      }
    }
    box.now += 1_000_000_000
    #expect(try await attempt("142536", server, account, salt) == .blocked)
  }

  @Test("A challenge serves once, for sixty seconds, and for its account")
  func challenges() async throws {
    let box = clock.box
    let server = try AccountServer { box.now }
    let (account, salt) = try await registered(server)
    let challenge = try await server.challenge(for: account)
    var copy = salt
    let answer = try PINKey.answer(
      to: challenge, pin: secret("142536"), salt: Secret(moving: &copy))
    #expect(try await server.check(answer, of: challenge, account: account) == .valid)
    await #expect(throws: AccountFailure.refused) {
      try await server.check(answer, of: challenge, account: account)
    }
    let late = try await server.challenge(for: account)
    box.now += 60_001
    await #expect(throws: AccountFailure.refused) {
      try await server.check(answer, of: late, account: account)
    }
    await #expect(throws: AccountFailure.refused) { try await server.challenge(for: "nobody") }
  }

  @Test("A restart gives no attempt back")
  func restart() async throws {
    let folder = try Folder()
    let box = clock.box
    let path = folder.path + "/accounts.db"
    var server = try AccountServer(path: path) { box.now }
    let (account, salt) = try await registered(server)
    for _ in 1...3 { _ = try await attempt("999999", server, account, salt) }
    server = try AccountServer(path: path) { box.now }
    let verdict = try await attempt("999999", server, account, salt)
    #expect(
      verdict == .wrong(attempt: 4, isFinalRound: false, pausedUntil: box.now + 60_000))
    server = try AccountServer(path: path) { box.now }
    #expect(
      try await attempt("142536", server, account, salt) == .paused(until: box.now + 60_000))
  }

  @Test("Two servers on one file count every wrong PIN, and give no extra attempt")
  func twoServers() async throws {
    let folder = try Folder()
    let box = clock.box
    let path = folder.path + "/accounts.db"
    let servers = [
      try AccountServer(path: path) { box.now }, try AccountServer(path: path) { box.now },
    ]
    let (account, salt) = try await registered(servers[0])
    for attempt in 1...4 {
      let verdict = try await self.attempt("999999", servers[attempt % 2], account, salt)
      #expect(
        verdict
          == .wrong(
            attempt: attempt, isFinalRound: false,
            pausedUntil: attempt == 4 ? box.now + 60_000 : 0))
    }
    for server in servers {
      #expect(
        try await attempt("142536", server, account, salt) == .paused(until: box.now + 60_000))
    }
  }

  @Test("While attempts cannot be written, no PIN is answered, right or wrong")
  func noAnswer() async throws {
    let folder = try Folder()
    let box = clock.box
    let path = folder.path + "/accounts.db"
    let server = try AccountServer(path: path) { box.now }
    let (account, salt) = try await registered(server)
    let other = try Database.open(path: path, kind: AccountServer.kind, schema: "")
    _ = try other.rows(
      """
      CREATE TRIGGER full BEFORE UPDATE ON accounts
      BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END
      """)
    for pin in ["999999", "142536"] {
      await #expect(throws: AccountFailure.serverUnreachable) {
        try await attempt(pin, server, account, salt)
      }
    }
    _ = try other.rows("DROP TRIGGER full")
    #expect(
      try await attempt("999999", server, account, salt)
        == .wrong(attempt: 1, isFinalRound: false, pausedUntil: 0))
  }

  @Test("A file of accounts that is cut anywhere is refused, not taken for empty")
  func damagedFile() async throws {
    let folder = try Folder()
    let box = clock.box
    let path = folder.path + "/accounts.db"
    do {
      let server = try AccountServer(path: path) { box.now }
      _ = try await registered(server)
    }
    // Closed, so that the file is whole without its log.
    let whole = folder.bytes("accounts.db")
    #expect(!folder.files.contains("accounts.db-wal"))
    for length in [0, 1, 15, 16, 99, 100, 4_095, 4_096, whole.count - 1] {
      try folder.write(Array(whole[..<length]), to: "accounts.db")
      #expect(throws: StoreError.self, "\(length)") { try AccountServer(path: path) { box.now } }
    }
    try folder.write(Array("[]".utf8), to: "accounts.db")
    #expect(throws: StoreError.damaged(path)) { try AccountServer(path: path) { box.now } }
  }

  @Test("A statement about a device serves for its key only, and only as it was signed")
  func attestation() async throws {
    let box = clock.box
    let server = try AccountServer { box.now }
    let keys = try (0..<2).map { _ in try CurvePrivateKey(randomOn: .p256).publicKey().encoded }
    let statement = try #require(DeviceAuthority().statement(on: keys[0]))
    _ = try await server.register(Registration(publicKey: keys[0], attestation: statement))
    var changed = statement
    changed[10] ^= 1
    for (key, statement) in [(keys[1], statement), (keys[0], changed), (keys[0], [])] {
      await #expect(throws: AccountFailure.deviceInsecure) {
        try await server.register(Registration(publicKey: key, attestation: statement))
      }
    }
  }

  @Test("The server answers each question as documented, and refuses one that it cannot read")
  func messages() async throws {
    let web = AccountWeb(Pausing(until: .min))
    for (path, body, status, answer) in [
      ("/version", #"{"version":"1"}"#, 200, #"{"verdict":"allowed"}"#),
      ("/register", #"{"key":"BA"}"#, 200, #"{"account":"account"}"#),
      (
        "/challenge", #"{"account":"a"}"#, 200,
        "{\"challenge\":\"\(String(repeating: "A", count: 43))\"}"
      ),
      (
        "/check", #"{"account":"a","challenge":"","signature":"AA"}"#, 200,
        #"{"verdict":"paused","until":-9223372036854775808}"#
      ),
      (
        "/check", #"{"account":"a","challenge":"=","signature":"AA"}"#, 403, #"{"error":"refused"}"#
      ),
      ("/register", "{}", 403, #"{"error":"refused"}"#),
      ("/challenge", #"{"account":1}"#, 403, #"{"error":"refused"}"#),
      ("/version", "[]", 403, #"{"error":"refused"}"#),
      ("/version", "{", 400, #"{"error":"bad request"}"#),
      ("/versions", "{}", 404, #"{"error":"no such thing"}"#),
    ] {
      let type = ["content-type": "application/json"]
      let response = await web.answer(
        HTTPRequest("POST", path, headers: type, body: Array(body.utf8)))
      #expect(response.status == status, "\(path) \(body)")
      #expect(String(decoding: response.body, as: UTF8.self) == answer)
    }
  }

  @Test(
    "Every verdict on a PIN arrives as it was sent",
    arguments: [
      PINVerdict.valid, .blocked, .paused(until: .min), .paused(until: .max),
      .wrong(attempt: 1, isFinalRound: false, pausedUntil: 0),
      .wrong(attempt: 4, isFinalRound: true, pausedUntil: .max),
    ])
  func verdicts(_ verdict: PINVerdict) throws {
    #expect(PINVerdict(try #require(JSONValue(parsing: verdict.json.text))) == verdict)
  }

  @Test("Versions are compared by their numbers")
  func versions() throws {
    let old = try #require(VersionPolicy.Version("1.9"))
    let new = try #require(VersionPolicy.Version("1.10"))
    #expect(old < new)
    #expect(VersionPolicy.Version("1.0") == VersionPolicy.Version("1"))
    for text in ["", "1.", "a", "1.2.3.4.5", "-1", "1..2"] {
      #expect(VersionPolicy.Version(text) == nil)
    }
    #expect(VersionPolicy(oldest: new, newest: old).verdict(on: old) == .blocked)
  }
}
