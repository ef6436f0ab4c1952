package import CryptoCore
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
  private let file: String?
  private nonisolated let issuer = Mutex<Certificate?>(nil)

  /// - Parameter file: the file that keeps the card. Nil for a new card.
  init(_ phone: SimulatedPhone, clock: WorldClock, file: String? = nil) {
    self.phone = phone
    self.clock = clock
    self.file = file
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
    var new = Personalization(
      model: settings.model, validity: validity, can: settings.can.secret,
      pin1: settings.pin1.secret, pin2: settings.pin2.secret, puk: TestCode("12345678").secret)
    new.pin1Tries = settings.pin1Tries
    new.pin2Tries = settings.pin2Tries
    new.pukTries = settings.pukTries
    new.hasChangedCodes = settings.isActivated
    let interface: CardInterface = settings.isOnContacts ? .contacts : .contactless
    let card =
      if let file {
        try VirtualCard(storedAt: file, otherwise: new, interface: interface)
      } else {
        try VirtualCard(new, interface: interface)
      }
    // What a file holds was decided when the card was made.
    if let file, settings.isExpired, await card.lastSecond != validity.upperBound {
      throw WalletProblem(
        "the card in `\(file)` has not expired; `card: { expired: yes }` is for a new one")
    }
    made = card
    let certificate = try Certificate(der: card.authority)
    issuer.withLock { $0 = certificate }
    return card
  }

  /// The card on the reader, without the faults that the world describes.
  func insertedCard() async throws -> any CardChannel { try await card().insert() }

  /// The card's CAN.
  func can() async -> Secret { await phone.world.card.can.secret }

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
}
