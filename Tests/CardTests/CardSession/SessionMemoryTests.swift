import CardTestSupport
import EstEID
import ISO7816
import Secrets
import TestSupport
import Testing
import VirtualCard

/// After a whole session nothing of what the holder knows is left in this process, on the
/// terminal's side or on the virtual card's. One at a time: each reads all of the memory.
@Suite(.serialized) struct SessionMemoryTests {
  private struct Codes {
    let can = HiddenPattern.randomDigits(12)
    let pin1 = HiddenPattern.randomDigits(12)
    let pin2 = HiddenPattern.randomDigits(12)
    let puk = HiddenPattern.randomDigits(12)
    let wrong = HiddenPattern.randomDigits(12)
    var all: [HiddenPattern] { [can, pin1, pin2, puk, wrong] }
  }

  private static func secret(_ pattern: HiddenPattern) -> Secret {
    Secret(capacity: pattern.count) { buffer in
      pattern.reveal(to: buffer)
      return pattern.count
    }
  }

  /// The first call of a C function resolves its name, and that saves the vector registers, with
  /// everything that was copied through them, on the stack. Once is enough.
  init() async throws {
    let card = try VirtualCard()
    for operation in Operation.allCases {
      try await operation.run(on: card, memory: try PINMemory())
    }
    _ = HiddenPattern.randomDigits(12).occurrences()
  }

  @Test("After a session neither CAN nor PINs nor PUK are in memory", arguments: CardModel.allCases)
  func nothingLeft(model: CardModel) async throws {
    let codes = Codes()
    let card = try VirtualCard(
      Personalization(
        model: model, can: Self.secret(codes.can), pin1: Self.secret(codes.pin1),
        pin2: Self.secret(codes.pin2), puk: Self.secret(codes.puk)))
    let session = try await EstEIDCard.open(
      over: await card.insert(), can: Self.secret(codes.can),
      options: EstEIDCard.Options(memory: try PINMemory()))
    _ = try await session.authenticate(Operation.digest, pin: Self.secret(codes.pin1))
    _ = try await session.sign(Operation.digest, pin: Self.secret(codes.pin2))
    await #expect(throws: EstEIDError.wrongPIN(.pin1, triesLeft: 2)) {
      try await session.verify(Self.secret(codes.wrong), as: .pin1)
    }
    try await session.change(
      .pin2, from: Self.secret(codes.pin2), to: Self.secret(codes.pin2))
    try await session.unblock(
      .pin1, puk: Self.secret(codes.puk), new: Self.secret(codes.pin1))
    for (index, pattern) in codes.all.enumerated() {
      #expect(pattern.occurrences() == 0, "CAN, PIN1, PIN2, PUK, wrong PIN: \(index)")
    }
    await session.close()
  }

  @Test("The search finds a code that is kept")
  func searchWorks() {
    let pattern = HiddenPattern.randomDigits(12)
    let kept = Self.secret(pattern)
    #expect(pattern.occurrences() == 1)
    #expect(kept.count == 12)
  }
}
