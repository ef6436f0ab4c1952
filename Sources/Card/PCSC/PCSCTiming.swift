/// How long to wait for what, on which clock.
public struct PCSCTiming: Sendable {
  /// For the response to one command. A chip may keep a caller waiting for half a minute after
  /// ten wrong CANs, so this is well above it.
  public var exchange: Duration
  /// For the card to be handed over by another program that uses it.
  public var connection: Duration
  public var clock: any Clock<Duration>

  public init(
    exchange: Duration = .seconds(50), connection: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.exchange = exchange
    self.connection = connection
    self.clock = clock
  }
}
