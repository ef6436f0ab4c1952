import CardTestSupport
import CryptoCore
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

@Suite struct PACETests {
  static let combinations = Curve.allCases.flatMap { curve in
    PACECipher.allCases.map { PACEParameters(cipher: $0, curve: curve) }
  }

  @Test("Terminal and chip agree on every curve and cipher", arguments: combinations)
  func agreement(parameters: PACEParameters) async throws {
    let chip = try TestChip(parameters, can: secret("123456"))
    var terminal = try await PACETerminal(parameters: parameters, secret: secret("123456"))
      .run(over: chip)
    var session = try await chip.session()
    let command = CommandAPDU(0, 0xB0, 0, 0, expectedLength: 16)
    let header = try session.unprotect(try terminal.protect(command)).header
    #expect(header == command.header)
    let response = try session.protect(data: [7], status: .success)
    #expect(try terminal.unprotect(response).data == [7])
  }

  @Test("A wrong password has a separate error")
  func wrongPassword() async throws {
    let parameters = PACEParameters(cipher: .aes256, curve: .p256)
    let chip = try TestChip(parameters, can: secret("123456"))
    await #expect(throws: PACEError.wrongPassword) {
      _ = try await PACETerminal(parameters: parameters, secret: secret("123457")).run(over: chip)
    }
  }

  /// The recorded responses, and what the machine says when one of them is another.
  static func verdict(_ responses: [[UInt8]]) throws -> PACEError? {
    let vector = try #require(PACEVectors.shared?.idemia)
    var terminal = terminal(
      PACEParameters(cipher: .aes256, curve: .p256, asksForResponse: true), secret(vector.can),
      mapping: vector.sk1, agreement: vector.sk2)
    _ = terminal.begin()
    for response in responses {
      let parsed = try #require(ResponseAPDU(parsing: response))
      do throws(PACEError) {
        guard try terminal.advance(on: parsed) != nil else { return nil }
      } catch {
        #expect(throws: PACEError.outOfOrder) {
          _ = try terminal.advance(on: ResponseAPDU(status: .success))
        }
        #expect(throws: PACEError.outOfOrder) { _ = try terminal.takeSecureMessaging() }
        return error
      }
    }
    return .outOfOrder
  }

  static func recorded() throws -> [[UInt8]] {
    try ScriptedChannel.exchanges(of: try script("idemia-session.apdu")).dropFirst()
      .map { try $0.response.get() }
  }

  @Test("A flipped bit in any answer of the card ends PACE with an error")
  func flippedBits() throws {
    let responses = try Self.recorded()
    #expect(try Self.verdict(responses) == nil)
    for index in responses.indices {
      for bit in 0..<responses[index].count * 8 {
        var changed = responses
        changed[index][bit / 8] ^= 0x80 >> (bit % 8)
        #expect(try Self.verdict(changed) != nil, "response \(index), bit \(bit)")
      }
    }
  }

  @Test("An answer that is cut anywhere ends PACE with an error")
  func truncation() throws {
    let responses = try Self.recorded()
    for index in responses.indices {
      for length in 0..<responses[index].count - 2 {
        var changed = responses
        changed[index] = Array(responses[index][..<length]) + [0x90, 0x00]
        #expect(try Self.verdict(changed) != nil, "response \(index), \(length) bytes")
      }
    }
  }

  @Test("Each kind of failure has its own error")
  func failures() throws {
    var responses = try Self.recorded()
    responses[4] = [0x63, 0x00]
    #expect(try Self.verdict(responses) == .wrongPassword)
    responses[4] = hex("7c0a86087f42fe3f19e2e6ee9000")
    #expect(try Self.verdict(responses) == .chipNotAuthentic)
    responses[4] = [0x69, 0x82]
    #expect(
      try Self.verdict(responses)
        == .unexpectedStatus(.securityStatusNotSatisfied, .authentication))
    responses[4] = hex("7c0086009000")
    #expect(try Self.verdict(responses) == .malformedData(.authentication))
    // 6300 means a wrong password at the last step only.
    responses[3] = [0x63, 0x00]
    #expect(
      try Self.verdict(responses) == .unexpectedStatus(.authenticationFailed, .agreement))
  }

  @Test("Our own point sent back, or a point off the curve, is refused")
  func badPoints() throws {
    let vector = try #require(PACEVectors.shared?.idemia)
    let recorded = try Self.recorded()
    let own = hex(vector.computed.pk1)
    var offCurve = hex(vector.chipMap)
    offCurve[64] ^= 1
    let tooLarge = [4] + [UInt8](repeating: 0xFF, count: 64)
    for bad in [own, offCurve, tooLarge, [0], []] {
      var responses = recorded
      responses[2] = TLV(0x7C, [TLV(0x82, bad)]).encoded + [0x90, 0x00]
      #expect(try Self.verdict(responses) == .malformedData(.mapping))
    }
    var responses = recorded
    responses[3] =
      TLV(
        0x7C,
        [
          TLV(
            0x84,
            hex(
              "04f65454fb78db86c3b6a4d34a444226f3c1888a2cf656326b2debfdc52151392006078516c384b327fe9e90d313e3efb1f6d7f89e896c7d6d10833370fd66fb14"
            ))
        ]
      )
      .encoded + [0x90, 0x00]
    #expect(try Self.verdict(responses) == .malformedData(.agreement))
  }

  @Test(
    "A card that is lost at any step gives that error, and nothing more is sent", arguments: 0..<5)
  func lostCard(step: Int) async throws {
    let vector = try #require(PACEVectors.shared?.idemia)
    var exchanges = Array(
      ScriptedChannel.exchanges(of: try script("idemia-session.apdu")).dropFirst())
    exchanges[step] = .init(exchanges[step].command, .failure(.cardLost))
    let channel = ScriptedChannel(Array(exchanges[...step]))
    await #expect(throws: PACEError.channel(.cardLost)) {
      let terminal = terminal(
        PACEParameters(cipher: .aes256, curve: .p256, asksForResponse: true), secret(vector.can),
        mapping: vector.sk1, agreement: vector.sk2)
      _ = try await terminal.run(over: channel)
    }
    // Nothing was sent after the loss.
    #expect(await channel.problems.isEmpty)
  }

  @Test("Steps out of order are refused")
  func outOfOrder() throws {
    var terminal = PACETerminal(
      parameters: PACEParameters(cipher: .aes256, curve: .p256), secret: secret("123456"))
    #expect(throws: PACEError.outOfOrder) {
      _ = try terminal.advance(on: ResponseAPDU(status: .success))
    }
    #expect(throws: PACEError.outOfOrder) { _ = try terminal.takeSecureMessaging() }
  }
}
