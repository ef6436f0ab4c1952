import CardTestSupport
import CryptoCore
import Dates
import EstEID
import Foundation
import ISO7816
import PCSC
import TestSupport
import Testing
import VirtualCard

/// The ID card through the real pcscd, by us and by others.
@Suite(.serialized, .enabled(if: Bench.isRunning, Bench.isMissing), .timeLimit(.minutes(1)))
struct IDCardTests {
  private static let digest = Hash.sha384.digest(of: Array("what is signed".utf8))
  private let service = PCSCService()

  private func open(_ channel: PCSCCardChannel, _ memory: PINMemory) async throws -> EstEIDCard {
    try await EstEIDCard.open(
      over: channel, can: secret("123456"), options: EstEIDCard.Options(memory: memory))
  }

  @Test("A card served through pcscd is read, logs in and signs", arguments: CardModel.allCases)
  func wholeSession(model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model))
    try await Bench.serving(card) { reader, _ in
      let channel = try await service.connect(to: reader.name)
      let session = try await open(channel, try PINMemory())
      let data = try await session.personalData()
      #expect(data.surname == "JÕEORG")
      #expect(data.expiry?.description == "2039-12-31")
      #expect(try await session.status(of: .pin2).triesLeft == 3)
      let proof = try await session.authenticate(Self.digest, pin: secret("1234"))
      try OpenSSL.verify(
        proof.rawSignature, of: Self.digest, with: proof.certificate.der, from: card.authority)
      let signature = try await session.sign(Self.digest, pin: secret("12345"))
      try OpenSSL.verify(
        signature.rawSignature, of: Self.digest, with: signature.certificate.der,
        from: card.authority)
      await channel.close()
    }
  }

  @Test("A wrong CAN and a wrong PIN have different errors")
  func wrongCodes() async throws {
    try await Bench.serving(try VirtualCard()) { reader, _ in
      let memory = try PINMemory()
      let channel = try await service.connect(to: reader.name)
      await #expect(throws: EstEIDError.wrongCAN) {
        _ = try await EstEIDCard.open(
          over: channel, can: secret("654321"), options: EstEIDCard.Options(memory: memory))
      }
      let session = try await open(channel, memory)
      await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
        try await session.verify(secret("9999"), as: .pin1)
      }
      await channel.close()
    }
  }

  @Test("Two sessions at once take turns, and both read")
  func twoSessions() async throws {
    try await Bench.serving(try VirtualCard()) { reader, _ in
      let surnames = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<2 {
          group.addTask {
            let channel = try await service.connect(to: reader.name)
            let session = try await open(channel, try PINMemory())
            let data = try await session.personalData([.surname])
            await channel.close()
            return data.surname
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(surnames == ["JÕEORG", "JÕEORG"])
    }
  }

  @Test(
    "A card that is removed during a log-in is lost, and the next log-in works",
    arguments: [
      (1, Faults.Fault.removalBeforeCommand), (5, .removalAfterCommand), (9, .removalBeforeCommand),
      (13, .removalAfterCommand), (15, .removalAfterCommand),
    ])
  func removal(
    exchange: Int, fault: Faults.Fault
  ) async throws {
    let card = try VirtualCard()
    let memory = try PINMemory()
    let logIn = { @Sendable () async throws in
      try await Bench.serving(card) { reader, _ in
        let channel = try await service.connect(to: reader.name)
        let session = try await open(channel, memory)
        _ = try await session.authenticate(Self.digest, pin: secret("1234"))
        await channel.close()
      }
    }
    await card.setFaults(Faults([exchange: fault]))
    await #expect(throws: EstEIDError.channel(.cardLost)) { try await logIn() }
    await card.setFaults(.none)
    try await logIn()
  }

  @Test("The opensc-tool lists the reader and shows the answer to reset")
  func openscTool() async throws {
    let card = try VirtualCard()
    try await Bench.serving(card) { reader, _ in
      let (list, _) = try await Bench.run("/usr/bin/opensc-tool", "-l")
      let line = list.split(separator: "\n").first { $0.contains(reader.name) }
      #expect(line?.contains("Yes") == true, "\(list)")
      let (atr, code) = try await Bench.run("/usr/bin/opensc-tool", "-a")
      #expect(code == 0)
      let digits = atr.lowercased().filter(\.isHexDigit)
      #expect(digits.contains(hexString(card.answerToReset)), "\(atr)")
    }
  }

  @Test("A Python terminal that shares no code with us runs PACE with the card")
  func pythonPACE() async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/pace.py").path
    try await Bench.serving(try VirtualCard()) { _, _ in
      let (output, code) = try await Bench.run("/usr/bin/python3", script, "123456")
      #expect(code == 0, "\(output)")
      #expect(output == "JÕEORG\n223 3082\n")
      let (refusal, refused) = try await Bench.run("/usr/bin/python3", script, "654321")
      #expect(refused != 0)
      #expect(refusal.contains("AssertionError: 6300"), "\(refusal)")
    }
  }

  @Test("pyscard selects the application and reads the CardAccess file")
  func pyscard() async throws {
    let card = try VirtualCard()
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/select.py").path
    try await Bench.serving(card) { reader, _ in
      let (output, code) = try await Bench.run("/usr/bin/python3", script)
      #expect(code == 0)
      let expected: [String] = [
        reader.name, hexString(card.answerToReset).uppercased(), "9000", "9000",
        "31143012060A04007F0007020204020402010202010C9000", "6982",
      ]
      #expect(output.split(separator: "\n").map(String.init) == expected)
    }
  }
}
