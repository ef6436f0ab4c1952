import CardTestSupport
import CryptoCore
import ISO7816
import PACE
import Secrets
import TestSupport
import Testing

@Suite struct PACEVectorTests {
  @Test("The worked example of ICAO 9303-11 is sent and accepted byte for byte")
  func workedExample() async throws {
    let vector = try #require(PACEVectors.shared?.icao)
    let channel = ScriptedChannel(
      vector.apdus.map { line in
        let sides = line.split(separator: ">").map(String.init)
        return ScriptedChannel.Exchange(hex(sides[0]), .success(hex(sides[1])))
      })
    let terminal = terminal(
      PACEParameters(cipher: .aes128, curve: .brainpoolP256r1), password: .machineReadableZone,
      secret(hex: vector.passwordSeedK), mapping: vector.skMapT, agreement: vector.skT)
    var session = try await terminal.run(over: channel)
    #expect(await channel.problems.isEmpty)

    // The keys are right if a session with the published ones understands us.
    var chip = ChipSecureMessaging(
      encryptionKey: secret(hex: vector.computed.ksenc),
      authenticationKey: secret(hex: vector.computed.ksmac))
    let protected = try session.protect(CommandAPDU(0, 0xA4, 2, 0x0C, data: [1, 0x1E]))
    let command = try chip.unprotect(protected)
    let data = command.data.withBytes { Array($0) }
    #expect(data == [1, 0x1E])
  }

  @Test("The steps in between are those of the worked example")
  func workedSteps() throws {
    let vector = try #require(PACEVectors.shared?.icao)
    let cipher = PACECipher.aes128
    let passwordKey = cipher.derivedKey(from: secret(hex: vector.passwordSeedK), for: .password)
    #expect(hexString(passwordKey.withBytes { Array($0) }) == vector.computed.kpi)
    let chipKey = try CurvePrivateKey(scalar: secret(hex: vector.skMapC), on: .brainpoolP256r1)
    let terminalPoint = try CurvePoint(hex(vector.computed.pk1), on: .brainpoolP256r1)
    #expect(
      hexString(try chipKey.multiplying(terminalPoint).encoded) == vector.computed.sharedPoint)
    let generator = try GenericMapping.generator(
      nonce: secret(hex: vector.computed.s), key: chipKey, peer: terminalPoint)
    #expect(hexString(generator.encoded) == vector.computed.generator)
  }

  @Test("A recorded session of an IDEMIA card is reproduced whole")
  func recordedIDEMIA() async throws {
    let vector = try #require(PACEVectors.shared?.idemia)
    // The application is selected before PACE; the rest is PACE's.
    let exchanges = ScriptedChannel.exchanges(of: try script("idemia-session.apdu"))
    let channel = ScriptedChannel(Array(exchanges.dropFirst()))
    let terminal = terminal(
      PACEParameters(cipher: .aes256, curve: .p256, asksForResponse: true), secret(vector.can),
      mapping: vector.sk1, agreement: vector.sk2)
    var session = try await terminal.run(over: channel)
    #expect(await channel.problems.isEmpty)
    let first = try #require(SecureMessagingVectors.shared?.steps.first)
    let command = try CommandAPDU(parsing: hex(first.plainCommand))
    #expect(hexString(try session.protect(command)) == first.protectedCommand)
  }

  @Test("A recorded session of a Thales card is reproduced whole")
  func recordedThales() async throws {
    let exchanges = ScriptedChannel.exchanges(of: try script("thales-session.apdu"))
    let channel = ScriptedChannel(Array(exchanges.dropFirst()))
    let terminal = terminal(
      PACEParameters(
        cipher: .aes256, curve: .brainpoolP384r1, namesCurve: false, asksForResponse: true),
      secret("654924"),
      mapping: """
        1785aaafb5f4199bd06dd0997245c503371ed6f167e95fdaa66b9c38479ee786\
        009f0846f1fd02b09d2750dcea44465e
        """,
      agreement: """
        6b4dde51623a7698fd501a9b74e1267858a50d706f6ad2a6154d076d41df5f7b\
        e62dced77735103a3f5ee13039b48ca9
        """)
    let session = try await terminal.run(over: channel)
    let isOpen = session.isOpen
    #expect(isOpen)
    #expect(await channel.problems.isEmpty)
  }

  @Test("The CardAccess file of a real card gives its protocol")
  func realCardAccess() throws {
    let vector = try #require(PACEVectors.shared?.idemia)
    let access = try CardAccess(parsing: hex(vector.cardAccess))
    #expect(
      access.parameters
        == PACEParameters(cipher: .aes256, curve: .p256, namesCurve: false, asksForResponse: false))
  }
}
