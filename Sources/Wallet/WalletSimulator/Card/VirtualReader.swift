public import CryptoCore
internal import EstEID
public import ISO7816
internal import Secrets
internal import Synchronization
public import VirtualCard

/// A reader in this process with a virtual card, as a world describes it. The card is made when it
/// is first held on the reader.
public actor VirtualReader: CardSource {
  private var made: VirtualCard?
  private var world: World.Card
  private let time: Int64
  private nonisolated let issuer = Mutex<Certificate?>(nil)

  /// - Parameter time: of the run's beginning, in seconds since 1970-01-01T00:00:00Z.
  public init(_ world: World.Card, time: Int64) {
    self.world = world
    self.time = time
  }

  /// The certificate of the authority that made the card's certificates; nil while there is no card.
  public nonisolated var authority: Certificate? { issuer.withLock { $0 } }

  /// The card; made on the spot, with the tries used up that it is to lack.
  @discardableResult
  public func card() async throws -> VirtualCard {
    if let made { return made }
    let validity =
      world.isExpired ? Validity(from: "20200101000000Z", to: "20241231235959Z") : .test
    let model: CardModel = world.model == "thales" ? .thales : .idemia
    let card = try VirtualCard(
      Personalization(
        model: model, validity: validity, can: world.can.secret, pin1: world.pin1.secret,
        pin2: world.pin2.secret, puk: TestCode("12345678").secret))
    made = card
    let certificate = try Certificate(der: card.authority)
    issuer.withLock { $0 = certificate }
    if world.pin1Tries < 3 || world.pin2Tries < 3 { try await useTries(of: card) }
    return card
  }

  /// From now on the card is held and pulled away in another way. Its codes stay.
  public func change(_ world: World.Card) {
    self.world = world
  }

  public func card(
    since began: Int64, _ pause: @Sendable (_ until: Int64) async throws -> Void
  ) async throws -> any CardChannel {
    guard let after = world.touchesAfter else {
      try await pause(Int64.max)
      throw CancellationError()
    }
    try await pause(began + after)
    let card = try await card()
    var faults = Faults.none
    if let exchanges = world.leavesAfter {
      faults.exchanges[exchanges + 1] = .removalBeforeCommand
    }
    await card.setFaults(faults)
    return await card.insert()
  }

  /// Wrong PINs, as somebody must have entered them before.
  private func useTries(of card: VirtualCard) async throws {
    let time = time
    let session = try await EstEIDCard.open(
      over: await card.insert(), can: world.can.secret,
      options: EstEIDCard.Options(memory: try PINMemory()) { time })
    let policy = PINPolicy(floor: 1, allowsRejected: true)
    let wrong: [(PINReference, Int)] = [(.pin1, 3 - world.pin1Tries), (.pin2, 3 - world.pin2Tries)]
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
