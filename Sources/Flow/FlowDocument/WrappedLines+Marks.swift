internal import FlowModel

// Marks that mean nothing, or stand for others.
extension WrappedLines {
  /// A line without the backslash at its end, with which Markdown breaks lines.
  static func withoutBreak(_ written: DocumentLine) -> DocumentLine {
    let line = withPlainMarks(withPlainHyphens(FrontMatter.withoutTags(written)))
    guard line.fragment.text.utf8.last == UInt8(ascii: "\\"), case .text = line.kind else {
      return line
    }
    var found = line
    found.fragment.text = CellText.collapsed(String(line.fragment.text.dropLast()))
    return found
  }

  /// A line whose ids have plain hyphens: `UC‑01`, with one at which no line breaks, as `UC-01`.
  private static func withPlainHyphens(_ line: DocumentLine) -> DocumentLine {
    var found = line
    found.fragment.text = withPlainHyphens(line.fragment.text)
    if case .row(let cells) = line.kind {
      found.kind = .row(
        cells.map { Fragment(text: withPlainHyphens($0.text), span: $0.span) })
    }
    return found
  }

  private static func withPlainHyphens(_ text: String) -> String {
    guard !text.isPlainASCII, text.contains("\u{2011}") || text.contains("\u{2010}") else {
      return text
    }
    var letters = Array(text)
    for place in letters.indices.dropFirst().dropLast()
    where letters[place] == "\u{2011}" || letters[place] == "\u{2010}" {
      let (before, after) = (letters[place - 1], letters[place + 1])
      guard before.isASCII, before.isUppercase || before.isNumber, after.isASCII,
        after.isUppercase || after.isNumber
      else { continue }
      letters[place] = "-"
    }
    return String(letters)
  }

  /// A heading with ` -- ` as a dash, and `#3. No card`, which is none, as `Step 3. No card`.
  private static func withPlainMarks(_ line: DocumentLine) -> DocumentLine {
    let text = line.fragment.text
    // `{:.no_toc}`, which says how the page looks
    if text.hasPrefix("{:"), text.hasSuffix("}"), case .text = line.kind {
      var found = line
      found.fragment.text = ""
      return found
    }
    // `**Preconditions.** The shop is open` as `**Preconditions:** ...`
    if text.hasPrefix("**"), let end = text.prefix(60).firstRange(of: ".** "),
      case let name = text[..<end.lowerBound].dropFirst(2), !name.contains("*"),
      HeaderLabel(String(name))?.isHeader ?? false, case .text = line.kind
    {
      var found = line
      found.fragment.text.replaceSubrange(end, with: ":** ")
      return found
    }
    if case .text = line.kind, let plain = withColon(text) {
      var found = line
      found.fragment.text = plain
      return found
    }
    if case .text = line.kind, let plain = withoutOddMarks(text) {
      var found = line
      found.fragment.text = plain
      return found
    }
    guard text.utf8.first == UInt8(ascii: "#"), case .text = line.kind else { return line }
    var found = line
    // `## Log in {#uc1}`
    if text.hasSuffix("}"), let open = text.firstRange(of: " {#") {
      found.fragment.text = String(text[..<open.lowerBound])
      return found
    }
    if let plain = ScenarioBuilder.withoutHash(text) {
      found.fragment.text = plain
    } else {
      // As long as before, for the places behind it.
      for mark in [" -- ", " –- ", " -– "] where text.contains(mark) {
        found.fragment.text = found.fragment.text.replacing(mark, with: " —  ")
      }
    }
    return found
  }

  /// `**Preconditions** The shop is open` with a colon behind the label. Nil for another line.
  private static func withColon(_ text: String) -> String? {
    guard text.hasPrefix("**"), let end = text.dropFirst(2).prefix(50).firstRange(of: "** "),
      case let name = text[..<end.lowerBound].dropFirst(2), !name.contains(":"),
      let first = text[end.upperBound...].first, first.isUppercase || first.isNumber,
      let label = HeaderLabel(String(name)), label.isHeader, label.isPart
    else { return nil }
    if case .text(.actor) = label, text[end.upperBound...].utf8.count > 60 { return nil }
    var plain = text
    plain.replaceSubrange(end, with: ":** ")
    return plain
  }

  /// `**[Main flow: Log in]**` without brackets, and `a.) No card` with one mark. Nil for another
  /// line.
  private static func withoutOddMarks(_ text: String) -> String? {
    // `#Charge the housemates`
    let level = text.prefix { $0 == "#" }.count
    if (1...4).contains(level), let first = text.dropFirst(level).first, first.isUppercase,
      text.dropFirst(level).contains(" ")
    {
      return "\(text.prefix(level)) \(text.dropFirst(level))"
    }
    if text.hasPrefix("**["), text.hasSuffix("]**") || text.hasSuffix("]:**"),
      text.count(where: { $0 == "[" }) == 1
    {
      return text.filter { !"[]".contains($0) }
    }
    // `(2-3)a. The guest leaves`
    if text.first == "(", let close = text.prefix(9).firstIndex(of: ")"),
      case let range = text[..<close].dropFirst(), range.contains("-"),
      range.allSatisfy({ $0.isNumber || $0 == "-" }), case let tail = text[close...].dropFirst(),
      tail.first?.isLowercase == true, tail.dropFirst().first == "."
    {
      return "\(range)\(tail)"
    }
    // `a* During the ride`, of any step, as `*a During the ride`
    let item = text.drop { "-+ ".contains($0) }
    if let letter = item.first, letter.isASCII, letter.isLowercase, item.dropFirst().hasPrefix("* ")
    {
      return "\(text[..<item.startIndex])*\(letter). \(item.dropFirst(3))"
    }
    // `- <1> The guest pays`, as long as before
    if item.first == "<", let close = item.prefix(4).firstIndex(of: ">"),
      case let digits = item[..<close].dropFirst(), (1...2).contains(digits.count),
      digits.allSatisfy(\.isNumber), item[close...].dropFirst().first == " "
    {
      return "\(digits). \(item[close...].dropFirst())"
    }
    // `6_1. If the card is unknown`, the first alternative of step 6
    let step = text.prefix { $0.isNumber }
    if (1...2).contains(step.count), text[step.endIndex...].first == "_",
      case let tail = text[step.endIndex...].dropFirst(),
      case let count = tail.prefix(while: { $0.isNumber }), (1...2).contains(count.count),
      let mark = tail[count.endIndex...].first, " .)".contains(mark)
    {
      return "\(step).\(tail)"
    }
    // `3.1 - If the card is unknown`, and `3.1.if` without a blank
    let digits = text.prefix { $0.isNumber || $0 == "." }
    if digits.count < 7, digits.first?.isNumber ?? false, digits.contains("."),
      case let rest = text[digits.endIndex...]
    {
      for dash in [" - ", " – ", " — "] where rest.hasPrefix(dash) && digits.last != "." {
        return "\(digits).  \(rest.dropFirst(3))"
      }
      if digits.last == ".", digits.dropLast().contains("."), rest.first?.isLetter ?? false,
        digits.dropLast().last?.isNumber ?? false
      {
        return "\(digits) \(rest)"
      }
    }
    // `1.- The guest pays`, as long as before
    let bare = text.drop { "-*+ ".contains($0) }
    let number = bare.prefix { $0.isNumber }
    if (1...3).contains(number.count), bare[number.endIndex...].hasPrefix(".-"),
      bare[number.endIndex...].dropFirst(2).first.map({ $0 == " " || $0.isLetter }) ?? false
    {
      let mark = bare[number.endIndex...].prefix(2)
      return "\(text[..<mark.startIndex]). \(text[mark.endIndex...])"
    }
    let id = text.prefix(6).drop { "-*+ ".contains($0) }.prefix { $0.isLetter || $0.isNumber }
    guard id.count < 4, !id.isEmpty, text[id.endIndex...].hasPrefix(".) ") else { return nil }
    // As long as before.
    return "\(text[..<id.endIndex])) \(text[id.endIndex...].dropFirst(2))"
  }
}
