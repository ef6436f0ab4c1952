/// The account server's answer to a PIN.
public enum PINVerdict: Hashable, Sendable {
  /// The PIN is right. The count of wrong PINs is reset.
  case valid
  /// The PIN is wrong. `attempt` is its number in the round, 1 to 4. After the fourth, the account
  /// is paused until `pausedUntil` (milliseconds since 1970-01-01T00:00:00Z), or blocked in the
  /// final round.
  case wrong(attempt: Int, isFinalRound: Bool, pausedUntil: Int64)
  /// Refused without counting, until this time in milliseconds since 1970-01-01T00:00:00Z.
  case paused(until: Int64)
  /// Refused for good: the account is blocked.
  case blocked

  /// The number of wrong PINs in a round.
  package static let attemptsPerRound = 4
}
