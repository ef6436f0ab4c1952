/// The deadlines of PC/SC calls, and the clock they are measured with.
public struct PCSCTiming: Sendable {
  /// For the response to one command. After ten wrong CANs a chip may delay its answer by half a
  /// minute, so this is well above that.
  public var exchange: Duration
  /// For all exchanges with a card together, so that one that is slow each time ends too. A person
  /// may have to enter a PIN meanwhile.
  public var session: Duration
  /// For another program to release the card.
  public var connection: Duration
  /// The clock.
  public var clock: any Clock<Duration>

  /// Deadlines with these values.
  public init(
    exchange: Duration = .seconds(50), session: Duration = .seconds(300),
    connection: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.exchange = exchange
    self.session = session
    self.connection = connection
    self.clock = clock
  }
}
