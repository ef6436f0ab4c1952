/// What goes wrong with a card, by the number of the exchange; the first after they are set is 1.
public struct Faults: Hashable, Sendable {
  /// A mishap of one exchange.
  public enum Fault: Hashable, Sendable {
    /// The card is taken away, and the command never reaches it.
    case removalBeforeCommand
    /// The card is taken away after it has done what it was told; the response never arrives.
    case removalAfterCommand
    /// The card does what it was told and says nothing, then or ever.
    case silence
    /// The bits of one byte of the response are turned over; counted from 0, modulo its length.
    case garbledByte(Int)
    /// The response is cut to so many bytes, or longer by as many as are missing.
    case responseLength(Int)
    /// The response comes late.
    case delay(Duration)
  }

  public var exchanges: [Int: Fault]
  /// Every response comes so late.
  public var delay: Duration

  public init(_ exchanges: [Int: Fault] = [:], delay: Duration = .zero) {
    self.exchanges = exchanges
    self.delay = delay
  }

  public static let none = Faults()
}
