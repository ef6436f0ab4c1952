public import ISO7816

/// Where cards come from: a reader, or a virtual card.
public protocol CardSource: Sendable {
  /// Waits for a card and returns its channel. Cancelled when the step's timer runs out.
  ///
  /// - Parameter began: when the waiting began, in milliseconds of the run's clock.
  func card(since began: Int64) async throws -> any CardChannel

  /// Tells that the card is no longer needed, so that others may have the reader.
  func release() async
}

extension CardSource {
  /// Does nothing, for sources that hold nothing.
  public func release() async {}
}
