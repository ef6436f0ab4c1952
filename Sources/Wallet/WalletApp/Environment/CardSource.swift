public import ISO7816

/// Where cards come from: a reader, or a virtual card in somebody's hand.
public protocol CardSource: Sendable {
  /// Waits for a card and returns its channel. Cancelled when the time allowed is over.
  ///
  /// - Parameters:
  ///   - began: milliseconds of the run's clock when the waiting began.
  ///   - pause: lets the run's clock reach a time.
  func card(
    since began: Int64, _ pause: @Sendable (_ until: Int64) async throws -> Void
  ) async throws -> any CardChannel

  /// The card is no longer needed: others may have the reader.
  func release() async
}

extension CardSource {
  public func release() async {}
}
