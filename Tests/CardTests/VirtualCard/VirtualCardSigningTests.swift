import CardTestSupport
import CryptoCore
import ISO7816
import TestSupport
import Testing

@testable import VirtualCard

@Suite struct VirtualCardSigningTests {
  private static let hash = Hash.sha384.digest(of: Array("what is signed".utf8))

  @Test("An IDEMIA card signs with both keys, and the openssl tool agrees")
  func idemia() async throws {
    let card = try VirtualCard()
    var terminal = try await SecureTerminal(await card.insert(), .idemia)

    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, hex("ADF13401"))
    let authentication = try await terminal.read()
    _ = try await terminal.send(0x20, 0, 0x01, codes: "1234")
    _ = try await terminal.send(0, 0x22, 0x41, 0xA4, hex("8004FF200800840181"))
    let answer = try await terminal.send(0, 0x88, 0, 0, Self.hash, le: 256)
    #expect(answer.data.count == 96)
    try OpenSSL.verify(answer.data, of: Self.hash, with: authentication, from: card.authority)

    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, hex("ADF2341F"))
    let signing = try await terminal.read()
    _ = try await terminal.send(0x20, 0, 0x85, codes: "12345")
    _ = try await terminal.send(0, 0x22, 0x41, 0xB6, hex("8004FF15080084019F"))
    let signature = try await terminal.send(0, 0x2A, 0x9E, 0x9A, Self.hash, le: 256)
    try OpenSSL.verify(signature.data, of: Self.hash, with: signing, from: card.authority)
  }

  @Test("The openssl tool refuses another hash and another authority")
  func refusals() async throws {
    let card = try VirtualCard()
    let stranger = try VirtualCard()
    var terminal = try await SecureTerminal(await card.insert(), .idemia)
    _ = try await terminal.send(0, 0xA4, 0x09, 0x0C, hex("ADF13401"))
    let certificate = try await terminal.read()
    _ = try await terminal.send(0x20, 0, 0x01, codes: "1234")
    _ = try await terminal.send(0, 0x22, 0x41, 0xA4, hex("8004FF200800840181"))
    let signature = try await terminal.send(0, 0x88, 0, 0, Self.hash, le: 256).data
    #expect(throws: OpenSSL.Refusal.self) {
      try OpenSSL.verify(
        signature, of: Self.hash.reversed(), with: certificate, from: card.authority)
    }
    #expect(throws: OpenSSL.Refusal.self) {
      try OpenSSL.verify(signature, of: Self.hash, with: certificate, from: stranger.authority)
    }
  }

  @Test("A Thales card signs with both keys, and the openssl tool agrees")
  func thales() async throws {
    let card = try VirtualCard(.test(model: .thales))
    var terminal = try await SecureTerminal(await card.insert(), .thales)
    for (path, code, reference, key) in [
      ("ADF13411", "1234", UInt8(0x81), "800154840101"),
      ("ADF23421", "12345", 0x82, "800154840105"),
    ] {
      _ = try await terminal.send(0, 0xA4, 0x08, 0x0C, hex(path))
      let certificate = try await terminal.read()
      #expect(try await terminal.send(0x20, 0, reference, codes: code, padding: 0) == .success)
      _ = try await terminal.send(0, 0x22, 0x41, 0xB6, hex(key))
      let taken = try await terminal.send(0, 0x2A, 0x90, 0xA0, [0x90, 48] + Self.hash)
      #expect(taken.status == .success)
      let signature = try await terminal.send(0, 0x2A, 0x9E, 0x9A, le: 256)
      try OpenSSL.verify(signature.data, of: Self.hash, with: certificate, from: card.authority)
    }
  }

  @Test("A new Thales card does not sign until its PIN2 is changed")
  func newThalesCard() async throws {
    var new = Personalization.test(model: .thales)
    new.hasChangedCodes = false
    let card = try VirtualCard(new)
    var terminal = try await SecureTerminal(await card.insert(), .thales)
    #expect(try await sign(&terminal, "12345") == .conditionsNotSatisfied)
    let changed = try await terminal.send(0x24, 0, 0x82, codes: "12345", "54321", padding: 0)
    #expect(changed == .success)
    #expect(try await sign(&terminal, "54321") == .success)
  }

  private func sign(
    _ terminal: inout SecureTerminal, _ code: String
  ) async throws -> StatusWord {
    _ = try await terminal.send(0x20, 0, 0x82, codes: code, padding: 0)
    _ = try await terminal.send(0, 0x22, 0x41, 0xB6, hex("800154840105"))
    _ = try await terminal.send(0, 0x2A, 0x90, 0xA0, [0x90, 48] + Self.hash)
    return try await terminal.send(0, 0x2A, 0x9E, 0x9A, le: 256).status
  }

  @Test("A key needs its application, its selection, its PIN and a hash of 48 bytes")
  func keyConditions() async throws {
    var terminal = try await SecureTerminal(try VirtualCard().insert(), .idemia)
    let application = hex("E828BD080FF2504F5420415750")
    let environment = hex("8004FF200800840181")
    #expect(
      try await terminal.send(0, 0x22, 0x41, 0xA4, environment).status == .referenceDataNotFound)
    _ = try await terminal.send(0, 0xA4, 0x04, 0x0C, application)
    let early = try await terminal.send(0, 0x88, 0, 0, Self.hash, le: 256)
    #expect(early.status == .conditionsNotSatisfied)
    #expect(try await terminal.send(0, 0x22, 0x41, 0xA4, environment).status == .success)
    let unproven = try await terminal.send(0, 0x88, 0, 0, Self.hash, le: 256)
    #expect(unproven.status == .securityStatusNotSatisfied)
    _ = try await terminal.send(0x20, 0, 0x01, codes: "1234")
    let short = try await terminal.send(0, 0x88, 0, 0, Array(Self.hash.dropLast()), le: 256)
    #expect(short.status == .wrongLength)
    #expect(try await terminal.send(0, 0x88, 0, 0, Self.hash, le: 256).status == .success)
  }

  @Test("PIN2 is forgotten when its application is left")
  func pin2Forgotten() async throws {
    var terminal = try await SecureTerminal(try VirtualCard().insert(), .idemia)
    let application = Array("QSCD Application".utf8)
    _ = try await terminal.send(0, 0xA4, 0x04, 0x0C, application)
    #expect(try await terminal.send(0x20, 0, 0x85, codes: "12345") == .success)
    _ = try await terminal.send(0, 0xA4, 0x00, 0x0C)
    _ = try await terminal.send(0, 0xA4, 0x04, 0x0C, application)
    _ = try await terminal.send(0, 0x22, 0x41, 0xB6, hex("8004FF15080084019F"))
    let signature = try await terminal.send(0, 0x2A, 0x9E, 0x9A, Self.hash, le: 256)
    #expect(signature.status == .securityStatusNotSatisfied)
  }
}
