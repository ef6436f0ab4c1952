import CryptoCore
import FlowRuntime
import Foundation
import JSON
import LoopbackHTTP
import Secrets
import TestSupport
import Testing

@testable import WalletApp
@testable import WalletSimulator

extension AccountTests {
  @Test("Behind HTTP it answers as it does in this process")
  func overHTTP() async throws {
    let box = clock.box
    let accounts = try AccountServer(
      versions: VersionPolicy(oldest: .init([2]), newest: .init([3]))
    ) { box.now }
    let web = AccountWeb(accounts)
    // Patient, since other tests hold up the machine.
    let server = try HTTPServer(patience: 300_000) { await web.answer($0) }
    defer { server.stop() }
    let service = HTTPAccountService(
      host: HTTPClient.Host(port: server.port), client: HTTPClient(patience: 300_000))
    #expect(try await service.policy(for: "1.9") == .update)
    #expect(try await service.policy(for: "2.0") == .allowed)
    await #expect(throws: AccountFailure.deviceInsecure) {
      try await service.register(Registration(publicKey: [4], attestation: nil))
    }
    await #expect(throws: AccountFailure.refused) {
      try await service.register(
        Registration(publicKey: [4], attestation: DeviceAuthority().statement(on: [4])))
    }
    let (account, salt) = try await registered(service)
    #expect(
      try await attempt("999999", service, account, salt)
        == .wrong(attempt: 1, isFinalRound: false, pausedUntil: 0))
    #expect(try await attempt("142536", service, account, salt) == .valid)
    // Neither the PIN nor its digest is sent, only a signature.
    let type = ["content-type": "application/json"]
    let answer = await web.answer(
      HTTPRequest("POST", "/check", headers: type, body: Array("{}".utf8)))
    #expect(answer.status == 403)
  }

  @Test("A page in a browser cannot ask the account server")
  func browser() async throws {
    let box = clock.box
    let web = AccountWeb(try AccountServer { box.now })
    let body = Array(#"{"version":"1"}"#.utf8)
    for (headers, status) in [
      ([:], 403), (["content-type": "text/plain"], 403),
      (["content-type": "application/json", "origin": "https://evil.example"], 403),
      (["content-type": "application/json; charset=utf-8"], 200),
    ] {
      let request = HTTPRequest("POST", "/version", headers: headers, body: body)
      #expect(await web.answer(request).status == status, "\(headers)")
    }
  }

  @Test(
    "A killed or slow server, or one with garbage, is unreachable; without a route: no internet"
  )
  func badServers() async throws {
    let patient = HTTPClient(patience: 300_000)
    for answer in ["garbage", "{\"verdict\":\"maybe\"}", "[]", ""] {
      let server = try HTTPServer(patience: 300_000) { _ in
        HTTPResponse(200, answer, type: "application/json")
      }
      let service = HTTPAccountService(host: HTTPClient.Host(port: server.port), client: patient)
      await #expect(throws: AccountFailure.serverUnreachable, "\(answer)") {
        try await service.policy(for: "1")
      }
      server.stop()
    }
    let gate = Gate()
    let slow = try HTTPServer(patience: 300_000) { _ in
      await gate.wait()
      return HTTPResponse(200)
    }
    defer { slow.stop() }
    await #expect(throws: AccountFailure.serverUnreachable) {
      try await HTTPAccountService(
        host: HTTPClient.Host(port: slow.port), client: HTTPClient(patience: 1)
      ).policy(for: "1")
    }
    await gate.open()
    await #expect(throws: AccountFailure.serverUnreachable) {
      try await HTTPAccountService(host: HTTPAccountService.deaf, client: patient).policy(for: "1")
    }
    await #expect(throws: AccountFailure.noInternet) {
      try await HTTPAccountService(host: .nowhere, client: patient).policy(for: "1")
    }
  }

  /// An account server that pauses every account until the same time.
  struct Pausing: AccountService {
    let until: Int64

    func policy(for version: String) -> VersionVerdict { .allowed }
    func register(_ registration: Registration) -> String { "account" }
    func challenge(for account: String) -> [UInt8] { [UInt8](repeating: 0, count: 32) }
    func check(
      _ signature: [UInt8], of challenge: [UInt8], account: String
    ) -> PINVerdict { .paused(until: until) }
  }

  @Test(
    "Whatever time a server says, the app says when the pause ends and waits until then",
    arguments: [
      (Int64.min, "0", 0), (-1, "0", 0), (0, "0", 0), (1_780_315_200_001, "1", 1),
      (1_780_315_201_000, "1", 1_000), (.max, "9223370256539576", .max - 1_780_315_200_000),
    ])
  func hostilePause(_ until: Int64, _ seconds: String, _ end: Int64) async throws {
    let web = AccountWeb(Pausing(until: until))
    let server = try HTTPServer(patience: 300_000) { await web.answer($0) }
    defer { server.stop() }
    var world = World()
    world.account.pin = TestCode("142536")
    let folder = try Folder()
    let clock = ManualRunClock()
    let simulator = try await Simulator(
      world, folder: folder.path, clock: clock,
      account: HTTPAccountService(
        host: HTTPClient.Host(port: server.port), client: HTTPClient(patience: 300_000)))
    #expect(try await simulator.wallet.checkPIN(secret("142536")) == "paused")
    #expect(await simulator.wallet.takeNotices() == ["Try again in \(seconds) s"])
    async let pause = simulator.wallet.waitForPause()
    clock.advance(to: end)
    #expect(try await pause == "over")
  }
}
