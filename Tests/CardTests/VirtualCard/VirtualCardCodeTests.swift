import ISO7816
import TestSupport
import Testing

@testable import VirtualCard

@Suite struct VirtualCardCodeTests {
  private func idemia(
    _ card: VirtualCard
  ) async throws -> SecureTerminal { try await SecureTerminal(await card.insert(), .idemia) }

  private static let signatureApplication = Array("QSCD Application".utf8)

  @Test("Three wrong codes block the PIN, and it stays blocked in the next session")
  func blocking() async throws {
    let card = try VirtualCard()
    var terminal = try await idemia(card)
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "9999") == .triesLeft(2))
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "9999") == .triesLeft(1))
    let third = try await terminal.send(0x20, 0, 0x01, codes: "9999")
    #expect(third == .authenticationMethodBlocked)
    var again = try await idemia(card)
    let right = try await again.send(0x20, 0, 0x01, codes: "1234")
    #expect(right == .authenticationMethodBlocked)
  }

  @Test("The right code restores all tries")
  func rightCode() async throws {
    let card = try VirtualCard()
    var terminal = try await idemia(card)
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "9999") == .triesLeft(2))
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "1234") == .success)
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "9999") == .triesLeft(2))
  }

  @Test("A wrong code undoes an earlier verification")
  func wrongAfterRight() async throws {
    var terminal = try await idemia(try VirtualCard())
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "1234") == .success)
    #expect(try await terminal.send(0, 0x20, 0, 0x01).status == .success)
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "9999") == .triesLeft(2))
    #expect(try await terminal.send(0, 0x20, 0, 0x01).status == .triesLeft(2))
  }

  @Test("The tries left can be read without using one")
  func readTries() async throws {
    var terminal = try await idemia(try VirtualCard())
    #expect(try await terminal.send(0, 0x20, 0, 0x01).status == .triesLeft(3))
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "9999") == .triesLeft(2))
    let data = try await terminal.send(0, 0xCB, 0x3F, 0xFF, hex("4D087006BF810102A080"), le: 256)
      .data
    // The form of the real answer: the maximum follows 9A, the tries left follow 9B.
    #expect(data.prefix(15).elementsEqual(hex("701EBF81011AA0189A01039B0102" + "9C")))
    #expect(data.count == 32)
    #expect(try await terminal.send(0, 0x20, 0, 0x01).status == .triesLeft(2))
  }

  @Test("PIN2 is known in the signing application only")
  func pin2Application() async throws {
    var terminal = try await idemia(try VirtualCard())
    let outside = try await terminal.send(0x20, 0, 0x85, codes: "12345")
    #expect(outside == .referenceDataNotFound)
    _ = try await terminal.send(0, 0xA4, 0x04, 0x0C, Self.signatureApplication)
    #expect(try await terminal.send(0x20, 0, 0x85, codes: "12345") == .success)
  }

  @Test("The PUK unblocks a PIN and gives it a new value")
  func unblock() async throws {
    var terminal = try await idemia(try VirtualCard())
    for _ in 0..<3 { _ = try await terminal.send(0x20, 0, 0x01, codes: "9999") }
    let early = try await terminal.send(0x2C, 2, 0x01, codes: "4321")
    #expect(early == .securityStatusNotSatisfied)
    #expect(try await terminal.send(0x20, 0, 0x02, codes: "12345678") == .success)
    #expect(try await terminal.send(0x2C, 2, 0x01, codes: "4321") == .success)
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "1234") == .triesLeft(2))
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "4321") == .success)
  }

  @Test("Changing a code takes the old one and a new one of allowed length")
  func changeCode() async throws {
    var terminal = try await idemia(try VirtualCard())
    #expect(try await terminal.send(0x24, 0, 0x01, codes: "9999", "4321") == .triesLeft(2))
    #expect(try await terminal.send(0x24, 0, 0x01, codes: "1234", "432") == .wrongData)
    #expect(try await terminal.send(0x24, 0, 0x01, codes: "1234", "4321") == .success)
    #expect(try await terminal.send(0x20, 0, 0x01, codes: "4321") == .success)
  }

  @Test("A code block of the wrong length costs no try")
  func wrongLength() async throws {
    var terminal = try await idemia(try VirtualCard())
    #expect(try await terminal.send(0, 0x20, 0, 0x01, Array("1234".utf8)).status == .wrongLength)
    #expect(try await terminal.send(0, 0x20, 0, 0x01).status == .triesLeft(3))
  }

  @Test("A Thales card pads with zeros and is unblocked with one command")
  func thales() async throws {
    let card = try VirtualCard(.test(model: .thales))
    var terminal = try await SecureTerminal(await card.insert(), .thales)
    #expect(try await terminal.send(0x20, 0, 0x81, codes: "1234") == .triesLeft(2))
    #expect(try await terminal.send(0x20, 0, 0x81, codes: "1234", padding: 0) == .success)
    let data = try await terminal.send(0, 0xCB, 0x00, 0xFF, hex("A003830182"), le: 256).data
    #expect(data == hex("A00B830182DF210103DF2F0101"))
    let unblocked = try await terminal.send(
      0x2C, 0, 0x82, codes: "12345678", "54321", padding: 0)
    #expect(unblocked == .success)
    #expect(try await terminal.send(0x20, 0, 0x82, codes: "54321", padding: 0) == .success)
  }
}
