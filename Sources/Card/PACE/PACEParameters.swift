public import CryptoCore

/// How PACE is run with a card: its protocol, its curve, and how the card wants to be asked.
public struct PACEParameters: Hashable, Sendable {
  public var cipher: PACECipher
  public var curve: Curve
  /// Whether MSE:SET AT names the curve (tag 84); a must where the card offers several.
  public var namesCurve: Bool
  /// Whether MSE:SET AT carries an Le field. Some cards refuse it, others were only seen with it.
  public var asksForResponse: Bool

  public init(
    cipher: PACECipher, curve: Curve, namesCurve: Bool = true, asksForResponse: Bool = false
  ) {
    self.cipher = cipher
    self.curve = curve
    self.namesCurve = namesCurve
    self.asksForResponse = asksForResponse
  }
}

/// The password that PACE proves (ICAO 9303-11 §4.4.4.1, tag 83).
public enum PACEPassword: UInt8, Hashable, Sendable {
  case machineReadableZone = 1
  /// The card access number: six digits printed on the card.
  case cardAccessNumber = 2
  case pin = 3
  case puk = 4
}
