internal import Dates
package import FlowRuntime
package import WalletApp

/// The backend that proves identities. It knows the nonces it has issued, and the family names of
/// their accounts.
package actor ProofingBackend: ProofingService {
  /// Family names by nonce. A nonce is removed when it was used.
  private var accounts: [String: String]
  private let clock: any RunClock
  private let connection: any AccountService

  /// - Parameter connection: whether the phone can reach the backend.
  package init(
    accounts: [String: String], clock: any RunClock, connection: any AccountService
  ) {
    self.accounts = accounts
    self.clock = clock
    self.connection = connection
  }

  package func knows(_ nonce: String) -> Bool { accounts[nonce] != nil }

  package func verdict(on licence: String, for nonce: String) async -> ProofingVerdict {
    guard (try? await connection.policy(for: "1")) != nil else { return .recoverable }
    guard let name = accounts[nonce] else { return .irrecoverable }
    // It may have expired since the scan, or have a cut name. Another licence may be accepted.
    let today = CalendarDay(daysSince1970: clock.timeOfDay / 86_400_000).description
    guard let licence = try? Licence(barcode: licence), !licence.isExpired(on: today),
      !licence.isNameTruncated
    else { return .recoverable }
    accounts[nonce] = nil
    return licence.familyName == name ? .proven : .irrecoverable
  }
}
