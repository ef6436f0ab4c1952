/// What the account server says about a PIN.
public enum PINVerdict: Hashable, Sendable {
  /// The right PIN. The count of wrong ones begins anew.
  case valid
  /// The attempt of its round, 1 to 4. After the fourth comes the pause, until that time, or the
  /// end.
  case wrong(attempt: Int, isFinalRound: Bool, pausedUntil: Int64)
  /// Refused and not counted, until that time in milliseconds since 1970-01-01T00:00:00Z.
  case paused(until: Int64)
  /// Refused for good.
  case blocked

  /// How many wrong PINs there are in a round.
  package static let attemptsPerRound = 4
}
