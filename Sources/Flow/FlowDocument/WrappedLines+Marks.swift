// Marks that mean nothing, or stand for others.
extension WrappedLines {
  /// A line without the backslash at its end, with which Markdown breaks lines.
  static func withoutBreak(_ written: DocumentLine) -> DocumentLine {
    let line = withPlainMarks(FrontMatter.withoutTags(written))
    guard line.fragment.text.utf8.last == UInt8(ascii: "\\"), case .text = line.kind else {
      return line
    }
    var found = line
    found.fragment.text = CellText.collapsed(String(line.fragment.text.dropLast()))
    return found
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
