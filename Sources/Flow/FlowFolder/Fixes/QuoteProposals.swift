internal import Diagnostics
internal import FlowCheck
internal import FlowEdit

/// Quotes around a text that YAML takes for something else: `*a`, `Note: x`, `!tag`.
struct QuoteProposals {
  private let proposals: FixProposals
  private let file: SourceFile
  private let bytes: [UInt8]
  /// The line of the finding, and the place in it.
  private let line: Range<Int>
  private let place: Range<Int>

  init(_ proposals: FixProposals, in file: SourceFile) {
    (self.proposals, self.file, bytes) = (proposals, file, file.bytes)
    place = ScalarOffsets(file.bytes).bytes(proposals.finding.diagnostic.span)
    func isBreak(_ place: Int) -> Bool {
      file.bytes[place] == 0x0A || file.bytes[place] == 0x0D
    }
    var start = min(place.lowerBound, bytes.count)
    while start > 0, !isBreak(start - 1) { start -= 1 }
    var end = start
    while end < bytes.count, !isBreak(end) { end += 1 }
    line = start..<end
  }

  /// The proposals, the best one first: the key at the place, the text between brackets, the text
  /// up to the end of the line.
  var all: [Fix] {
    [key, entry, value].compactMap(\.self).filter { !$0.isEmpty }.map { range in
      let text = String(decoding: bytes[range], as: UTF8.self)
      let quoted = "'\(text.replacing("'", with: "''"))'"
      return Fix(
        "put `\(text)` in quotes", isSafe: true,
        proposals.edit([TextEdit(range, quoted)], of: file))
    }
  }

  /// `*a` before a colon.
  private var key: Range<Int>? {
    let before = bytes[line.lowerBound..<place.lowerBound]
    guard before.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }),
      bytes[place.upperBound..<line.upperBound].first == UInt8(ascii: ":"),
      bytes[place].first == UInt8(ascii: "*") || bytes[place].first == UInt8(ascii: "&")
    else { return nil }
    return place
  }

  /// A value between brackets, up to the next comma or bracket.
  private var entry: Range<Int>? {
    let before = bytes[line.lowerBound..<place.lowerBound]
    let signs: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "[")]
    guard let sign = before.lastIndex(where: signs.contains) else { return nil }
    let start = afterColon(sign + 1) ?? sign + 1
    let ends: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
    let end = bytes[place.lowerBound..<line.upperBound].firstIndex(where: ends.contains)
    return end.flatMap { trimmed(start..<max(start, $0)) }
  }

  /// The value of the key with which the line begins, or the item of a list.
  private var value: Range<Int>? {
    var start = line.lowerBound
    while start < line.upperBound,
      bytes[start] == 0x20
        || bytes[start] == UInt8(ascii: "-") && start + 1 < line.upperBound
          && bytes[start + 1] == 0x20
    {
      start += 1
    }
    let value = afterColon(start) ?? start
    guard let range = trimmed(value..<line.upperBound) else { return nil }
    // A comment stays one.
    let comment = range.dropFirst().first {
      bytes[$0] == UInt8(ascii: "#") && bytes[$0 - 1] == 0x20
    }
    return comment.flatMap { trimmed(range.lowerBound..<$0) } ?? range
  }

  /// The place after the first colon with a blank.
  private func afterColon(_ start: Int) -> Int? {
    guard start < line.upperBound else { return nil }
    return (start..<line.upperBound).first {
      bytes[$0] == UInt8(ascii: ":") && $0 + 1 < line.upperBound && bytes[$0 + 1] == 0x20
    }.map { $0 + 1 }
  }

  /// A range without blanks at its ends. Nil for what is quoted, or is a collection.
  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    guard start < end, !"'\"[{|>".utf8.contains(bytes[start]) else { return nil }
    return start..<end
  }
}
