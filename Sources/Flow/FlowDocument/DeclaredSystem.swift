/// The name of the system that a document declares once for all its use cases: `(For all use cases
/// below, the System is the Lendery and the Actor is the user, unless specified otherwise)`.
enum DeclaredSystem {
  /// What sentences about the system begin with: its name in small letters, also with an article.
  static func names(in lines: [DocumentLine]) -> Set<String> {
    for line in lines where line.fragment.text.utf8.count < 600 {
      guard case .text = line.kind, line.fragment.text.contains("se cases"),
        let name = name(in: CellText(line.fragment.text).whole)
      else { continue }
      let plain = PlainWords.folded(name)
      return [plain, "the " + plain]
    }
    return used(in: lines)
  }

  /// The name of two words that does in several lines what programs do, if nothing is called the
  /// system: `Task manager shows the list`.
  private static func used(in lines: [DocumentLine]) -> Set<String> {
    var uses: [String: (all: Int, ofSystems: Int)] = [:]
    var hasPerson = false
    for line in lines {
      let text = line.fragment.text
      guard line.kind.isText, text.utf8.prefix(12).contains(where: \.isDigitByte),
        text.utf8.count < 300
      else { continue }
      let plain = ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text)
      guard plain.first?.isNumber ?? false,
        let rest = ScenarioBuilder.numbered(plain)?.rest ?? ExtensionID(plain)?.rest
      else { continue }
      if ScenarioWords.split(rest, after: ScenarioWords.systems) != nil { return [] }
      let words = rest.split(separator: " ", maxSplits: 2)
      guard words.count == 3, rest.first?.isUppercase ?? false else { continue }
      if ScenarioWords.people.contains(PlainWords.folded(String(words[0]))) {
        hasPerson = true
        continue
      }
      let name = PlainWords.folded("\(words[0]) \(words[1])")
      guard name.allSatisfy({ $0.isLetter || $0 == " " }), !ScenarioWords.people.contains(name),
        !ScenarioWords.articleWords.contains(PlainWords.folded(String(words[0]))),
        ScenarioWords.isOfPrograms(String(words[2]))
      else { continue }
      let verb = PlainWords.words(String(words[2].prefix(20))).first ?? ""
      uses[name, default: (0, 0)].all += 1
      if ScenarioWords.deedsOfSystems.contains(verb) { uses[name]?.ofSystems += 1 }
    }
    let found = uses.filter { $0.value.all > 2 && $0.value.ofSystems > 1 }.keys
    return hasPerson && found.count == 1 ? Set(found) : []
  }

  /// The names that the header of a use case gives the system: `Scope: Payroll`.
  static func names(header entries: [String]) -> Set<String> {
    var names: Set<String> = []
    for entry in entries where entry.utf8.count < 80 {
      guard let colon = entry.firstRange(of: ": "),
        labels.contains(PlainWords.folded(String(entry[..<colon.lowerBound])))
      else { continue }
      let name = String(entry[colon.upperBound...].prefix { !"(,;—–".contains($0) })
      names.formUnion(spoken(name))
      // `Inventory keeper (inv)`
      let short = entry[colon.upperBound...].drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
      if !short.isEmpty, short.utf8.count < 20, short.allSatisfy({ $0.isLetter || $0.isNumber }) {
        names.insert(PlainWords.folded(String(short)))
      }
      // `Payment module of the web shop`
      if let of = name.firstRange(of: " of ") {
        names.formUnion(spoken(String(name[..<of.lowerBound])))
        names.formUnion(spoken(String(name[of.upperBound...])))
      }
    }
    return names.filter { (1...4).contains($0.split(separator: " ").count) && $0.count > 1 }
  }

  /// How sentences say a name: also without its kind, or by its last word.
  private static func spoken(_ name: String) -> Set<String> {
    var name = ScenarioWords.withoutArticle(CellText.collapsed(name))
    if name.hasSuffix(".") { name.removeLast() }
    let plain = PlainWords.folded(name)
    let words = plain.split(separator: " ")
    guard words.count > 1, let last = words.last.map(String.init) else { return [plain] }
    // "the shop", of `Online Shop`
    return kinds.contains(last)
      ? [plain, words.dropLast().joined(separator: " ")] : [plain, "the \(last)"]
  }

  /// The parts of a header that name the system.
  private static let labels: Set<String> = [
    "scope", "system", "software system", "design scope", "system under design",
    "system under discussion", "sud",
    "subject", "application", "umfang", "bereich", "systemgrenze", "anwendung", "portee",
    "systeme", "perimetre", "alcance", "ambito", "sistema", "escopo", "bereik", "systeem",
    "ulatus", "susteem", "portata",
  ]

  private static let kinds = ["application", "app", "program", "system", "software"]

  private static func name(in text: String) -> String? {
    guard let lead = ["System is ", "system is "].compactMap({ text.firstRange(of: $0) }).first,
      PlainWords.words(text).contains("actor")
    else { return nil }
    let ends = [" and ", ",", ";", ")", ".", " unless "]
    let rest = ScenarioWords.withoutArticle(String(text[lead.upperBound...]))
    let end = ends.compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
    var words = rest[..<end].split(separator: " ")
    while let last = words.last, words.count > 1, kinds.contains(last.lowercased()) {
      words.removeLast()
    }
    guard (1...2).contains(words.count) else { return nil }
    return words.joined(separator: " ")
  }
}
