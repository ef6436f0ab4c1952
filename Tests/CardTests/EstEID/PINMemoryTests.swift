import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import Secrets
import Testing

/// A PIN is looked for in this process's memory after its use.
@Suite(.serialized, .enabled(if: HiddenPattern.canBeLookedFor)) struct PINMemoryTests {
  /// The first call of a C function resolves its name, and that saves the vector registers, with
  /// everything that was copied through them, on the stack. Once is enough.
  init() async throws {
    _ = try await Self.occurrencesAfterVerify(status: [0x90, 0x00])
  }

  /// Answers everything in the clear and keeps nothing.
  struct Agreeable: CardChannel {
    let answerToReset = ContactTests.answerToReset
    let verifyStatus: [UInt8]

    func transmit(_ command: [UInt8]) async throws(CardChannelError) -> [UInt8] {
      switch command[1] {
      case 0x20: verifyStatus
      case 0xB0: [0x41, 0x90, 0x00]
      default: [0x90, 0x00]
      }
    }
  }

  static func occurrencesAfterVerify(status: [UInt8]) async throws -> Int {
    let pattern = HiddenPattern.randomDigits(12)
    let channel = Agreeable(verifyStatus: status)
    let card = try await EstEIDCard.open(onContactsOf: channel, options: options())
    let pin = Secret(capacity: pattern.count) { buffer in
      pattern.reveal(to: buffer)
      return pattern.count
    }
    // Freed last, these are what the search's own allocations get, instead of what they look for.
    var decoys = [20, 40, 60].flatMap { length in
      (0..<6).map { [UInt8](repeating: $0, count: length) }
    }
    do throws(EstEIDError) {
      try await card.verify(pin, as: .pin1, policy: .fewestExchanges)
    } catch {
      #expect(error == .wrongPIN(.pin1, triesLeft: 2))
    }
    decoys.removeAll()
    return pattern.occurrences()
  }

  @Test("A PIN that was sent unprotected is gone from memory afterwards")
  func sentPIN() async throws {
    #expect(try await Self.occurrencesAfterVerify(status: [0x90, 0x00]) == 0)
  }

  @Test("A rejected PIN is recognised later without staying in memory")
  func rejectedPIN() async throws {
    #expect(try await Self.occurrencesAfterVerify(status: [0x63, 0xC2]) == 0)
  }
}
