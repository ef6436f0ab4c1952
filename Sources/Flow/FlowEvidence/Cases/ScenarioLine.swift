/// A line of a scenario: `Given`, `When` or `Then`, or `Angenommen`, `Wenn` or `Dann`, with its
/// sentence.
struct ScenarioLine {
  enum Part: Hashable {
    case given, when, then
    /// `And`, `But`, `*`: as the line before.
    case more
  }

  let part: Part
  let text: String

  private static let words: [(word: String, part: Part)] = [
    ("given", .given), ("when", .when), ("then", .then), ("and", .more), ("but", .more),
    ("angenommen", .given), ("gegeben sei", .given), ("gegeben", .given), ("wenn", .when),
    ("dann", .then), ("und", .more), ("aber", .more),
  ]

  /// The scenario lines of a text without markup, which may have all three in one sentence. Empty
  /// unless it begins with one of the words.
  static func all(in text: String) -> [ScenarioLine] {
    if text.hasPrefix("* ") { return [ScenarioLine(part: .more, text: String(text.dropFirst(2)))] }
    guard let (part, length) = opening(text[...]) else { return [] }
    var rest = text.dropFirst(length)
    var lines: [ScenarioLine] = []
    var (current, last) = (part, part)
    // `Given a, when b, then c` in one line, also `WHEN b THEN c AND d`.
    while let next = inner(of: rest, after: last) {
      lines.append(ScenarioLine(part: current, text: clean(rest[..<next.start])))
      (current, rest) = (next.part, rest[next.end...])
      if current != .more { last = current }
    }
    lines.append(ScenarioLine(part: current, text: clean(rest)))
    return lines
  }

  private static func opening(_ text: Substring) -> (part: Part, length: Int)? {
    for (word, part) in words {
      let head = text.prefix(word.count)
      guard head.lowercased() == word, head.first?.isUppercase ?? false else { continue }
      let after = text.dropFirst(word.count).drop { $0 == "*" }
      guard let next = after.first else { return (part, text.count) }
      guard next.isWhitespace || next == ":" || next == "," else { continue }
      return (part, text.count - after.drop { $0.isWhitespace || ":,".contains($0) }.count)
    }
    return nil
  }

  private static func inner(
    of text: Substring, after part: Part
  ) -> (start: String.Index, end: String.Index, part: Part)? {
    let wanted = words.filter { _, next in
      part == .given && next == .when || (part == .given || part == .when) && next == .then
    }
    var place = text.startIndex
    while let space = text[place...].firstIndex(where: \.isWhitespace) {
      place = text.index(after: space)
      let before = text[..<space].last
      let tail = text[place...]
      if part != .more, tail.hasPrefix("AND ") || tail.hasPrefix("UND ") {
        return (space, tail.index(tail.startIndex, offsetBy: 3), .more)
      }
      for (word, next) in wanted {
        let head = tail.prefix(word.count)
        let after = tail.dropFirst(word.count)
        guard head.lowercased() == word, after.first?.isWhitespace ?? false else { continue }
        guard head.first?.isUppercase ?? false || before == "," || before == ";" || before == "."
        else { continue }
        return (space, after.startIndex, next)
      }
    }
    return nil
  }

  private static func clean(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace || last == "," { text = text.dropLast() }
    return String(text)
  }
}
