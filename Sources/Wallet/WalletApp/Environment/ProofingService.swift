/// The backend that proves the identity of an account's holder.
public protocol ProofingService: Sendable {
  /// Whether the backend has issued this nonce and it was not used yet.
  func knows(_ nonce: String) async -> Bool
  /// Compares a licence, given as the text of its barcode, with the account of the nonce.
  func verdict(on licence: String, for nonce: String) async -> ProofingVerdict
}

/// The proofing backend's verdict on a licence.
public enum ProofingVerdict: String, Hashable, Sendable, CaseIterable {
  /// The identity is proven.
  case proven
  /// Another scan may help, or another attempt when the backend can be reached.
  case recoverable
  /// The licence does not prove the identity, and the nonce is used up.
  case irrecoverable
}
