internal import Diagnostics

// Steps and lines that follow each other in one paragraph, as a browser shows lines without marks.
extension ScenarioBuilder {
  /// The lines of a paragraph in which ids follow each other: `3a. The PIN is wrong: 3a1. System
  /// asks again. 3a2. Return to step 3.`, also `3a. The PIN is wrong: 1. System asks again.` Nil
  /// for another line.
  static func running(_ text: String, _ line: DocumentLine) -> [DocumentLine]? {
    // Most lines have one id, at their beginning.
    guard text.utf8.first.map({ $0.isDigitByte || $0 == UInt8(ascii: "*") }) ?? false,
      hasMark(text), ExtensionID(text)?.steps != nil
    else { return nil }
    let parts = parts(of: text) { ExtensionID("\($0) x")?.steps != nil }
    return lines(
      parts.flatMap { part in
        let marks = [": 1. ", ": (1) ", ": 1) "]
        guard let mark = marks.lazy.compactMap({ part.firstRange(of: $0) }).first else {
          return [part]
        }
        let start = part.index(after: mark.lowerBound)
        return [String(part[..<start])] + numbers(in: CellText.collapsed(String(part[start...])))
      }, line)
  }

  /// The lines of a paragraph of steps: `1. The guest asks. 2. The bot answers.` Nil for another
  /// line.
  static func runningSteps(_ text: String, _ line: DocumentLine) -> [DocumentLine]? {
    guard text.hasPrefix("1. "), text.contains(" 2. ") else { return nil }
    return lines(numbers(in: text), line)
  }

  /// Whether what may be an id stands behind a space.
  private static func hasMark(_ text: String) -> Bool {
    var last = UInt8(ascii: "x")
    for byte in text.utf8 {
      if last == UInt8(ascii: " "),
        byte.isDigitByte || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "(")
      {
        return true
      }
      last = byte
    }
    return false
  }

  /// Whether a word is the id of a line without a mark behind it: `3a1 - System asks again`, `3a.1
  /// System asks again`.
  private static func isBare(_ word: Substring, before next: Substring) -> Bool {
    guard word.first?.isNumber == true, word.utf8.count < 8, ExtensionID("\(word) x")?.line != nil
    else { return false }
    return next.first?.isUppercase == true || ["-", "–", "—"].contains(next)
  }

  private static func lines(_ parts: [String], _ line: DocumentLine) -> [DocumentLine]? {
    guard parts.count > 1, parts.allSatisfy({ $0.contains(" ") }) else { return nil }
    return parts.map {
      DocumentLine(kind: .text, fragment: Fragment(text: $0, span: line.fragment.span))
    }
  }

  /// The parts of `1. a. 2. b.`, whose numbers follow each other.
  private static func numbers(in text: String) -> [String] {
    var next = 2
    return parts(of: text) { word in
      guard ["\(next).", "\(next))", "(\(next))"].contains(word) else { return false }
      next += 1
      return true
    }
  }

  /// The parts of a text before whose marks a sentence ends: not before `3.` of `the price of 3.
  /// 50`, `the room of floor 3.` and `see 3a. Then`.
  private static func parts(of text: String, where isMark: (Substring) -> Bool) -> [String] {
    let words = text.split(separator: " ")
    var parts: [String] = []
    for (place, word) in words.enumerated() {
      let isFirst = parts.isEmpty
      if !isFirst, place + 1 < words.count, words[place + 1].first?.isNumber == false,
        word.last.map({ ".):".contains($0) }) ?? false || isBare(word, before: words[place + 1]),
        words[place - 1].last.map({ ".:;,!?\"”".contains($0) }) ?? false, isMark(word)
      {
        parts.append(String(word))
      } else if isFirst {
        parts.append(String(word))
      } else {
        parts[parts.count - 1] += " \(word)"
      }
    }
    return parts
  }
}
