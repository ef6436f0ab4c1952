import CryptoCore
import Encodings
import EstEID
import FlowModel
import FlowRuntime
import JSON
import TestSupport
import Testing
import VirtualCard

@testable import CardDesk

@Suite struct BrowserRunTests {
  private let card: VirtualCard
  private static let logIn =
    #"{"command":"authenticate","arguments":{"challengeNonce":"12345678123456781234567812345678912356789123","origin":"https://ria.ee"}}"#

  init() throws { card = try VirtualCard(.test()) }

  @Test("The codes that were compared are wiped at the end of a run, also if none was used")
  func codes() async throws {
    let desk = try CardDesk(cards: CardOnReader(card: card))
    let answer = await desk.compare(
      secret("1234"), isPUK: false, new: secret("4321"), again: secret("4321"))
    #expect(answer == "accepted")
    #expect(await desk.oldCode != nil)
    #expect(await desk.newCode != nil)
    await desk.endRun()
    #expect(await desk.oldCode == nil)
    #expect(await desk.newCode == nil)
  }

  private func serve(
    _ browser: AskingBrowser, _ person: RememberingPerson, greeting: Bool = false
  ) async throws -> Bool {
    let program = try program()
    let desk = try CardDesk(cards: CardOnReader(card: card), browser: browser)
    let flow = try need(program.catalogue.flow(named: "web-eid"))
    return try await DeskRun(program, flow, desk: desk, person: person, clock: ManualRunClock())
      .serve(browser, greeting: greeting)
  }

  @Test(
    "The host speaks first, and the token is signed over the known answer of origin and challenge")
  func token() async throws {
    let browser = AskingBrowser(Self.logIn)
    let person = RememberingPerson(["can": ["123456"], "pin1": ["1234"]])
    #expect(try await serve(browser, person, greeting: true))
    #expect(browser.answered.count == 2)
    #expect(browser.answered.first?.text == #"{"version":"2.5.0"}"#)
    let token = try need(browser.answered.last)
    guard case .object(let members) = token else { return }
    #expect(
      members.map(\.key) == [
        "unverifiedCertificate", "algorithm", "signature", "format", "appVersion",
      ])
    #expect(token["algorithm"]?.string == "ES384")
    #expect(token["format"]?.string == "web-eid:1.0")
    let der = try need(token["unverifiedCertificate"]?.string.flatMap { Base64.decoded($0) })
    let signature = try need(token["signature"]?.string.flatMap { Base64.decoded($0) })
    let key = try need(Certificate(der: der).publicKey)
    let digest = hex(
      "6AB5B68A5B108467440B4787A75BD827A7AFCDD7D90F4F3EC57FE4718D0CC6D3DAEB4AFFEE561758DFBB5D3FEE88B548"
    )
    #expect(key.isValidSignature(signature, ofDigest: digest))
  }

  @Test("The origin is shown before the card is used, and the holder and the tries before PIN1")
  func shown() async throws {
    let person = RememberingPerson(["can": ["123456"], "pin1": ["9999", "1234"]])
    #expect(try await serve(AskingBrowser(Self.logIn), person))
    let ask = "https://ria.ee asks you to log in"
    let holder = "As JAAK-KRISTJAN JÕEORG, PNOEE-38001085718"
    #expect(person.seen.map(\.title) == ["Web eID", "CAN", "PIN1", "PIN1"])
    #expect(
      person.seen.map(\.lines) == [
        [ask], [ask], [ask, holder, "PIN1: 3 tries left"],
        [ask, holder, "PIN1: 2 tries left", "the PIN1 is wrong; 2 tries left"],
      ])
  }

  @Test("What is signed is shown before PIN2, and the signature is of that digest")
  func signature() async throws {
    let certificates = AskingBrowser(
      #"{"command":"get-signing-certificate","arguments":{"origin":"https://ria.ee"}}"#)
    let person = RememberingPerson(["can": ["123456", "123456"], "pin2": ["12345"]])
    #expect(try await serve(certificates, person))
    #expect(person.seen.map(\.title) == ["Web eID", "CAN"])
    let given = try need(certificates.answered.last)
    let der = try need(given["certificate"]?.string)
    let algorithms = given["supportedSignatureAlgorithms"]?.array ?? []
    #expect(algorithms.map { $0["hashFunction"]?.string } == ["SHA-256", "SHA-384", "SHA-512"])
    let digest = [UInt8](0..<32)
    let browser = AskingBrowser(
      #"{"command":"sign","arguments":{"hash":"\#(Base64.encoded(digest))","hashFunction":"SHA-256","origin":"https://ria.ee","certificate":"\#(der)"}}"#
    )
    #expect(try await serve(browser, person))
    let prompts = person.seen.dropFirst(2)
    #expect(prompts.map(\.title) == ["Web eID", "CAN", "PIN2"])
    let what = "To be signed: SHA-256 \(hexString(digest))"
    #expect(
      prompts.allSatisfy { $0.lines.starts(with: ["https://ria.ee asks you to sign", what]) })
    #expect(prompts.last?.lines.last == "PIN2: 3 tries left")
    let answer = try need(browser.answered.last)
    #expect(
      answer["signatureAlgorithm"]?.text
        == #"{"cryptoAlgorithm":"ECC","hashFunction":"SHA-256","paddingScheme":"NONE"}"#)
    let signature = try need(answer["signature"]?.string.flatMap { Base64.decoded($0) })
    let key = try need(Certificate(der: try need(Base64.decoded(der))).publicKey)
    #expect(key.isValidSignature(signature, ofDigest: digest))
  }

  @Test("A request for `quit` is answered with an empty object, and nothing is shown")
  func quit() async throws {
    let browser = AskingBrowser(#"{"command":"quit","arguments":{}}"#)
    let person = RememberingPerson([:])
    #expect(try await serve(browser, person))
    #expect(browser.answered == [.object([])])
    #expect(person.seen.isEmpty)
  }

  @Test("A request for `quit` is answered also if the connection is closed by then")
  func quitAndClosed() async throws {
    // Which of the two is noticed first is chance.
    for _ in 0..<100 {
      let browser = AskingBrowser(#"{"command":"quit","arguments":{}}"#)
      await browser.close()
      #expect(try await serve(browser, RememberingPerson([:])))
      #expect(browser.answered == [.object([])])
    }
  }

  @Test("When the browser closes the connection, the run ends, and nothing is signed or answered")
  func closed() async throws {
    let browser = AskingBrowser(Self.logIn)
    let person = RememberingPerson([:], waits: true)
    async let served = serve(browser, person)
    await browser.close()
    #expect(try await served == false)
    #expect(browser.answered.isEmpty)
    #expect(await card.exchangeCount == 0)
  }

  @Test("A reader that fails is a fatal error with its reason")
  func brokenReader() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the reader is on fire" }
    let program = try program()
    let browser = AskingBrowser(Self.logIn)
    let desk = try CardDesk(cards: EmptyReader(failure: Broken()), browser: browser)
    let flow = try need(program.catalogue.flow(named: "web-eid"))
    let run = try DeskRun(
      program, flow, desk: desk, person: RememberingPerson([:]), clock: ManualRunClock())
    #expect(await run.serve(browser, greeting: false) == false)
    #expect(
      browser.answered.map(\.text) == [
        #"{"error":{"code":"ERR_WEBEID_NATIVE_FATAL","message":"the reader is on fire"}}"#
      ])
  }
}
