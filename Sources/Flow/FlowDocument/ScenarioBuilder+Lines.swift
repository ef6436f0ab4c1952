// What a line begins with.
extension ScenarioBuilder {
  /// The text of a line without markup and bullet.
  static func cleaned(_ line: DocumentLine) -> (text: String, isBullet: Bool) {
    var raw = line.fragment.text
    var isBullet = false
    // `*a.` is an id, not the beginning of emphasis.
    if raw.hasPrefix("*"), raw.dropFirst().first?.isLowercase == true,
      let mark = raw.dropFirst(2).first(where: { !$0.isNumber }), ".):".contains(mark)
    {
      raw = "\\" + raw
    }
    // A line of a table that is aligned by spaces: `3a    The shelf is empty`.
    let word = raw.prefix { $0.isASCII && ($0.isNumber || $0.isLowercase) }
    let rest = raw.dropFirst(word.count)
    if word.first?.isNumber == true, rest.hasPrefix("  ") || rest.hasPrefix("\t") {
      raw = "\(word). \(rest)"
    }
    for bullet in ["- ", "* ", "+ ", "• ", "◦ ", ": "] where raw.hasPrefix(bullet) {
      raw.removeFirst(2)
      isBullet = true
    }
    return (CellText(raw).whole, isBullet)
  }

  /// Splits `7b. The exchange fails` into `7b` and the rest.
  static func numbered(_ text: String) -> (id: String, rest: String)? {
    let word = text.prefix { $0 != " " }
    guard word.hasSuffix(".") || word.hasSuffix(")"), word.count < text.count else { return nil }
    var id = DocumentID(String(word)).text
    // The second step of a row of a table, as it is printed.
    let isSecond = id.hasSuffix("+")
    if isSecond { id.removeLast() }
    guard DocumentID(id).shape != .other, !id.isEmpty else { return nil }
    return (isSecond ? id + "+" : id, CellText.collapsed(String(text.dropFirst(word.count))))
  }

  /// Splits `b. It goes on` into `b` and the rest.
  static func lettered(_ text: String) -> (id: String, rest: String)? {
    let word = text.prefix { $0 != " " }
    guard word.count == 2, let letter = word.first, letter.isASCII, letter.isLowercase,
      word.hasSuffix(".") || word.hasSuffix(")"), word.count < text.count
    else { return nil }
    return (String(letter), CellText.collapsed(String(text.dropFirst(2))))
  }

  /// `8a & 8b like 5a & 5b`
  static func looksNumbered(_ text: String) -> Bool {
    let word = text.prefix { $0 != " " }
    return DocumentID(String(word)).shape == .outcome
  }
}
