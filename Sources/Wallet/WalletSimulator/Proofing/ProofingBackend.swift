package import WalletApp

/// The backend that proves who stands behind an account: knows the nonces it gave out, and the
/// family names of their accounts.
package actor ProofingBackend: ProofingService {
  /// Family names by nonce; a nonce is gone once it has served.
  private var accounts: [String: String]
  private let clock: any WalletClock
  private let connection: any AccountService

  /// - Parameter connection: what the phone must reach for the backend to be reached.
  package init(
    accounts: [String: String], clock: any WalletClock, connection: any AccountService
  ) {
    self.accounts = accounts
    self.clock = clock
    self.connection = connection
  }

  package func knows(_ nonce: String) -> Bool { accounts[nonce] != nil }

  package func verdict(on licence: String, for nonce: String) async -> ProofingVerdict {
    guard (try? await connection.policy(for: "1")) != nil else { return .recoverable }
    guard let name = accounts[nonce] else { return .irrecoverable }
    // It may have expired since it was scanned, or not carry the whole name: another may.
    let today = CivilDay.text(clock.time / 86_400_000)
    guard let licence = try? Licence(barcode: licence), !licence.isExpired(on: today),
      !licence.isNameTruncated
    else { return .recoverable }
    accounts[nonce] = nil
    return licence.familyName == name ? .proven : .irrecoverable
  }
}
