extension CardProfile {
  /// The known makes of card.
  public static let all = [idemia, thales]

  /// The profile whose historical bytes the answer to reset contains, on either interface.
  public init?(answerToReset: [UInt8]) {
    let found = Self.all.first { profile in
      profile.historicalBytes.contains { historical in
        // After the interface bytes, before the check byte.
        answerToReset.dropLast().suffix(historical.count).elementsEqual(historical)
      }
    }
    guard let found else { return nil }
    self = found
  }
}
