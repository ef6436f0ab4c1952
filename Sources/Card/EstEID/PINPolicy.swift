/// The conditions for sending a PIN to the card.
public struct PINPolicy: Hashable, Sendable {
  /// The least number of tries left at which a PIN is sent. With 2, the last try is never used.
  public var floor: Int
  /// Whether the counter is read first, unless this session knows it. Costs one exchange. If the
  /// counter cannot be read, the PIN is not sent. If false, `floor` applies only to a known
  /// counter.
  public var readsCounter: Bool
  /// Whether a PIN that this card has rejected may be sent again.
  public var allowsRejected: Bool

  /// A policy with these values.
  public init(floor: Int = 2, readsCounter: Bool = true, allowsRejected: Bool = false) {
    self.floor = floor
    self.readsCounter = readsCounter
    self.allowsRejected = allowsRejected
  }

  /// Never uses the last try, even if reading the counter costs an exchange.
  public static let standard = PINPolicy()
  /// Does not read the counter, which saves an exchange. After a card was lost during a
  /// verification, the counter is read even so.
  public static let fewestExchanges = PINPolicy(readsCounter: false)
  /// For holders who know how many tries are left and want to use even the last one.
  public static let insisting = PINPolicy(floor: 1, allowsRejected: true)
}
