public import ISO7816

/// Provides cards: from a reader, or a virtual one.
public protocol CardSource: Sendable {
  /// Waits for a card and returns its channel. Cancelled when the step's timer runs out.
  ///
  /// - Parameter began: when the wait began, in milliseconds of the run's clock.
  func card(since began: Int64) async throws -> any CardChannel

  /// Called when the card is no longer needed, so that others may use the reader.
  func release() async
}

extension CardSource {
  /// Does nothing, for sources that hold no resource.
  public func release() async {}
}
