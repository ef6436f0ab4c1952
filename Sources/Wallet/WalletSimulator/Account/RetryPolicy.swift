/// Counts wrong PINs: four rounds of four attempts, a pause after each of the first three rounds,
/// and an end after the last.
public struct RetryPolicy: Hashable, Sendable {
  public static let attemptsPerRound = 4
  /// Seconds of pause after failures 4, 8 and 12.
  public static let pauses: [Int64] = [60, 300, 3_600]
  public static var maximumFailures: Int { attemptsPerRound * (pauses.count + 1) }

  /// Wrong PINs since the last right one.
  public private(set) var failures: Int
  /// When the pause ends, in milliseconds since 1970-01-01T00:00:00Z; 0 without one.
  public private(set) var pausedUntil: Int64

  public init(failures: Int = 0, pausedUntil: Int64 = 0) {
    self.failures = failures
    self.pausedUntil = pausedUntil
  }

  public var isBlocked: Bool { failures >= RetryPolicy.maximumFailures }

  /// What is said about an attempt before its PIN is looked at; nil when it may be.
  public func refusal(at time: Int64) -> PINVerdict? {
    if isBlocked { return .blocked }
    if time < pausedUntil { return .paused(until: pausedUntil) }
    return nil
  }

  /// Takes an attempt into account and says what came of it. During a pause and after the end it is
  /// refused and not counted, right or wrong.
  public mutating func attempt(isRight: Bool, at time: Int64) -> PINVerdict {
    if let refusal = refusal(at: time) { return refusal }
    guard !isRight else {
      self = RetryPolicy()
      return .valid
    }
    failures += 1
    let round = (failures - 1) / RetryPolicy.attemptsPerRound
    let attempt = (failures - 1) % RetryPolicy.attemptsPerRound + 1
    let isFinal = round == RetryPolicy.pauses.count
    if attempt == RetryPolicy.attemptsPerRound, !isFinal {
      pausedUntil = time + RetryPolicy.pauses[round] * 1_000
    }
    return .wrong(attempt: attempt, isFinalRound: isFinal, pausedUntil: pausedUntil)
  }
}

/// What the account server says about a PIN.
public enum PINVerdict: Hashable, Sendable {
  case valid
  /// The attempt of its round, 1 to 4. After the fourth comes the pause, until that time, or the
  /// end.
  case wrong(attempt: Int, isFinalRound: Bool, pausedUntil: Int64)
  /// Refused and not counted, until that time in milliseconds since 1970-01-01T00:00:00Z.
  case paused(until: Int64)
  /// Refused for good.
  case blocked
}
