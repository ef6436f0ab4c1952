/// Suggestions for the mistyped words of one flow. After much searching there are none any more:
/// for a flow with thousands of wrong words it would take minutes, and so many are not read.
public struct Suggestions: Sendable {
  /// How many candidates may still be compared.
  private var patience = 200_000

  /// Suggestions for a flow of which nothing was read yet.
  public init() {}

  /// Whether no more candidates are looked at. Whoever has to collect them first asks before.
  public var isOver: Bool { patience <= 0 }

  /// Notes that this many candidates were compared in another way.
  public mutating func spend(_ candidates: Int) { patience -= candidates }

  /// "did you mean `x`?" for the nearest candidate. Nil if there is none, or if no more are looked
  /// at.
  public mutating func question(for word: String, in candidates: [String]) -> String? {
    guard !isOver else { return nil }
    spend(candidates.count)
    return DidYouMean.question(for: word, in: candidates)
  }
}

/// Finds the candidate that a mistyped word most likely meant.
public enum DidYouMean {
  /// The nearest candidate, ignoring case. Nil if none is near enough.
  ///
  /// Near enough means: the number of edits (insert, delete, replace, swap neighbours) is at most a
  /// third of the word's length, or 1 for short words. Of equally near candidates, the first is
  /// returned.
  public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(64))
    var best: (word: String, edits: Int)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().unicodeScalars.prefix(64))
      let limit = max(1, max(typed.count, other.count) / 3)
      guard abs(typed.count - other.count) <= limit else { continue }
      let edits = distance(typed, other)
      if edits <= limit, edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    return best?.word
  }

  /// "did you mean `x`?" for the nearest candidate. Nil if there is none.
  public static func question(for word: String, in candidates: some Sequence<String>) -> String? {
    nearest(to: word, in: candidates).map { "did you mean `\($0)`?" }
  }

  /// The candidate that a help asks about. Nil if it asks no such question.
  package static func answer(in help: String) -> String? {
    guard let start = help.ranges(of: "did you mean `").last?.upperBound else { return nil }
    let rest = help[start...]
    // More may be said about it: "did you mean `1.2`, to which nothing leads?"
    let ends = rest.ranges(of: "`?") + rest.ranges(of: "`, ")
    guard let end = ends.map(\.lowerBound).min() else { return nil }
    return String(rest[..<end])
  }

  /// The optimal string alignment distance.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var current = [i + 1]
      for j in 0..<b.count {
        var edits = min(previous[j + 1], current[j]) + 1
        edits = min(edits, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = min(edits, before[j - 1] + 1)
        }
        current.append(edits)
      }
      (before, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
