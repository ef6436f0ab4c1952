internal import Diagnostics

/// Which rows of a document the entries of a binding are about, although the document may have
/// changed since.
///
/// A row is known by its id together with its words; then by words that only one row has; then by
/// its id with words that are like those it had; then by such words at its place among the others.
struct BindingMatch {
  /// How an entry found its row.
  enum Way {
    /// The row is as it was.
    case same
    /// It has another id, or other words.
    case changed
  }

  let rows: [BindableRow]
  let entries: [BindingFile.Entry]
  /// For each entry its row.
  private(set) var rowOfEntry: [Int?]
  private(set) var ways: [Way]
  private var isTaken: [Bool]
  /// The least likeness at which a row with the same id or place is the same row.
  private static let like = 0.5

  init(_ rows: [BindableRow], _ entries: [BindingFile.Entry]) {
    (self.rows, self.entries) = (rows, entries)
    rowOfEntry = Array(repeating: nil, count: entries.count)
    ways = Array(repeating: .same, count: entries.count)
    isTaken = Array(repeating: false, count: rows.count)
    matchSame()
    matchWords()
    matchLikeIDs()
    matchPlaces()
  }

  /// The row with an id; also one that a document writes without points (`3a1` for `3a.1`).
  func row(_ id: String) -> Int? {
    rows.firstIndex { $0.reference == id }
      ?? rows.firstIndex { $0.reference.filter { $0 != "." } == id }
  }

  private mutating func join(_ entry: Int, _ row: Int, _ way: Way) {
    rowOfEntry[entry] = row
    ways[entry] = way
    isTaken[row] = true
  }

  private var open: [Int] { entries.indices.filter { rowOfEntry[$0] == nil } }

  private static func says(_ words: String, _ row: BindableRow) -> Bool {
    BindingWords.isSame(words, row.text) || BindingWords.isSame(words, row.longText)
  }

  /// The same id with the same words, or without any.
  private mutating func matchSame() {
    for entry in open {
      guard let row = row(entries[entry].id), !isTaken[row] else { continue }
      guard let words = entries[entry].words, !BindingMatch.says(words, rows[row]) else {
        join(entry, row, .same)
        continue
      }
    }
  }

  /// The words of one row only. If several have them, those in the step that belongs to the entry.
  private mutating func matchWords() {
    for entry in open {
      guard let words = entries[entry].words else { continue }
      var found = rows.indices.filter { !isTaken[$0] && BindingMatch.says(words, rows[$0]) }
      if found.count > 1 {
        let long = found.filter { BindingWords.isSame(words, rows[$0].longText) }
        found = long.isEmpty ? found : long
      }
      if found.count > 1, let around = around(entry) {
        found = found.filter { rows[$0].around == around }
      }
      if found.count == 1 { join(entry, found[0], .changed) }
    }
  }

  /// The words around the row of an entry, if the step that it was in is bound too.
  private func around(_ entry: Int) -> String? {
    let id = entries[entry].id
    let parents = entries.indices.filter { other in
      other != entry && id.hasPrefix(entries[other].id) && rowOfEntry[other] != nil
    }
    let parent = parents.max { entries[$0].id.count < entries[$1].id.count }
    return parent.flatMap { rowOfEntry[$0] }.map { rows[$0].text }
  }

  /// The same id with other words.
  private mutating func matchLikeIDs() {
    for entry in open {
      guard let words = entries[entry].words, let row = row(entries[entry].id), !isTaken[row],
        likeness(words, row) >= BindingMatch.like
      else { continue }
      join(entry, row, .changed)
    }
  }

  private func likeness(_ words: String, _ row: Int) -> Double {
    max(
      BindingWords.likeness(words, rows[row].text), BindingWords.likeness(words, rows[row].longText)
    )
  }

  /// Words that are like those of one row between the rows of the entries before and after.
  private mutating func matchPlaces() {
    for entry in open {
      guard let words = entries[entry].words else { continue }
      let before = rowOfEntry[..<entry].last { $0 != nil }.flatMap(\.self) ?? -1
      let after = rowOfEntry[entry...].first { $0 != nil }.flatMap(\.self) ?? rows.count
      guard before + 1 < after else { continue }
      let ranked = (before + 1..<after).filter { !isTaken[$0] }
        .map { (row: $0, likeness: likeness(words, $0)) }
        .filter { $0.likeness >= BindingMatch.like }
        .sorted { $0.likeness > $1.likeness }
      guard let best = ranked.first, ranked.count < 2 || ranked[1].likeness < best.likeness else {
        continue
      }
      join(entry, best.row, .changed)
    }
  }

  /// The row without an entry that is most like an entry without a row. Nil if none is like it.
  func nearest(_ entry: Int) -> BindableRow? {
    guard let words = entries[entry].words else { return nil }
    let free = rows.indices.filter { !isTaken[$0] }
    let best = free.max { likeness(words, $0) < likeness(words, $1) }
    return best.flatMap { likeness(words, $0) > 0.3 ? rows[$0] : nil }
  }
}
