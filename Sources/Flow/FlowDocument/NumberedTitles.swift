internal import FlowModel

/// Makes headings of the titles of several use cases that have numbers only: `**1. Log in**`,
/// `**2. Log out**`, each above its actor and its main flow.
enum NumberedTitles {
  static func read(_ lines: [DocumentLine]) -> [DocumentLine] {
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
    for (place, title) in titles { result[place].fragment.text = "\(marks) Use case: \(title)" }
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
