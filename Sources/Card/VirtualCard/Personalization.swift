public import Secrets

/// What a virtual card is made with. It is consumed in the making.
public struct Personalization: ~Copyable, Sendable {
  public var model: CardModel
  public var holder: CardHolder
  public var validity: Validity
  /// A new Thales card refuses to sign until its holder has changed PIN2.
  public var hasChangedCodes: Bool
  let can: Secret
  let pin1: Secret
  let pin2: Secret
  let puk: Secret

  /// A card with the codes given as ASCII digits: six for the CAN, 4-12, 5-12 and 8-12 others.
  public init(
    model: CardModel = .idemia, holder: CardHolder = .test, validity: Validity = .test,
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

  /// The default test card: CAN 123456, PIN1 1234, PIN2 12345, PUK 12345678. Public, and so no
  /// secrets.
  public static func test(
    model: CardModel = .idemia, holder: CardHolder = .test, validity: Validity = .test
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
