public import Secrets

/// The data that a virtual card is made from. Consumed when the card is made.
public struct Personalization: ~Copyable, Sendable {
  /// The make of chip.
  public var model: CardModel
  /// The holder.
  public var holder: CardHolder
  /// The first and the last second of the certificates' validity, in seconds since
  /// 1970-01-01T00:00:00Z.
  public var validity: ClosedRange<Int64>
  /// Whether the holder has changed the codes. A new Thales card does not sign before PIN2 was
  /// changed.
  public var hasChangedCodes: Bool
  /// From 2024 to 2039, which is long enough for a test card.
  public static let defaultValidity: ClosedRange<Int64> = 1_704_067_200...2_208_981_599
  /// The tries left for PIN1, PIN2 and the PUK, at most 3.
  public var pin1Tries = 3, pin2Tries = 3, pukTries = 3
  let can: Secret
  let pin1: Secret
  let pin2: Secret
  let puk: Secret

  /// A card with these codes, given as ASCII digits: 6 for the CAN, 4-12 for PIN1, 5-12 for PIN2,
  /// 8-12 for the PUK.
  public init(
    model: CardModel = .idemia, holder: CardHolder = .test,
    validity: ClosedRange<Int64> = Personalization.defaultValidity,
    hasChangedCodes: Bool = true, can: consuming Secret, pin1: consuming Secret,
    pin2: consuming Secret, puk: consuming Secret
  ) {
    self.model = model
    self.holder = holder
    self.validity = validity
    self.hasChangedCodes = hasChangedCodes
    self.can = can
    self.pin1 = pin1
    self.pin2 = pin2
    self.puk = puk
  }

  /// The default test card: CAN 123456, PIN1 1234, PIN2 12345, PUK 12345678. These are public, so
  /// they are not secrets.
  public static func test(
    model: CardModel = .idemia, holder: CardHolder = .test,
    validity: ClosedRange<Int64> = Personalization.defaultValidity
  ) -> Personalization {
    func digits(_ count: UInt8) -> Secret {
      Secret(capacity: Int(count)) { buffer in
        for index in 0..<count { buffer[Int(index)] = 0x31 + index }
        return Int(count)
      }
    }
    return Personalization(
      model: model, holder: holder, validity: validity, can: digits(6), pin1: digits(4),
      pin2: digits(5), puk: digits(8))
  }
}
