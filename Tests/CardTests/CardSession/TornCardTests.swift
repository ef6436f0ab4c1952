import EstEID
import ISO7816
import TestSupport
import Testing
import VirtualCard

/// The card leaves, or says nonsense, at every exchange of every operation. `tools/tests/fuzz-test`
/// tries every kind of nonsense at each.
@Suite struct TornCardTests {
  private static let cases = Operation.allCases.flatMap { operation in
    CardModel.allCases.flatMap { model in
      [Faults.Fault.removalBeforeCommand, .removalAfterCommand].map { (operation, model, $0) }
    }
  }

  /// All of these, or one after the other for the exchanges.
  private func some<Value>(of kinds: [Value], at exchange: Int) -> [Value] {
    sampleSize("DAMAGES", or: 3_000) >= 100_000 ? kinds : [kinds[exchange % kinds.count]]
  }

  /// How many exchanges the operation takes when nothing happens.
  private func count(_ operation: Operation, _ model: CardModel) async throws -> Int {
    let card = try VirtualCard(.test(model: model))
    try await operation.run(on: card, memory: try PINMemory())
    return await card.exchangeCount
  }

  @Test(
    "A card that is removed at any exchange is lost, and the next attempt works", arguments: cases)
  func removal(
    operation: Operation, model: CardModel, fault: Faults.Fault
  ) async throws {
    let card = try VirtualCard(.test(model: model))
    for exchange in 1...(try await count(operation, model)) {
      let memory = try PINMemory()
      await card.setFaults(Faults([exchange: fault]))
      await #expect(throws: EstEIDError.channel(.cardLost), "exchange \(exchange)") {
        try await operation.run(on: card, memory: memory)
      }
      await card.setFaults(.none)
      try await operation.run(on: card, memory: memory)
    }
  }

  @Test(
    "A wrong PIN costs one try at most, whenever the card is removed",
    arguments: [Operation.logIn, .sign], CardModel.allCases)
  func wrongPIN(
    operation: Operation, model: CardModel
  ) async throws {
    let reference: PINReference = operation == .logIn ? .pin1 : .pin2
    for exchange in 1...(try await count(operation, model)) {
      for fault in [Faults.Fault.removalBeforeCommand, .removalAfterCommand] {
        let card = try VirtualCard(.test(model: model))
        let memory = try PINMemory()
        await card.setFaults(Faults([exchange: fault]))
        let wrong = operation == .logIn ? "99999" : "999999"
        await #expect(throws: EstEIDError.self) {
          try await operation.run(on: card, memory: memory, pin: wrong)
        }
        await card.setFaults(.none)
        let session = try await EstEIDCard.open(
          over: await card.insert(), can: secret("123456"),
          options: EstEIDCard.Options(memory: memory))
        // At most the one try that the user has asked for.
        #expect(try await session.status(of: reference).triesLeft >= 2, "exchange \(exchange)")
      }
    }
  }

  @Test("A garbled response is a typed error", arguments: Operation.allCases, CardModel.allCases)
  func garbledResponses(operation: Operation, model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model))
    let count = try await count(operation, model)
    for exchange in 1...count {
      // The first byte, one in the middle, one of the checksum, the status word.
      for byte in some(of: [0, 5, 11, 15], at: exchange) {
        await card.setFaults(Faults([exchange: .garbledByte(byte)]))
        await #expect(throws: EstEIDError.self, "exchange \(exchange), byte \(byte)") {
          try await operation.run(on: card, memory: try PINMemory())
        }
      }
    }
    await card.setFaults(.none)
    try await operation.run(on: card, memory: try PINMemory())
  }

  @Test(
    "A shortened or lengthened response is a typed error", arguments: Operation.allCases,
    CardModel.allCases)
  func responseLengths(operation: Operation, model: CardModel) async throws {
    let card = try VirtualCard(.test(model: model))
    for exchange in 1...(try await count(operation, model)) {
      for length in some(of: [0, 1, 2, 5, 300], at: exchange) {
        await card.setFaults(Faults([exchange: .responseLength(length)]))
        // Before PACE a response is its status word; one of 2 bytes may be whole.
        let memory = try PINMemory()
        do throws(EstEIDError) {
          try await operation.run(on: card, memory: memory)
        } catch { continue }
        #expect(length == 2)
      }
    }
    await card.setFaults(.none)
    try await operation.run(on: card, memory: try PINMemory())
  }
}
