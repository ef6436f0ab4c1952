import CryptoCore
import EstEID
import ISO7816
import TestSupport
import Testing
import VirtualCard

/// The uses of a card, each from putting it on the reader to taking it away.
enum Operation: CaseIterable {
  case readData
  case readTries
  case logIn
  case sign
  case changePIN1
  case unblockPIN1

  static let digest = Hash.sha384.digest(of: Array("what is signed".utf8))
  static let cardInfo: [PersonalField] = [
    .surname, .givenNames, .personalCode, .expiry, .citizenship, .sex,
  ]

  /// Runs it in a new session, with the codes of the test card.
  func run(
    on card: VirtualCard, memory: PINMemory, pin: String? = nil,
    pathSelection: EstEIDCard.PathSelection = .proven, policy: PINPolicy = .fewestExchanges,
    certificate: Certificate? = nil
  ) async throws(EstEIDError) {
    let session = try await open(card, memory, pathSelection)
    do throws(EstEIDError) {
      try await run(in: session, pin, policy, certificate)
    } catch {
      // A session without a card no longer has keys.
      if case .channel = error { #expect(!(await session.isOpen)) }
      throw error
    }
    await session.close()
  }

  private func run(
    in session: EstEIDCard, _ pin: String?, _ policy: PINPolicy, _ certificate: Certificate?
  ) async throws(EstEIDError) {
    switch self {
    case .readData: _ = try await session.personalData(Operation.cardInfo)
    case .readTries:
      for reference in PINReference.allCases { _ = try await session.status(of: reference) }
    case .logIn:
      _ = try await session.authenticate(
        Operation.digest, pin: secret(pin ?? "1234"), certificate: certificate, policy: policy)
    case .sign:
      _ = try await session.sign(
        Operation.digest, pin: secret(pin ?? "12345"), certificate: certificate, policy: policy)
    case .changePIN1:
      try await session.change(
        .pin1, from: secret(pin ?? "1234"), to: secret("1234"), policy: policy)
    case .unblockPIN1:
      try await session.unblock(
        .pin1, puk: secret(pin ?? "12345678"), new: secret("1234"), policy: policy)
    }
  }

  private func open(
    _ card: VirtualCard, _ memory: PINMemory, _ pathSelection: EstEIDCard.PathSelection
  ) async throws(EstEIDError) -> EstEIDCard {
    try await EstEIDCard.open(
      over: await card.insert(), can: secret("123456"),
      options: EstEIDCard.Options(memory: memory, pathSelection: pathSelection))
  }
}
