/// Why a step failed, in a case for which the flow has no row.
public struct WalletProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without a full stop.
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}
