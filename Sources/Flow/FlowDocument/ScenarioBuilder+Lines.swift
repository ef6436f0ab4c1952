internal import Diagnostics

// What a line begins with.
extension ScenarioBuilder {
  /// The text of a line without markup and bullet.
  static func cleaned(_ line: DocumentLine) -> (text: String, isBullet: Bool) {
    var raw = line.fragment.text
    var isBullet = false
    // A line of a table that is aligned by spaces: `3a    The shelf is empty`.
    let word = raw.prefix { $0.isASCII && ($0.isNumber || $0.isLowercase) }
    let rest = raw.dropFirst(word.count)
    if word.first?.isNumber == true, rest.hasPrefix("  ") || rest.hasPrefix("\t") {
      raw = "\(word). \(rest)"
    }
    for bullet in ["- ", "* ", "+ ", "• ", "◦ ", "▪ ", "● ", "· ", "– ", "o ", ": ", "> "]
    where raw.hasPrefix(bullet) {
      raw.removeFirst(2)
      isBullet = true
    }
    let branch = withoutBranch(raw)
    raw = branch.text
    isBullet = isBullet || branch.isBranch
    // `-3a The name is unknown`
    let id = raw.dropFirst().prefix { $0 != " " }
    if raw.first == "-", id.first?.isNumber == true, id.contains(where: \.isLetter),
      ExtensionID("\(id) x")?.steps != nil
    {
      raw.removeFirst()
    }
    if isBullet, let box = boxes.first(where: raw.hasPrefix) { raw.removeFirst(box.count) }
    // `>2a1. System says so`
    if raw.first == ">", case let next = raw.dropFirst().first, next != " " {
      raw = String(raw.drop { ">\t ".contains($0) })
      isBullet = isBullet || next == "\t"
    }
    raw = withPlainStar(raw)
    // `*a.` is an id, not the beginning of emphasis.
    if raw.hasPrefix("*"), raw.dropFirst().first?.isLowercase == true,
      case let id = raw.dropFirst(2).prefix(while: { $0 != " " }),
      let mark = id.last, ".):".contains(mark),
      id.dropLast().allSatisfy({ $0.isNumber || $0.isLowercase && $0.isASCII }),
      id.dropLast().first?.isNumber ?? true
    {
      raw = "\\" + raw.replacing(" *", with: " \\*")
    }
    let whole = withoutOwnID(CellText(raw).whole)
    let text = withoutHash(whole) ?? whole
    // `Unknown name |-- message`
    if text.utf8.contains(UInt8(ascii: "|")), text.hasBytes(" |-- ") {
      return (text.replacing(" |-- ", with: " → "), isBullet)
    }
    // `Unknown name --> message`
    guard text.hasBytes("--> ") || text.hasBytes("==> ") else { return (text, isBullet) }
    return (text.replacing(" --> ", with: " → ").replacing(" ==> ", with: " → "), isBullet)
  }

  /// A line with its number as `1. `: `Step 1: x`, `(1) x`, `1 - x`, `1.x`, `Step 3a: x`. A number
  /// without a mark is one only if it is the next.
  static func withPlainNumber(_ text: String, next: Int? = nil) -> String {
    var rest = Substring(text)
    let word = PlainWords.folded(String(rest.prefix { $0.isLetter }))
    // `Steps 1a1-1a2 are repeated until the PIN is right.` is no step.
    if word.count > 2, TurnWords.steps.contains(word) || word == "linea", !saysRepetition(text) {
      let tail = rest.dropFirst(word.count).drop { " #-".contains($0) }
      // Not `Step 2 fails`.
      let behind = tail.drop { $0.isNumber }.prefix(2)
      if tail.first?.isNumber == true, behind.first != " " || behind.last?.isLowercase != true {
        rest = tail
      }
    }
    if let open = rest.first, open == "(" || open == "[",
      let close = rest.prefix(8).firstIndex(where: { $0 == ")" || $0 == "]" })
    {
      let inner = rest[rest.index(after: rest.startIndex)..<close]
      if DocumentID(String(inner)).shape != .other {
        let after = rest[close...].dropFirst().drop { $0 == "." || $0 == ":" }
        return "\(inner). \(CellText.collapsed(String(after)))"
      }
    }
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    guard (1...3).contains(number.count) else { return text }
    let letters = rest.dropFirst(number.count).prefix { $0.isASCII && $0.isLowercase }
    let id = number + (letters.count == 1 ? letters : "")
    let tail = rest.dropFirst(id.count)
    let dashes: Set<Character> = ["-", "–", "—", ":"]
    if let mark = tail.first, ".)".contains(mark) || dashes.contains(mark) {
      let after = tail.dropFirst()
      // `1.The user`, `1: The user`, `1- The user`
      if let first = after.first,
        first.isLetter && !dashes.contains(mark)
          && (letters.isEmpty
            // `1a.System`
            || letters.count == 1 && first.isUppercase
              && after.dropFirst().first?.isLowercase ?? false)
          || first == " " || first == "\t"
      {
        let second = after.dropFirst().first
        let isLine = first.isLetter && second.map { !$0.isLetter && !"'’".contains($0) } ?? true
        if isLine, first != " ", first != "\t" { return String(rest) }
        return "\(id). \(CellText.collapsed(String(after.drop { dashes.contains($0) })))"
      }
      // `1.1- The user`
      let second = after.prefix { $0.isASCII && $0.isNumber }
      let words = after.dropFirst(second.count)
      if mark == ".", (1...2).contains(second.count), ["- ", "– "].contains(words.prefix(2)) {
        return "\(id).\(second)\(words.dropFirst())"
      }
      return String(rest)
    }
    let after = tail.drop { $0 == " " }
    if after.count < tail.count, let mark = after.first, dashes.contains(mark),
      after.dropFirst().first == " "
    {
      return "\(id). \(CellText.collapsed(String(after.dropFirst())))"
    }
    if rest.count < text.count { return "\(id). \(after)" }
    if letters.isEmpty, let next, Int(number) == next, after.count < tail.count,
      after.first?.isUppercase == true
    {
      return "\(number). \(after)"
    }
    return text
  }

  /// Splits the step `FB2 - The system answers` into its mark, its number and the rest, if it is
  /// the next one: also `B2.`, `FP-02:`, `1.0.2 `.
  static func marked(_ text: String, next: Int) -> (
    mark: String, lead: String, id: String, rest: String
  )? {
    let word = text.prefix { $0 != " " }
    guard word.utf8.count < 20, word.count < text.count, word.first?.isASCII == true,
      word.contains(where: \.isLetter) || word.count(where: { $0 == "." }) > 1
    else { return nil }
    var mark = word
    while let last = mark.last, ".:)-".contains(last) { mark.removeLast() }
    let number = mark.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let lead = mark.dropLast(number)
    var rest = text.dropFirst(word.count).drop { $0 == " " }
    let isDashed = rest.first.map { "-–—:".contains($0) } ?? false && rest.dropFirst().first == " "
    if isDashed { rest = rest.dropFirst(2) }
    // `1.0.2`, or letters that are not those of alternatives.
    let isDotted = lead.hasSuffix(".0.") && lead.dropLast(3).allSatisfy(\.isNumber)
    let isNamed =
      mark.count < word.count || isDashed
      ? lead.first?.isUppercase == true
        && lead.allSatisfy { $0.isUppercase || $0.isNumber || "-_".contains($0) }
        && (ExtensionID("\(mark). x") == nil || lead == "B") && !isOfOthers(lead) : false
    guard (1...3).contains(number), isDotted || isNamed, Int(mark.suffix(number)) == next else {
      return nil
    }
    return (String(mark), String(lead), "\(next)", CellText.collapsed(String(rest)))
  }

  /// Whether such letters stand before the numbers of use cases, rules or requirements: `UC1`,
  /// `RF-02`.
  private static func isOfOthers(_ lead: Substring) -> Bool {
    [
      "UC", "CU", "US", "HU", "BR", "RN", "R", "RF", "FR", "NFR", "RNF", "REQ", "Q", "V", "PF",
    ].contains(lead.prefix(while: \.isLetter))
  }

  /// The entries of a text in which several numbers follow each other: `1. a 2. b 3. c`.
  static func entries(of text: String) -> [String] {
    let text = withPlainBrackets(text)
    var parts: [String] = []
    var rest = Substring(text)
    guard let first = numbered(withPlainNumber(text)), var number = Int32(first.id),
      number < 10_000
    else { return extensionEntries(of: text) }
    let isGlued = place(of: 2, in: rest) == nil && number == 1
    while let mark = isGlued
      ? gluedPlace(of: number + 1, in: rest) : place(of: number + 1, in: rest)
    {
      number += 1
      parts.append(CellText.collapsed(String(rest[..<mark])))
      rest = rest[mark...].dropFirst()
    }
    // `1. asks · 2. waits`, `1. asks, 2. waits`
    return (parts + [CellText.collapsed(String(rest))]).map { part in
      part.hasSuffix(" ·")
        ? String(part.dropLast(2)) : part.hasSuffix(",") ? String(part.dropLast()) : part
    }
  }

  /// Adds the steps of `1. Open the album → 2. Choose a file → 3. System shows it`. False for
  /// another line.
  mutating func addArrows(_ text: String, _ span: Span) -> Bool {
    guard ["→", "->", "=>", "⇒"].contains(where: { text.contains("\($0) 2") }) else { return false }
    let entries = ScenarioBuilder.entries(of: text).map { entry in
      entry.split(separator: " ").reversed().drop { ["→", "->", "=>", "⇒"].contains($0) }
        .reversed().joined(separator: " ")
    }
    let found = entries.compactMap { ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber($0)) }
    guard found.count > 1, found.count == entries.count else { return false }
    for (id, rest) in found { addStep(id, rest, span) }
    return true
  }

  /// Whether a text says that steps are repeated, and is not a step in which somebody repeats
  /// something.
  private static func saysRepetition(_ text: String) -> Bool {
    let words = PlainWords.words(String(text.prefix(80))).dropFirst()
    let verb = words.drop { word in
      word.contains(where: \.isNumber) || ["to", "and", "through", "bis", "und"].contains(word)
    }
    let rest = verb.drop(while: TurnWords.passives.contains)
    return rest.first.map(TurnWords.repeats.contains) ?? false
  }

  /// Where ` 2. ` or ` 2) ` begins in a text, after its first word.
  private static func place(of number: Int32, in text: Substring) -> Substring.Index? {
    let mark = " \(number)"
    var rest = text.dropFirst()
    while let found = rest.firstRange(of: mark) {
      // `3. Step 4. No card`
      let isOfStep = TurnWords.steps.contains(
        PlainWords.folded(
          String(text[..<found.lowerBound].suffix(12).split(separator: " ").last ?? "")))
      rest = rest[found.upperBound...]
      if !isOfStep, rest.hasPrefix(". ") || rest.hasPrefix(") ") { return found.lowerBound }
    }
    return nil
  }

  /// Where the stop before `2. ` is in `1. The guest asks.2. The system answers`.
  private static func gluedPlace(of number: Int32, in text: Substring) -> Substring.Index? {
    guard let found = text.dropFirst().firstRange(of: ".\(number). "),
      text[text.index(before: found.lowerBound)].isLetter,
      text[found.upperBound...].first?.isUppercase == true
    else { return nil }
    return found.lowerBound
  }

  /// `E1 No card` as `E1: No card`.
  private static func named(_ text: Substring) -> String {
    let word = text.prefix { $0 != " " }
    let isID = word.first?.isUppercase == true && word.last?.isNumber == true && word.count < 5
    return isID ? "\(word):\(text.dropFirst(word.count))" : String(text)
  }

  /// The entries of `3a. x 3a1. y 4b. z`.
  private static func extensionEntries(of text: String) -> [String] {
    // `E1 No card · E2 Wrong PIN`
    let listed = text.split(separator: " · ").map(named)
    if listed.count > 1, listed.allSatisfy({ ExtensionID($0) != nil }) { return listed }
    guard let first = ExtensionID(text), first.steps != nil else { return [text] }
    var parts: [String] = []
    for word in text.split(separator: " ") {
      let isID = word.last.map { ".):".contains($0) } ?? false
      if parts.isEmpty || isID && ExtensionID("\(word) x")?.steps != nil {
        parts.append(String(word))
      } else {
        parts[parts.count - 1] += " \(word)"
      }
    }
    return parts
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

  /// Splits `2.1 No book has the word` into the alternative `2.1` of step 2 and the rest, and
  /// `2.1.1 System says so` into its line `1`.
  static func dotted(_ text: String) -> (step: String, id: String, line: String?, rest: String)? {
    let word = text.prefix { $0 != " " }
    let number = word.last == ":" || word.last == ")" ? word.dropLast() : word
    let parts = number.split(separator: ".").map(String.init)
    guard (2...3).contains(parts.count), word.first != ".", word.count < text.count,
      !word.hasBytes(".."),
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) })
    else { return nil }
    let rest = CellText.collapsed(String(text.dropFirst(word.count)))
    guard rest.first?.isLetter ?? false else { return nil }
    return (parts[0], "\(parts[0]).\(parts[1])", parts.count == 3 ? parts[2] : nil, rest)
  }

  /// Splits `b. It goes on`.
  static func lettered(_ text: String) -> (id: String, rest: String)? {
    let word = text.prefix { $0 != " " }
    guard word.count == 2, let letter = word.first, letter.isASCII, letter.isLowercase,
      word.hasSuffix(".") || word.hasSuffix(")"), word.count < text.count
    else { return nil }
    return (String(letter), CellText.collapsed(String(text.dropFirst(2))))
  }

  /// Whether a bullet begins with a name in bold: `- **Network error** — The system says so`.
  static func hasBoldName(_ raw: String) -> Bool {
    raw.dropFirst().drop { $0 == " " }.hasPrefix("**")
  }
}
