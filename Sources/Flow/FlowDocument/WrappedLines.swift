internal import Diagnostics

/// Joins lines that a text editor wrapped: a line that goes on in small letters belongs to the one
/// above it.
enum WrappedLines {
  static func joined(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result: [DocumentLine] = []
    result.reserveCapacity(lines.count)
    for (index, line) in lines.enumerated() {
      // `Main flow` above `=====`.
      if let level = underline(line), let last = result.last, case .text = last.kind,
        isTitle(last), index > 0
      {
        let marks = String(repeating: "#", count: level)
        result[result.count - 1].fragment.text = "\(marks) \(last.fragment.text)"
        continue
      }
      guard case .text = line.kind, let last = result.last, case .text = last.kind,
        goesOn(line, after: last)
      else {
        result.append(line)
        continue
      }
      result[result.count - 1].fragment.text += " \(line.fragment.text)"
      result[result.count - 1].fragment.span = Span(
        start: last.fragment.span.start, end: line.fragment.span.end)
    }
    return result
  }

  private static func underline(_ line: DocumentLine) -> Int? {
    let text = line.fragment.text
    guard case .text = line.kind, let byte = text.utf8.first,
      byte == UInt8(ascii: "=") || byte == UInt8(ascii: "-"), text.count >= 3,
      let first = text.first, text.allSatisfy({ $0 == first })
    else { return nil }
    return first == "=" ? 1 : first == "-" ? 2 : nil
  }

  private static func isTitle(_ line: DocumentLine) -> Bool {
    let text = line.fragment.text
    return !text.isEmpty && text.count < 90 && !text.hasPrefix("#") && !text.hasPrefix("-")
      && !text.hasPrefix("*") && !text.hasSuffix(".") && text.first?.isNumber != true
  }

  private static func goesOn(_ line: DocumentLine, after above: DocumentLine) -> Bool {
    let (text, before) = (line.fragment.text, above.fragment.text)
    // `... continues with step` above `2.`
    if text.first?.isNumber == true, before.count > 40, before.last?.isLetter == true,
      let last = PlainWords.words(before).last, TurnWords.steps.contains(last)
    {
      return true
    }
    guard let first = text.first, first.isLowercase,
      before.count >= 30 || line.indent > above.indent,
      let end = before.last, !".:;!?|>".contains(end), !before.hasPrefix("#"), before.count < 4_000
    else { return false }
    // `a. It goes on`, `or` as a bullet, `goal: X`
    let word = text.prefix { $0 != " " }
    guard word.count != 2 || word.last?.isLetter != false, !word.hasSuffix(":"),
      word.count < text.count || text.hasSuffix(".")
    else { return false }
    if let colon = text.firstIndex(of: ":"), HeaderLabel(String(text[..<colon])) != nil {
      return false
    }
    return ExtensionID(text) == nil && HeaderLabel(before) == nil && HeaderLabel(text) == nil
  }
}
