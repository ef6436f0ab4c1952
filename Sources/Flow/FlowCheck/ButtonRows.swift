package import FlowModel

/// Which row each button of a step takes, by the words of the rows about the user.
///
/// The language connects them by words only, as a document does: "User enters the card and selects
/// Pay" is about the button Pay. In another language the flow's own words tell it.
package enum ButtonRows {
  /// The row of each button of a step, in the order of its buttons. Nil for a button that no row is
  /// about.
  ///
  /// - Parameter rows: the rows that may be taken at the step.
  package static func of(_ step: Step, among rows: [Row]) -> [Row?] {
    // On a step with its own row, a single button leads on.
    if step.buttons.count == 1, step.activity.isShown,
      let own = rows.first(where: { $0.kind == .own })
    {
      return [own]
    }
    let users = rows.filter { $0.kind == .user }.map { row in
      (row: row, words: Words.spoken(row.source.label))
    }
    return step.source.buttons.map { button in
      let words = Words.spoken(button)
      guard !words.isEmpty else { return nil }
      // "selects Cancel" before "selects Pay or Cancel", and this before "selects Cancel twice".
      let isMeant: [(String) -> Bool] = [
        { text in verbs.contains { text == "\($0) \(words)" } },
        { $0.hasSuffix(" \(words)") || $0 == words },
        { " \($0) ".contains(" \(words) ") },
      ]
      return isMeant.lazy.compactMap { fits in users.first { fits($0.words) }?.row }.first
    }
  }

  private static let verbs = ["selects", "taps", "presses"]
}
