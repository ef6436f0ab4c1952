internal import FlowModel

/// A text of a screen, in which values that a test does not know may be anything.
struct ShownPattern: Hashable, Sendable {
  /// The known parts. Between two of them stands any text.
  let parts: [String]

  /// - Parameter value: the value with this name. Nil if the test does not know it.
  init(_ text: String, _ value: (String) -> String?) {
    // A character that no text of a file has marks the unknown places.
    let filled = ShownText.filled(text) { value($0) ?? "\u{0}" }
    parts = filled.split(separator: "\u{0}", omittingEmptySubsequences: false).map(String.init)
  }

  /// The whole text, if everything in it is known.
  var literal: String? { parts.count == 1 ? parts[0] : nil }

  /// For people: unknown values are dots.
  var text: String { parts.joined(separator: "…") }

  /// A regular expression.
  var expression: String {
    parts.map(ShownPattern.escaped).joined(separator: ".*")
  }

  /// A text in which characters with a meaning in regular expressions are escaped.
  static func escaped(_ text: String) -> String {
    text.map { "\\^$.|?*+()[]{}/".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
