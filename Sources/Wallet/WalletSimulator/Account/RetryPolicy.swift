package import WalletApp

/// Counts wrong PINs: four rounds of four attempts, a pause after each of the first three rounds,
/// and a block after the last.
package struct RetryPolicy: Hashable, Sendable {
  /// Seconds of pause after failures 4, 8 and 12.
  package static let pauses: [Int64] = [60, 300, 3_600]
  package static var maximumFailures: Int { PINVerdict.attemptsPerRound * (pauses.count + 1) }

  /// The wrong PINs since the last right one.
  package private(set) var failures: Int
  /// When the pause ends, in milliseconds since 1970-01-01T00:00:00Z; 0 without one.
  package private(set) var pausedUntil: Int64

  package init(failures: Int = 0, pausedUntil: Int64 = 0) {
    self.failures = failures
    self.pausedUntil = pausedUntil
  }

  package var isBlocked: Bool { failures >= RetryPolicy.maximumFailures }

  /// The verdict on an attempt before its PIN is checked. Nil if it may be checked.
  package func refusal(at time: Int64) -> PINVerdict? {
    if isBlocked { return .blocked }
    if time < pausedUntil { return .paused(until: pausedUntil) }
    return nil
  }

  /// Counts an attempt and returns the verdict. During a pause or block, every attempt is refused
  /// without counting.
  package mutating func attempt(isRight: Bool, at time: Int64) -> PINVerdict {
    if let refusal = refusal(at: time) { return refusal }
    guard !isRight else {
      self = RetryPolicy()
      return .valid
    }
    failures += 1
    let round = (failures - 1) / PINVerdict.attemptsPerRound
    let attempt = (failures - 1) % PINVerdict.attemptsPerRound + 1
    let isFinal = round == RetryPolicy.pauses.count
    if attempt == PINVerdict.attemptsPerRound, !isFinal {
      pausedUntil = time + RetryPolicy.pauses[round] * 1_000
    }
    return .wrong(attempt: attempt, isFinalRound: isFinal, pausedUntil: pausedUntil)
  }
}
