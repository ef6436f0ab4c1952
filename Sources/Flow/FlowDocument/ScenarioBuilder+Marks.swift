// Marks before words: of trees, and of steps that have the id of their use case before the number.
extension ScenarioBuilder {
  /// `Step UC03.2: The system answers` as `Step 2: The system answers`, `back to step UC03.2` as
  /// `back to step 2`.
  static func withoutOwnID(_ text: String) -> String {
    guard text.hasBytes("UC") || text.hasBytes("CU"), text.utf8.count < 2_000 else { return text }
    var words = text.split(separator: " ", omittingEmptySubsequences: false)
    var isChanged = false
    for place in words.indices.dropFirst() {
      let above = PlainWords.words(String(words[place - 1])).last ?? ""
      let step = above.hasPrefix("l'") ? String(above.dropFirst(2)) : above
      guard TurnWords.steps.contains(step), let dot = words[place].firstIndex(of: "."),
        case let id = words[place][..<dot].filter({ !"-_".contains($0) }),
        case let letters = id.prefix(while: \.isLetter), ["UC", "CU", "CDU"].contains(letters),
        id.count > letters.count, id.dropFirst(letters.count).allSatisfy(\.isNumber),
        case let number = words[place][dot...].dropFirst(),
        number.first.map({ $0.isNumber || $0.isUppercase }) ?? false,
        number.contains(where: \.isNumber)
      else { continue }
      words[place] = number
      // `Step UC03.A1.1: ...`
      if place == 1, number.first?.isUppercase == true { words[0] = "" }
      isChanged = true
    }
    return isChanged ? CellText.collapsed(words.joined(separator: " ")) : text
  }

  private static let branchBytes = Set("|├\\-=".utf8.map(\.self) + "→".utf8.prefix(1))

  /// A line of a drawn tree without its mark: `|-- System shows why`, and whether it has one.
  static func withoutBranch(_ raw: String) -> (text: String, isBranch: Bool) {
    // Most lines begin with none of them.
    guard let first = raw.utf8.first, branchBytes.contains(first) else { return (raw, false) }
    for mark in ["|-- ", "├── ", "└── ", "├─ ", "└─ ", "|_ ", "|__ ", "\\|-- ", "\\|_ ", "↳ "]
    where raw.hasPrefix(mark) {
      return (String(raw.dropFirst(mark.count)), true)
    }
    // `--> 2.1) Page is down`
    for mark in ["--> ", "-> ", "→ ", "==> ", "=> "] where raw.hasPrefix(mark) {
      let rest = raw.dropFirst(mark.count)
      guard rest.first?.isNumber ?? false, let word = rest.split(separator: " ").first,
        word.last.map({ ".):".contains($0) }) ?? false
      else { continue }
      return (String(rest), false)
    }
    return (raw, false)
  }

  /// The step whose sentence has the mark in brackets that a text begins with: `[exception 1] The
  /// card is unknown` of `4. The system checks the card. [exception 1]`.
  func taggedStep(_ text: String) -> String? {
    guard text.first == "[", let close = text.prefix(40).firstIndex(of: "]"),
      text[..<close].dropFirst().contains(where: { $0.isLetter || $0.isNumber })
    else { return nil }
    let tag = PlainWords.folded(String(text[...close]))
    return steps.first { PlainWords.folded($0.said ?? "").contains(tag) }?.id
  }

  /// Whether what follows a subject says how it is, and not what it does.
  static func saysState(_ text: String) -> Bool {
    let states: Set<String> = [
      "is", "are", "was", "has", "have", "ist", "sind", "hat", "est", "sont", "a", "es",
      "esta", "tiene", "e", "tem", "heeft", "on", "ha",
    ]
    return PlainWords.words(String(text.prefix(24))).first.map(states.contains) ?? false
  }

  /// Splits `(during the rehearsal) The director stops it` into the remark and the sentence.
  static func remarked(_ text: String) -> (remark: String, rest: String)? {
    // `[Data processing]: The system saves the loan`
    guard let open = text.first, open == "(" || open == "[",
      let close = text.prefix(60).firstIndex(of: open == "(" ? ")" : "]"),
      open == "(" || text[..<close].contains(where: \.isLetter),
      case let tail = text[close...].dropFirst(),
      case let rest = CellText.collapsed(String(tail.first == ":" ? tail.dropFirst() : tail)),
      rest.first?.isUppercase == true, rest.contains(" ")
    else { return nil }
    return (String(text[...close]), rest)
  }

  /// Whether a place is in no brackets: not the comma of `(e.g., at night)`.
  static func isFree(_ place: String.Index, in text: String) -> Bool {
    let before = text[..<place]
    return before.count { $0 == "(" } <= before.count { $0 == ")" }
  }

  /// `***a.** **At any time:**` as `*a. At any time:`.
  static func withPlainStar(_ raw: String) -> String {
    guard raw.hasPrefix("***"), let letter = raw.dropFirst(3).first, letter.isLowercase,
      let mark = raw.dropFirst(4).first, mark == "." || mark == ")",
      raw.dropFirst(5).hasPrefix("**")
    else { return raw }
    return "*\(letter)\(mark)\(raw.dropFirst(7).replacing("**", with: ""))"
  }

  /// What items to tick begin with, after the bullet: `- [ ] 1. User pays`.
  static let boxes = ["[ ] ", "[x] ", "[X] ", "☐ ", "☑ ", "☒ "]

  /// `8a & 8b like 5a & 5b`
  static func looksNumbered(_ text: String) -> Bool {
    let word = text.prefix { $0 != " " }
    return DocumentID(String(word)).shape == .outcome
  }
}
