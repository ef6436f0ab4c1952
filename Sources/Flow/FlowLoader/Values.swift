internal import Diagnostics
internal import FlowModel
internal import YAMLTree

// Reads scalars with a meaning: numbers, durations, ranges, targets.
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

  /// Milliseconds: `90 s`, `250 ms`, `5 min`, `0.5 s`.
  mutating func duration(_ node: YAMLTree.Node) -> UInt32 {
    if let (number, unit) = measure(node),
      let value = milliseconds(number, unit: unit), value > 0
    {
      return value
    }
    report(
      .wrongValue, at: tree.span(node), "`\(string(node))` is not a duration",
      help: "write a number and a unit: `90 s`, `250 ms`, `5 min`; at most 24 hours")
    return 0
  }

  /// `0.0-0.1 s`.
  mutating func takes(_ node: YAMLTree.Node) -> TakesRecord? {
    if let (range, unit) = measure(node) {
      let dash = pool[range].firstIndex(of: UInt8(ascii: "-"))
      if let least = milliseconds(range.lowerBound..<(dash ?? range.upperBound), unit: unit),
        let most = dash.map({ milliseconds(($0 + 1)..<range.upperBound, unit: unit) }) ?? least,
        least <= most
      {
        return TakesRecord(least: least, most: most)
      }
    }
    report(
      .wrongValue, at: tree.span(node), "`\(string(node))` is not a range of time",
      help: "write it as `0.0-0.1 s`")
    return nil
  }

  /// The number before the unit, and the unit in milliseconds.
  private func measure(_ node: YAMLTree.Node) -> (number: Range<Int>, unit: Int)? {
    let range = tree.range(node)
    guard let space = pool[range].firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let rest = (space + 1)..<range.upperBound
    let unit: Int
    switch true {
    case matches("ms", rest): unit = 1
    case matches("s", rest), matches("second", rest), matches("seconds", rest): unit = 1_000
    case matches("min", rest), matches("minute", rest), matches("minutes", rest): unit = 60_000
    default: return nil
    }
    return (range.lowerBound..<space, unit)
  }

  private func milliseconds(_ range: Range<Int>, unit: Int) -> UInt32? {
    let point = pool[range].firstIndex(of: UInt8(ascii: "."))
    guard let whole = TreeReader.number(pool, range.lowerBound..<(point ?? range.upperBound))
    else { return nil }
    var value = whole * unit
    if let point {
      let digits = (point + 1)..<range.upperBound
      guard digits.count <= 3, let fraction = TreeReader.number(pool, digits) else { return nil }
      var scale = 1
      for _ in digits { scale *= 10 }
      value += fraction * unit / scale
    }
    return value <= 86_400_000 ? UInt32(value) : nil
  }

  /// A target, not yet resolved, since the steps it may name come later in the file.
  mutating func target(_ node: YAMLTree.Node) -> TargetRecord {
    let range = tree.range(node)
    let whole = text(node)
    func part(_ from: Int, _ to: Int) -> PooledText {
      PooledText(
        offset: UInt32(truncatingIfNeeded: from), count: UInt32(truncatingIfNeeded: to - from),
        span: whole.span)
    }
    // Ids begin with a digit and words with a letter, so the first byte decides the common case.
    let first = pool[range.lowerBound]
    if (48...57).contains(first) { return TargetRecord(kind: .step, name: whole) }
    switch true {
    case matches("back", range): return TargetRecord(kind: .back, name: whole)
    case matches("resume", range): return TargetRecord(kind: .resume, name: whole)
    case matches("end", range): return TargetRecord(kind: .end, name: whole)
    case matches("stay", range): return TargetRecord(kind: .stay, name: whole)
    case begins("result ", range):
      return TargetRecord(kind: .result, name: part(range.lowerBound + 7, range.upperBound))
    case begins("error ", range):
      return TargetRecord(kind: .error, name: part(range.lowerBound + 6, range.upperBound))
    case begins("goto ", range):
      let start = range.lowerBound + 5
      let end = pool[start..<range.upperBound].firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
      return TargetRecord(
        kind: .goto, name: part(start, end),
        placeCount: UInt32(truncatingIfNeeded: max(range.upperBound - end - 1, 0)))
    default: return TargetRecord(kind: .step, name: whole)
    }
  }

  private func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
    word.utf8CodeUnitCount == range.count && begins(word, range)
  }

  private func begins(_ word: StaticString, _ range: Range<Int>) -> Bool {
    guard word.utf8CodeUnitCount <= range.count else { return false }
    return word.withUTF8Buffer { letters in
      for index in letters.indices where letters[index] != pool[range.lowerBound + index] {
        return false
      }
      return true
    }
  }
}
