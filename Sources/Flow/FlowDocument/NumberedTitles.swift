internal import FlowModel

/// Makes headings of the titles of several use cases that have numbers only: `**1. Log in**`,
/// `**2. Log out**`, each above its actor and its main flow; also of `4.1 Place an order` and of
/// `2.3Web_UC03 - View answers`.
enum NumberedTitles {
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
    counted(withIDs(dotted(lines)))
  }

  /// The titles with numbers of sections.
  private static func dotted(_ lines: [DocumentLine]) -> [DocumentLine] {
    let titles = lines.indices.compactMap { place -> (place: Int, title: String)? in
      let text = lines[place].fragment.text
      guard case .text = lines[place].kind, lines[place].indent == 0, text.utf8.count < 90,
        text.utf8.first?.isDigitByte ?? false,
        case let word = text.prefix(while: { $0 != " " }), word.contains("."),
        case let parts = word.split(separator: "."), parts.count > 1,
        parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigitByte) }),
        case let title = CellText(String(text.dropFirst(word.count))).whole,
        title.first?.isUppercase == true, !title.contains(where: { ".:;?!".contains($0) }),
        HeaderLabel(title) == nil, isAboveHeader(place, lines)
      else { return nil }
      return (place, "\(parts.joined(separator: ".")): \(title)")
    }
    let ends = titles.dropFirst().map(\.place) + [lines.count]
    let found = zip(titles, ends).filter { title, end in
      lines[title.place..<end].contains { line in
        !(line.fragment.text.utf8.first?.isDigitByte ?? true) && isMain(line)
      }
    }
    guard found.count > 1, !lines.contains(where: { $0.fragment.text.hasPrefix("#") }) else {
      return lines
    }
    var result = lines
    for ((place, title), _) in found { result[place].fragment.text = "## Use case \(title)" }
    return result
  }

  /// The titles that end a first word with the id of a use case.
  private static func withIDs(_ lines: [DocumentLine]) -> [DocumentLine] {
    let titles = lines.indices.compactMap { place -> (place: Int, title: String)? in
      let text = lines[place].fragment.text
      guard case .text = lines[place].kind, lines[place].indent == 0, text.utf8.count < 120,
        text.utf8.first?.isDigitByte ?? false, text.hasBytes("UC"),
        let dash = [" – ", " - ", " — "].lazy.compactMap({ text.firstRange(of: $0) }).first,
        case let word = text[..<dash.lowerBound], !word.contains(" "),
        let id = word.split(whereSeparator: { "_-. ".contains($0) }).last, id.hasPrefix("UC"),
        FlowName.isID(id), isAboveHeader(place, lines)
      else { return nil }
      return (place, "\(id): \(CellText.collapsed(String(text[dash.upperBound...])))")
    }
    guard titles.count > 1 else { return lines }
    var result = lines
    for (place, title) in titles { result[place].fragment.text = "## \(title)" }
    return result
  }

  private static func counted(_ lines: [DocumentLine]) -> [DocumentLine] {
    var titles: [(place: Int, title: String)] = []
    for place in lines.indices {
      guard let (number, title) = numbered(lines[place]), number == titles.count + 1,
        isAboveHeader(place, lines)
      else { continue }
      titles.append((place, title))
    }
    guard titles.count > 1 else { return lines }
    // Each has its main scenario, and none stands above the first.
    let ends = titles.dropFirst().map(\.place) + [lines.count]
    guard !lines[..<titles[0].place].contains(where: isMain),
      zip(titles, ends).allSatisfy({ lines[$0.place..<$1].contains(where: isMain) }),
      !lines.contains(where: {
        $0.fragment.text.hasPrefix("#") && UseCaseHeading($0.fragment.text, prefix: "UC") != nil
      })
    else { return lines }
    var result = lines
    let above = lines[..<titles[0].place].last { $0.fragment.text.hasPrefix("#") }
    let level = above.map { $0.fragment.text.prefix { $0 == "#" }.count } ?? 0
    let marks = String(repeating: "#", count: min(6, level + 1))
    for (number, (place, title)) in titles.enumerated() {
      result[place].fragment.text = "\(marks) Use case \(number + 1): \(title)"
    }
    return result
  }

  /// Splits `**1. Log in**`, `1. Log in` and `1) Log in:` into the number and the title.
  private static func numbered(_ line: DocumentLine) -> (number: Int, title: String)? {
    let raw = line.fragment.text
    guard case .text = line.kind, line.indent == 0, raw.utf8.count < 90,
      let first = raw.utf8.first, first.isDigitByte || first == UInt8(ascii: "*")
    else { return nil }
    let isBold = raw.hasPrefix("**") && raw.dropFirst(4).hasSuffix("**")
    guard isBold || first.isDigitByte else { return nil }
    let text = CellText(raw).whole
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    var title = text[digits.endIndex...]
    guard (1...2).contains(digits.count), let mark = title.first, ".):".contains(mark) else {
      return nil
    }
    title = title.dropFirst().drop { $0 == " " }
    if title.last == ":" { title.removeLast() }
    guard let number = Int(digits), title.first?.isLetter == true,
      !title.contains(where: { ".:;?!".contains($0) }), HeaderLabel(String(title)) == nil
    else { return nil }
    return (number, String(title))
  }

  /// Whether the next line is a part of the header that stands above steps.
  private static func isAboveHeader(_ place: Int, _ lines: [DocumentLine]) -> Bool {
    guard let next = lines[(place + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return false }
    let text = CellText(next.fragment.text).whole.drop { "-*+• ".contains($0) }
    guard text.first?.isLetter == true else { return false }
    let name = text.prefix(40).firstIndex(of: ":").map { text[..<$0] } ?? text
    switch HeaderLabel(String(name)) {
    case .text?, .id?, .title?, .list(.preconditions)?, .list(.triggeredBy)?: return true
    default: return false
    }
  }

  private static func isMain(_ line: DocumentLine) -> Bool {
    guard case .text = line.kind else { return false }
    let text = CellText(line.fragment.text).whole.drop { "#-*+• ".contains($0) }
    let name = text.prefix(60).firstIndex(of: ":").map { text[..<$0] } ?? text
    guard name.utf8.count < 60, case .main? = HeaderLabel(String(name)) else { return false }
    return true
  }
}
