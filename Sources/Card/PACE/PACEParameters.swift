public import CryptoCore

/// How to run PACE with a card: the protocol, the curve, and the form of MSE:SET AT.
public struct PACEParameters: Hashable, Sendable {
  /// The cipher, and so the protocol.
  public var cipher: PACECipher
  /// The curve.
  public var curve: Curve
  /// Whether MSE:SET AT names the curve (tag 84). Required where the card offers several curves.
  public var namesCurve: Bool
  /// Whether MSE:SET AT has an Le field. Some cards refuse it; others were only ever seen with it.
  public var asksForResponse: Bool

  /// Parameters with these values.
  public init(
    cipher: PACECipher, curve: Curve, namesCurve: Bool = true, asksForResponse: Bool = false
  ) {
    self.cipher = cipher
    self.curve = curve
    self.namesCurve = namesCurve
    self.asksForResponse = asksForResponse
  }
}

/// The kind of password that PACE proves; the raw value is that of tag 83 (ICAO 9303-11 §4.4.4.1).
public enum PACEPassword: UInt8, Hashable, Sendable {
  /// The key derived from the machine-readable zone.
  case machineReadableZone = 1
  /// CAN, the card access number: six digits printed on the card.
  case cardAccessNumber = 2
  /// The holder's PIN.
  case pin = 3
  /// The PUK.
  case puk = 4
}
