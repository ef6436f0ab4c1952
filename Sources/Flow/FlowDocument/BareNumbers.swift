internal import Diagnostics

/// Numbers that stand alone: `6.` above `a. The list is empty` and `b. ...`, which are `6a.` and
/// `6b.`, and `### Step 1` above the sentence of the step.
enum BareNumbers {
  static func joined(_ lines: [DocumentLine]) -> [DocumentLine] {
    withSentences(withLetters(withBranches(withStops(lines.map(withoutBlanks)))))
  }

  /// `2 If the guest cancels` above `2.1. System asks` with a stop behind its number.
  private static func withStops(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    for (place, line) in lines.enumerated() where line.kind.isText {
      let text = line.fragment.text
      let number = text.prefix { $0.isASCII && $0.isNumber }
      guard (1...2).contains(number.count),
        case let rest = text[number.endIndex...], rest.first == " ",
        rest.dropFirst().first?.isUppercase ?? false,
        let next = lines[(place + 1)...].first(where: { !$0.isBlank }), next.kind.isText,
        next.indent > line.indent || rest.count < 100,
        ScenarioBuilder.cleaned(next).text.hasPrefix("\(number).1")
      else { continue }
      result[place].fragment.text = "\(number).\(rest)"
    }
    return result
  }

  /// The lines with a mark on `3.1. If free, ...` and `3.2. If taken, ...` below step 3, only one
  /// of which is done.
  private static func withBranches(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    var step: (number: String, indent: Int)?
    var below: [(place: Int, rest: String)] = []
    func take() {
      guard below.count > 1, below.count < 27,
        below.allSatisfy({ ScenarioBuilder.isCondition($0.rest) && !$0.rest.hasSuffix(":") })
      else { return }
      for one in below { result[one.place].isChoice = true }
    }
    for (place, line) in lines.enumerated() where !line.isBlank {
      let text = ScenarioBuilder.cleaned(line).text
      let word = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let parts = word.split(separator: ".")
      if let step, line.indent > step.indent, line.kind.isText {
        if parts.count == 2, String(parts[0]) == step.number, text[word.endIndex...].first == " ",
          String(parts[1]) == "\(below.count + 1)"
        {
          below.append((place, CellText.collapsed(String(text[word.endIndex...]))))
        } else {
          // Something else stands between them.
          below.append((place, ""))
        }
        continue
      }
      take()
      below = []
      let isStep = parts.count == 1 && word.hasSuffix(".") && line.kind.isText
      step = isStep ? (String(parts[0]), line.indent) : nil
    }
    take()
    return result
  }

  /// `2 . The guest asks` and `2 .a.1 No room` without the blank in the number.
  private static func withoutBlanks(_ line: DocumentLine) -> DocumentLine {
    let bullet = line.fragment.text.prefix(2) == "- " ? 2 : 0
    let text = line.fragment.text.dropFirst(bullet)
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text[digits.endIndex...].drop { $0 == " " }
    guard line.kind.isText, (1...2).contains(digits.count), rest.startIndex > digits.endIndex,
      let mark = rest.first, ".)".contains(mark),
      let next = rest.dropFirst().first, next == " " || next.isLetter
    else { return line }
    var own = line
    own.fragment.text = "\(line.fragment.text.prefix(bullet))\(digits)\(rest)"
    return own
  }

  /// The lines with `### Step 1`, `**A1.1**` and their like before the sentence below.
  private static func withSentences(_ lines: [DocumentLine]) -> [DocumentLine] {
    var result = lines
    for (place, line) in lines.enumerated() {
      guard let number = alone(line),
        let next = lines[(place + 1)...].firstIndex(where: { !$0.isBlank }), next < place + 3,
        lines[next].kind.isText, case let text = lines[next].fragment.text,
        text.first?.isLetter ?? false, text.contains(" "), ExtensionID(text) == nil,
        HeaderLabel(String(text.prefix(40).prefix { $0 != ":" })) == nil
      else { continue }
      result[place].fragment.text = ""
      result[next].fragment.text = "\(number). \(text)"
    }
    return result
  }

  /// `1` of a heading `### Step 1`, and `A1.1` of `### A1.1.`. Nil for another line.
  private static func alone(_ line: DocumentLine) -> String? {
    let raw = line.fragment.text
    guard line.kind.isText, raw.hasPrefix("#") || raw.hasPrefix("**"), raw.utf8.count < 30 else {
      return nil
    }
    var text = raw[...].drop { "#* ".contains($0) }
    while let last = text.last, "*.: ".contains(last) { text.removeLast() }
    let words = text.split(separator: " ")
    if words.count == 2, TurnWords.steps.contains(PlainWords.folded(String(words[0]))),
      (1...2).contains(words[1].count), words[1].allSatisfy(\.isNumber)
    {
      return String(words[1])
    }
    guard words.count == 1, case let letters = text.prefix(while: \.isUppercase),
      (1...3).contains(letters.count),
      case let parts = text.dropFirst(letters.count).split(separator: "."), parts.count == 2,
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return String(text)
  }

  private static func withLetters(_ lines: [DocumentLine]) -> [DocumentLine] {
    guard lines.contains(where: { number(of: $0) != nil }) else { return lines }
    var result: [DocumentLine] = []
    var open: (number: String, indent: Int, inner: Int)?
    for (place, line) in lines.enumerated() {
      if let number = number(of: line),
        let next = lines[(place + 1)...].first(where: { !$0.isBlank }), next.indent > line.indent,
        ScenarioBuilder.lettered(next.fragment.text)?.id == "a"
      {
        open = (number, line.indent, next.indent)
        result.append(DocumentLine(kind: .text, fragment: .empty))
        continue
      }
      if let found = open, !line.isBlank {
        if line.indent <= found.indent || !line.kind.isText {
          open = nil
        } else if line.indent == found.inner, ScenarioBuilder.lettered(line.fragment.text) != nil {
          var own = line
          own.fragment.text = found.number + line.fragment.text
          own.indent = found.indent
          result.append(own)
          continue
        }
      }
      result.append(line)
    }
    return result
  }

  /// `6` of a line `6.`. Nil for another line.
  private static func number(of line: DocumentLine) -> String? {
    guard line.kind.isText, (1...3).contains(line.fragment.text.utf8.count) else { return nil }
    let digits = line.fragment.text.prefix(while: \.isNumber)
    let mark = line.fragment.text[digits.endIndex...]
    return (1...2).contains(digits.count) && [".", ")"].contains(mark) ? String(digits) : nil
  }
}
