internal import Dates
internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Reads scalars that are not plain text: numbers, durations, ranges, targets.
extension TreeReader {
  /// A whole number of at most nine digits.
  static func number(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    return number(bytes, 0..<bytes.count)
  }

  private static func number(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard (1...9).contains(range.count) else { return nil }
    var value = 0
    for place in range {
      guard (48...57).contains(bytes[place]) else { return nil }
      value = value * 10 + Int(bytes[place] - 48)
    }
    return value
  }

  /// `6` or `4..12`.
  func numbers(_ node: YAMLTree.Node) -> ClosedRange<Int>? {
    let range = tree.range(node)
    if let one = TreeReader.number(pool, range) { return one...one }
    let dot = UInt8(ascii: ".")
    guard let dots = pool[range].firstIndex(of: dot), dots + 1 < range.upperBound,
      pool[dots + 1] == dot, let least = TreeReader.number(pool, range.lowerBound..<dots),
      let most = TreeReader.number(pool, (dots + 2)..<range.upperBound), least <= most
    else { return nil }
    return least...most
  }

  /// The longest time that a flow may name, in milliseconds: 45 days, which fit into 32 bits.
  private static var longest: Int64 { 45 * 86_400_000 }

  /// Milliseconds: `90 s`, `250 ms`, `5 min`, `0.5 s`, `24 h`, `2 days`.
  mutating func duration(_ node: YAMLTree.Node) -> UInt32 {
    let value = WrittenTime.milliseconds(pool[tree.range(node)]) ?? 0
    if (1...TreeReader.longest).contains(value) { return UInt32(value) }
    report(
      .wrongValue, at: tree.span(node), "`\(string(node))` is not a duration",
      help: "write a number and a unit: `90 s`, `250 ms`, `5 min`, `24 h`; at most 45 days")
    return 0
  }

  /// `0.0-0.1 s`.
  mutating func takes(_ node: YAMLTree.Node) -> ClosedRange<UInt32>? {
    if let range = WrittenTime.range(pool[tree.range(node)]),
      range.upperBound <= TreeReader.longest
    {
      return UInt32(range.lowerBound)...UInt32(range.upperBound)
    }
    report(
      .wrongValue, at: tree.span(node), "`\(string(node))` is not a range of time",
      help: "write it as `0.0-0.1 s`")
    return nil
  }

  /// An unresolved target: the step it names may come later in the file.
  mutating func target(_ node: YAMLTree.Node) -> TargetRecord {
    let range = tree.range(node)
    let whole = text(node)
    // Ids begin with a digit and words with a letter, so the first byte decides the common case.
    let first = pool[range.lowerBound]
    if (48...57).contains(first) { return TargetRecord(kind: .step, name: whole) }
    let blank = pool[range].firstIndex(of: UInt8(ascii: " ")) ?? range.upperBound
    let word = range.lowerBound..<blank
    guard let kind = Target.Kind.worded.first(where: { matches($0.traits.word, word) }),
      kind.isNamed == (blank < range.upperBound)
    else { return TargetRecord(kind: .step, name: whole) }
    guard kind.isNamed else { return TargetRecord(kind: kind, name: whole) }
    let start = blank + 1
    let colon =
      kind == .goto ? pool[start..<range.upperBound].firstIndex(of: UInt8(ascii: ":")) : nil
    let end = colon ?? range.upperBound
    return TargetRecord(
      kind: kind, name: PooledText(start..<end, span: whole.span),
      placeCount: UInt32(truncatingIfNeeded: max(range.upperBound - end - 1, 0)))
  }

  private func matches(_ word: String, _ range: Range<Int>) -> Bool {
    word.utf8.count == range.count && word.utf8.elementsEqual(pool[range])
  }
}
