/// What has to hold before a PIN is sent to the card.
public struct PINPolicy: Hashable, Sendable {
  /// The least number of tries left with which one is spent. 2 keeps the last try back.
  public var floor: Int
  /// Whether the counter is read before, one exchange more, unless this session knows it. If it
  /// cannot be read then, the PIN is not sent. Without it the floor holds for a known counter only.
  public var readsCounter: Bool
  /// Whether a PIN that this card has rejected may be sent again.
  public var allowsRejected: Bool

  public init(floor: Int = 2, readsCounter: Bool = true, allowsRejected: Bool = false) {
    self.floor = floor
    self.readsCounter = readsCounter
    self.allowsRejected = allowsRejected
  }

  /// Keeps the last try back, whatever it takes to know the counter.
  public static let standard = PINPolicy()
  /// Saves the exchange that reads the counter. After a card was lost in mid-verification the
  /// counter is read all the same.
  public static let fewestExchanges = PINPolicy(readsCounter: false)
  /// For a holder who was told how many tries are left, and wants to spend even the last one.
  public static let insisting = PINPolicy(floor: 1, allowsRejected: true)
}
