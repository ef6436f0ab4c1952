internal import Diagnostics

/// Numbers that stand alone above letters: `6.` above `a. The list is empty` and `b. ...`, which
/// are `6a.` and `6b.`.
enum BareNumbers {
  static func joined(_ lines: [DocumentLine]) -> [DocumentLine] {
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
