/// The backend that proves who stands behind an account.
public protocol ProofingService: Sendable {
  /// Whether it has given out this nonce, and it has not been used up.
  func knows(_ nonce: String) async -> Bool
  /// Compares a licence, as the text of its barcode, with the account that has the nonce.
  func verdict(on licence: String, for nonce: String) async -> ProofingVerdict
}

/// What the proofing backend makes of a licence.
public enum ProofingVerdict: String, Hashable, Sendable, CaseIterable {
  /// The account is proven.
  case proven
  /// Scanning again may help, or trying again when the backend can be reached.
  case recoverable
  /// The licence proves nothing, and the nonce is used up.
  case irrecoverable
}
