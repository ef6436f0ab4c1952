internal import Diagnostics

/// Names of places in a scenario, `{Choose a seat}` above a step, to which alternatives refer: `At
/// {Choose a seat}, ...`, `resume at {Choose a seat}`.
enum StepAnchors {
  /// The lines with the numbers of steps in place of such names.
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
    guard lines.contains(where: { name(of: $0) != nil }) else { return lines }
    var result = lines
    var steps: [String: String] = [:]
    var hasFirst = false
    for (place, line) in lines.enumerated() {
      if line.fragment.text.hasPrefix("#") { hasFirst = false }
      // The second that stands above 1 heads lines of its own.
      if let name = name(of: line), let number = number(below: place, lines),
        number != "1" || !hasFirst
      {
        steps[name] = number
        hasFirst = true
        result[place].fragment.text = ""
      } else if let (text, name, number) = ending(line) {
        steps[name] = number
        result[place].fragment.text = text
      } else if line.kind.isText, line.fragment.text.contains("{") {
        result[place].fragment.text = replaced(steps, in: line.fragment.text)
      }
    }
    return result
  }

  /// The name in a line of its own, folded: also `*{Choose a seat}*`.
  private static func name(of line: DocumentLine) -> String? {
    guard line.kind.isText, line.fragment.text.utf8.count < 60,
      line.fragment.text.utf8.contains(UInt8(ascii: "{"))
    else { return nil }
    let text = line.fragment.text.drop { "*_- ".contains($0) }.reversed()
      .drop { "*_ ".contains($0) }.reversed()
    let inner = String(text.dropFirst().dropLast())
    guard text.first == "{", text.last == "}", inner.first?.isLetter ?? false,
      !inner.contains(where: { "{}:%".contains($0) })
    else { return nil }
    return PlainWords.folded(inner)
  }

  /// A step without the name at its end, `2. Guest signs in. *{Signed in}*`, and its number.
  private static func ending(
    _ line: DocumentLine
  ) -> (text: String, name: String, number: String)? {
    guard line.kind.isText, case let text = line.fragment.text,
      text.hasSuffix("}") || text.hasSuffix("}*") || text.hasSuffix("}_"),
      let open = text.lastIndex(of: "{"), text.startIndex < open,
      let number = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text))?.id,
      Int(number) != nil, text[..<open].reversed().first(where: { !"*_ ".contains($0) }) == "."
    else { return nil }
    let inner = text[open...].dropFirst().prefix { $0 != "}" }
    let rest = String(text[..<open].reversed().drop { "*_ ".contains($0) }.reversed())
    return (rest, PlainWords.folded(String(inner)), number)
  }

  /// The number of the step that stands right below a line.
  private static func number(below place: Int, _ lines: [DocumentLine]) -> String? {
    guard let next = lines[(place + 1)...].first(where: { !$0.isBlank }), next.kind.isText else {
      return nil
    }
    let text = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(next).text)
    return ScenarioBuilder.numbered(text).flatMap { Int($0.id) == nil ? nil : $0.id }
  }

  /// A text with the numbers of steps in place of their names in braces.
  private static func replaced(_ steps: [String: String], in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let end = rest.index(after: close)
      result += rest[..<open]
      if let number = steps[PlainWords.folded(String(rest[open..<close].dropFirst()))] {
        result += result.contains(where: \.isLetter) ? "step \(number)" : "At step \(number), "
      } else {
        result += rest[open..<end]
      }
      rest = rest[end...]
    }
    return result + rest
  }
}
