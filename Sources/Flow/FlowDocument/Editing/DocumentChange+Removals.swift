internal import Diagnostics
internal import FlowEdit

// Rows, steps and alternatives that are taken out of a document.
extension DocumentChange {
  /// The ways to take out the lines of a row, with what belongs to it.
  func removals(of place: EditPlace) -> [[TextEdit]] {
    guard let span = span(of: place) else { return [] }
    let found = draft.extensions.first {
      [.extension($0.id), .row($0.id)].contains(place)
    }
    guard !written.format.isMarkup else {
      return removedElements(of: [span] + (found?.lines.map(\.span) ?? [])).map { [$0] } ?? []
    }
    var blocks: [Range<Int>] = []
    if let found {
      blocks = block(of: found).map { [$0] } ?? []
    } else if let row = lines(of: span) {
      blocks = [row]
    } else if case .mapping(let pairs)? = values.value(of: place),
      let words = pairs.first(where: { BoundDraft.kinds.contains($0.key) })?.value.text
    {
      blocks = places(of: words, span).prefix(3).compactMap { $0.first.map { block(around: $0) } }
    }
    return blocks.flatMap { block -> [[TextEdit]] in
      let end = written.nextLine(block.upperBound)
      var ways = [[TextEdit(written.bytes(of: block.lowerBound..<end), "")]]
      // An empty line on both sides is one too many, and one at the end.
      guard isBlank(before: block.lowerBound), block.lowerBound > 0,
        written.string(end..<written.lineEnd(end)).trimmed.isEmpty
      else { return ways }
      let start = written.lineStart(block.lowerBound - 1)
      ways.insert([TextEdit(written.bytes(of: start..<end), "")], at: 0)
      return ways
    }
  }
}
