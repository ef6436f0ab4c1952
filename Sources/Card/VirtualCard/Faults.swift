/// The faults to inject, by the number of the exchange. The first exchange after they are set is 1.
public struct Faults: Hashable, Sendable {
  /// A fault in one exchange.
  public enum Fault: Hashable, Sendable {
    /// The card is removed before the command reaches it.
    case removalBeforeCommand
    /// The card executes the command and is removed before it answers.
    case removalAfterCommand
    /// The card executes the command and never answers again.
    case silence
    /// All bits of one byte of the response are inverted. Counted from 0, modulo the length.
    case garbledByte(Int)
    /// The response is cut, or extended with zeros, to this length.
    case responseLength(Int)
    /// The response is delayed.
    case delay(Duration)
  }

  /// The faulty exchanges, by number.
  public var exchanges: [Int: Fault]
  /// How much every response is delayed.
  public var delay: Duration

  /// Faults with these values.
  public init(_ exchanges: [Int: Fault] = [:], delay: Duration = .zero) {
    self.exchanges = exchanges
    self.delay = delay
  }

  /// No faults.
  public static let none = Faults()
}
