internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// How scalars with a meaning of their own are read: numbers, durations, ranges, targets.
extension TreeReader {
  /// A whole number of at most nine digits.
  static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// `6` or `4..12`.
  static func range(_ text: String) -> ClosedRange<Int>? {
    if let one = number(text) { return one...one }
    guard let dots = text.firstRange(of: "..") else { return nil }
    guard let least = number(text[..<dots.lowerBound]), let most = number(text[dots.upperBound...]),
      least <= most
    else { return nil }
    return least...most
  }

  /// Milliseconds: `90 s`, `250 ms`, `5 min`, `0.5 s`.
  mutating func duration(_ node: YAMLTree.Node?) -> UInt32 {
    guard let node else { return 0 }
    let text = string(node)
    let parts = text.split(separator: " ")
    if parts.count == 2, let unit = TreeReader.unit(parts[1]),
      let value = TreeReader.milliseconds(parts[0], unit: unit), value > 0
    {
      return value
    }
    report(
      .wrongValue, at: tree.span(node), "`\(text)` is no duration",
      help: "write a number and a unit: `90 s`, `250 ms`, `5 min`; at most 24 hours")
    return 0
  }

  /// `0.0-0.1 s`.
  mutating func takes(_ node: YAMLTree.Node?) -> TakesRecord? {
    guard let node else { return nil }
    let text = string(node)
    let parts = text.split(separator: " ")
    let ends = parts.first?.split(separator: "-") ?? []
    if parts.count == 2, (1...2).contains(ends.count), let unit = TreeReader.unit(parts[1]),
      let least = TreeReader.milliseconds(ends[0], unit: unit),
      let most = TreeReader.milliseconds(ends[ends.count - 1], unit: unit), least <= most
    {
      return TakesRecord(least: least, most: most)
    }
    report(
      .wrongValue, at: tree.span(node), "`\(text)` is no stretch of time",
      help: "write it as `0.0-0.1 s`")
    return nil
  }

  private static func unit(_ text: some StringProtocol) -> Int? {
    switch text {
    case "ms": 1
    case "s", "second", "seconds": 1_000
    case "min", "minute", "minutes": 60_000
    default: nil
    }
  }

  private static func milliseconds(_ text: some StringProtocol, unit: Int) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = number(parts[0]) else { return nil }
    var value = whole * unit
    if parts.count == 2 {
      guard parts[1].count <= 3, let fraction = number(parts[1]) else { return nil }
      var scale = 1
      for _ in 0..<parts[1].count { scale *= 10 }
      value += fraction * unit / scale
    }
    return value <= 86_400_000 ? UInt32(value) : nil
  }

  /// A target, not yet resolved: the steps it may name come later in the file.
  mutating func target(_ node: YAMLTree.Node?) -> TargetRecord? {
    guard let node else { return nil }
    let range = tree.range(node)
    let whole = text(node)
    func record(
      _ kind: TargetRecord.Kind, _ name: Text = .none, _ place: Text = .none
    ) -> TargetRecord {
      TargetRecord(kind: kind, name: name, place: place, step: -1, span: whole.span)
    }
    func part(_ from: Int, _ to: Int) -> Text {
      Text(
        offset: UInt32(truncatingIfNeeded: from), count: UInt32(truncatingIfNeeded: to - from),
        span: whole.span)
    }
    // Ids begin with a digit, words with a letter: the common case needs one look.
    let first = pool[range.lowerBound]
    if (48...57).contains(first) { return record(.step, whole) }
    switch true {
    case matches("back", range): return record(.back)
    case matches("resume", range): return record(.resume)
    case matches("end", range): return record(.end)
    case matches("stay", range): return record(.stay)
    case begins("result ", range):
      return record(.result, part(range.lowerBound + 7, range.upperBound))
    case begins("error ", range):
      return record(.error, part(range.lowerBound + 6, range.upperBound))
    case begins("goto ", range):
      let start = range.lowerBound + 5
      guard let colon = pool[start..<range.upperBound].firstIndex(of: UInt8(ascii: ":")) else {
        return record(.goto, part(start, range.upperBound))
      }
      return record(.goto, part(start, colon), part(colon + 1, range.upperBound))
    default: return record(.step, whole)
    }
  }

  private func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
    word.utf8CodeUnitCount == range.count && begins(word, range)
  }

  private func begins(_ word: StaticString, _ range: Range<Int>) -> Bool {
    guard word.utf8CodeUnitCount <= range.count else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(pool[range].prefix($0.count)) }
  }
}
