/// The candidates that a mistyped word most likely meant.
public enum DidYouMean {
  /// The nearest candidate, ignoring case, when it is near enough to be worth saying.
  ///
  /// Near enough: at most a third of the word's length in edits (insert, delete, replace, swap of
  /// neighbours), at least one. Of equally near ones, the first in the order given.
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

  /// "did you mean `x`?" or nil.
  public static func question(for word: String, in candidates: some Sequence<String>) -> String? {
    nearest(to: word, in: candidates).map { "did you mean `\($0)`?" }
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
