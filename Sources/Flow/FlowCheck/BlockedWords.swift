internal import FlowModel

/// Words with which documents say that an app is blocked for good.
enum BlockedWords {
  /// Beginnings of words: "blocked", "gesperrt", "bloqueada".
  private static let stems = [
    "block", "lock", "barred", "unsupported", "unusable", "suspended", "permanent", "revoked",
    "expired", "forbidden", "decommission", "discontinued", "gesperrt", "blockier", "abgelaufen",
    "bloqu", "verrouill", "caduc", "caduque", "geblokkeerd", "vergrendeld", "verlopen",
    "blokeeri", "lukus", "lukust", "blocca", "scadut", "expirad", "caducad",
  ]

  /// Words one after the other.
  private static let phrases = [
    "no longer", "not supported", "cannot be used", "can not be used", "out of order",
    "not allowed", "any more", "anymore", "must be updated", "update required", "update the app",
    "nicht mehr", "ne plus", "n est plus", "ya no", "niet meer", "enam ei", "non e piu", "nao pode",
  ]

  /// Whether a text says that nothing goes on from here.
  static func areIn(_ text: String) -> Bool {
    let words = Words.of(text.lowercased())
    return words.contains { word in stems.contains { word.hasPrefix($0) } }
      || phrases.contains { Words.says(text, $0) }
  }
}
