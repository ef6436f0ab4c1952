package import CryptoCore
internal import EstEID
package import ISO7816
internal import Secrets
internal import Synchronization
package import VirtualCard
internal import WalletApp

/// A reader in this process with the virtual card of a phone's world. The card is made when it is
/// first used, and keeps its codes from then on.
package actor VirtualReader: CardSource {
  private var made: VirtualCard?
  private let phone: SimulatedPhone
  private let clock: WorldClock
  private nonisolated let issuer = Mutex<Certificate?>(nil)

  init(_ phone: SimulatedPhone, clock: WorldClock) {
    self.phone = phone
    self.clock = clock
  }

  /// The certificate of the authority that certified the card's keys. Nil while there is no card.
  package nonisolated var authority: Certificate? { issuer.withLock { $0 } }

  /// The card. Made at the first call, with as many tries used up as the world says.
  @discardableResult
  package func card() async throws -> VirtualCard {
    if let made { return made }
    let settings = await phone.world.card
    // An expired card was valid from 2020 to 2024.
    let validity =
      settings.isExpired ? 1_577_836_800...1_735_689_599 : Personalization.defaultValidity
    let card = try VirtualCard(
      Personalization(
        model: settings.model, validity: validity, can: settings.can.secret,
        pin1: settings.pin1.secret, pin2: settings.pin2.secret, puk: TestCode("12345678").secret))
    made = card
    let certificate = try Certificate(der: card.authority)
    issuer.withLock { $0 = certificate }
    try await useTries(of: card, settings)
    return card
  }

  package func card(since began: Int64) async throws -> any CardChannel {
    let settings = await phone.world.card
    try await clock.sleep(until: settings.touchesAfter.map { began + $0 } ?? .max)
    let card = try await card()
    var faults = Faults.none
    if let exchanges = settings.leavesAfter {
      faults.exchanges[exchanges + 1] = .removalBeforeCommand
    }
    await card.setFaults(faults)
    return await card.insert()
  }

  /// Enters wrong PINs, to use up tries.
  private func useTries(of card: VirtualCard, _ settings: World.Card) async throws {
    let wrong: [(PINReference, Int)] = [
      (.pin1, 3 - settings.pin1Tries), (.pin2, 3 - settings.pin2Tries),
    ]
    guard wrong.contains(where: { $0.1 > 0 }) else { return }
    let time = clock.start
    let session = try await EstEIDCard.open(
      over: await card.insert(), can: settings.can.secret,
      options: EstEIDCard.Options(memory: try PINMemory()) { time })
    let policy = PINPolicy(floor: 1, allowsRejected: true)
    for (reference, count) in wrong {
      for _ in 0..<count {
        do throws(EstEIDError) {
          try await session.verify(TestCode("999999999999").secret, as: reference, policy: policy)
        } catch {
          switch error {
          case .wrongPIN, .pinBlocked: continue
          default: throw error
          }
        }
      }
    }
    await session.close()
  }
}
