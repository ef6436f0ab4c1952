internal import Diagnostics

// Steps and lines that follow each other in one paragraph, as a browser shows lines without marks.
extension ScenarioBuilder {
  /// The lines of a paragraph in which ids follow each other: `3a. The PIN is wrong: 3a1. System
  /// asks again. 3a2. Return to step 3.`, also `3a. The PIN is wrong: 1. System asks again.` Nil
  /// for another line.
  static func running(_ text: String, _ line: DocumentLine) -> [DocumentLine]? {
    // Most lines have one id, at their beginning.
    guard text.utf8.first.map({ (48...57).contains($0) }) ?? false else { return nil }
    return lines(
      extensionEntries(of: text).flatMap { part in
        guard let mark = part.firstRange(of: ": 1. ") else { return [part] }
        let start = part.index(after: mark.lowerBound)
        return [String(part[..<start])] + entries(of: CellText.collapsed(String(part[start...])))
      }, line)
  }

  /// The lines of a paragraph of steps: `1. The guest asks. 2. The bot answers.` Nil for another
  /// line.
  static func runningSteps(_ text: String, _ line: DocumentLine) -> [DocumentLine]? {
    guard text.hasPrefix("1. "), text.contains(" 2. ") else { return nil }
    return lines(entries(of: text), line)
  }

  /// Nil unless the parts of a paragraph are sentences: not `3a. Go on with 3b.`
  private static func lines(_ parts: [String], _ line: DocumentLine) -> [DocumentLine]? {
    guard parts.count > 1,
      parts.dropLast().allSatisfy({ part in part.last.map { ".:;,!?".contains($0) } ?? false }),
      parts.allSatisfy({ $0.contains(" ") })
    else { return nil }
    return parts.map {
      DocumentLine(kind: .text, fragment: Fragment(text: $0, span: line.fragment.span))
    }
  }
}
