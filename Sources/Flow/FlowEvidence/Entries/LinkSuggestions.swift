package import FlowModel

/// Rows that share words with requirements and test cases. They are suggestions for their author:
/// nothing is linked by them.
package struct LinkSuggestions {
  /// A row, and the sentence with which it shares words.
  package struct Suggestion {
    /// The row.
    package let row: Row
    /// The sentence of the entry.
    package let sentence: String
    /// From 0 to 1: the share of their words, where rare words count more.
    package let score: Double
  }

  private let rows: [(row: Row, words: Set<String>)]
  private let weights: [String: Double]

  /// Suggestions of rows of these flows.
  package init(_ meanings: RowMeanings, in flows: [Flow]) {
    rows = flows.flatMap(\.rows).compactMap { row in
      guard let meaning = meanings[row] else { return nil }
      let place = meaning.parts.first { $0.name == "place in the table" }?.value ?? ""
      return (row, LinkSuggestions.words(of: "\(meaning.sentence) \(place)"))
    }
    var counts: [String: Int] = [:]
    for word in rows.flatMap(\.words) { counts[word, default: 0] += 1 }
    weights = counts.mapValues { 1 / Double($0) }
  }

  /// The rows that share most with an entry, the best first.
  package func suggestions(for entry: EvidenceEntry, limit: Int = 3) -> [Suggestion] {
    var best: [Row: Suggestion] = [:]
    for sentence in LinkSuggestions.sentences(of: entry) {
      let words = LinkSuggestions.words(of: sentence)
      for (row, others) in rows {
        let score = weight(words.intersection(others)) / max(weight(words.union(others)), 1e-9)
        guard score >= 0.25, score > best[row]?.score ?? 0 else { continue }
        best[row] = Suggestion(row: row, sentence: sentence, score: score)
      }
    }
    return Array(
      best.values.sorted {
        ($1.score, $0.row.qualified) < ($0.score, $1.row.qualified)
      }.prefix(limit))
  }

  private func weight(_ words: Set<String>) -> Double {
    words.sorted().reduce(0) { $0 + (weights[$1] ?? 0.2) }
  }

  private static func sentences(of entry: EvidenceEntry) -> [String] {
    let written = entry.written
    let steps = (written?.steps ?? []).flatMap { [$0.deed.text, $0.result?.text ?? ""] }
    return ([entry.title] + steps + (written?.results ?? []).map(\.text)).filter { !$0.isEmpty }
  }

  private static let empty: Set<String> = [
    "a", "an", "the", "is", "are", "of", "to", "in", "on", "and", "or", "user", "system", "app",
    "case", "that", "it", "with", "for", "be", "shows", "screen", "i", "should",
  ]

  private static func words(of text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
      // `selects` and `select`.
      word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : String(word)
    }
    return Set(words).subtracting(empty)
  }
}
