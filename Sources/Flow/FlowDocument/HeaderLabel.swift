internal import FlowModel

/// The meaning of a heading, or of a row of a document's overview.
enum HeaderLabel {
  case list(HeaderList)
  case text(HeaderText)
  case title
  /// The id of the use case.
  case id
  /// What is true at the end if the use case fails, or in any case, with its name.
  case ending(String)
  /// A list of related things: tasks, mock-ups, pictures.
  case related(String)
  case overview, flow, main, extensions, stories

  /// Whether the texts below the heading belong to the header of the flow.
  var isHeader: Bool {
    switch self {
    case .list, .text, .title, .id, .ending, .related: true
    case .overview, .flow, .main, .extensions, .stories: false
    }
  }

  var isExtensions: Bool {
    if case .extensions = self { true } else { false }
  }

  var isID: Bool {
    if case .id = self { true } else { false }
  }

  /// Whether it is the id or the name of the use case.
  var isName: Bool {
    if case .title = self { true } else { isID }
  }

  /// Whether a row of an overview may have it: the header, or a scenario in a cell.
  var isPart: Bool {
    switch self {
    case .list, .text, .title, .id, .ending, .related, .main, .extensions, .stories: true
    case .overview, .flow: false
    }
  }

  /// Reads a heading, or the name of a row. Ignored are numbers before it, what is in brackets
  /// after it, and accents.
  init?(_ text: String) {
    var name = Substring(PlainWords.folded(text))
    while let first = name.first, "#*_ ".contains(first) { name.removeFirst() }
    name = PlainWords.withoutPicture(name)
    while let last = name.last, ":*_ .-–—".contains(last), !name.hasSuffix("no.") {
      name.removeLast()
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    // `# Use case documentation` is about all of them.
    guard !name.isEmpty, name.isShorter(than: 70), name != "use case documentation" else {
      return nil
    }
    // `Flow of Events for | Main Success Scenario`
    if name.hasBytes(" | "), let label = HeaderLabel.exact[String(name.replacing(" | ", with: " "))]
    {
      self = label
      return
    }
    if let label = HeaderLabel.joined(PlainWords.withoutNumber(name)) {
      self = label
      return
    }
    // `1. Add a berth - Brief Description`
    if name.hasBytes(" - "), let mark = name.ranges(of: " - ").last,
      case .text(.summary)? = HeaderLabel.exact[String(name[mark.upperBound...])]
    {
      self = .text(.summary)
      return
    }
    if let label = HeaderLabel.translated(name) {
      self = label
      return
    }
    // `Ausnahme-Abläufe`
    if name.contains("-"),
      let label = HeaderLabel.exact[
        String(PlainWords.withoutNumber(name).filter { $0 != "-" })]
    {
      self = label
      return
    }
    if let label = HeaderLabel.explained(name) {
      self = label
      return
    }
    if HeaderLabel.exact[String(name)] == nil,
      HeadingWords.composesMain(PlainWords.withoutNumber(name))
    {
      self = .main
      return
    }
    if HeaderLabel.exact[String(name)] == nil,
      HeadingWords.composesAlternatives(PlainWords.withoutNumber(name))
    {
      self = .extensions
      return
    }
    guard HeaderLabel.mayBeKnown(name) else { return nil }
    if let found = HeaderLabel.known(String(name), spelled: text) {
      self = found
      return
    }
    if HeaderLabel.saysFailure(name) {
      self = .ending(HeaderLabel.spelled(text))
      return
    }
    // `2.1 Basic flow`, `IV. Basic flow`, `b) Basic flow`
    let plain = PlainWords.withoutNumber(name)
    // `Success Guarantee (or Postconditions)`, `Main Flow [required]`, `Pre-conditions / Triggers`
    var head = plain
    for (open, close) in [("(", ")"), ("[", "]")] where head.hasSuffix(close) {
      // Not `Actor(s): Guest (VIP)`.
      if let start = head.firstRange(of: open),
        !head[start.upperBound...].dropLast().contains(close)
      {
        head = head[..<start.lowerBound]
      }
    }
    for (mark, bytes) in HeaderLabel.cuts {
      guard head.hasBytes(bytes), let start = head.firstRange(of: mark), !head.contains(":"),
        head[start.upperBound...].count < 46,
        // `Flows/UC1.yaml` is the name of a file.
        mark != "/" || !head[start.upperBound...].contains(where: { "./".contains($0) })
      else { continue }
      head = head[..<start.lowerBound]
    }
    for name in [plain, head] + PlainWords.shorter(head) where name.contains(where: \.isLetter) {
      let short = CellText.collapsed(String(name))
      guard
        let found = HeaderLabel.known(
          short.hasSuffix(":") ? String(short.dropLast()) : short, spelled: text)
      else { continue }
      self = found
      return
    }
    return nil
  }

  /// The meaning of the words in brackets behind a heading in letters of another language.
  private static func translated(_ name: Substring) -> HeaderLabel? {
    guard name.utf8.last == UInt8(ascii: ")"), name.utf8.contains(where: { $0 > 0x7F }),
      let open = name.lastIndex(of: "("), open > name.startIndex
    else { return nil }
    return exact[CellText.collapsed(String(name[open...].dropFirst().dropLast()))]
  }

  /// Whether a name is that of what is true at the end if the use case fails: `Postconditions
  /// (failure)`.
  private static func saysFailure(_ name: Substring) -> Bool {
    guard name.utf8.last == UInt8(ascii: ")"), let open = name.lastIndex(of: "("),
      open > name.startIndex,
      DocumentReader.failures.contains(String(name[open...].dropFirst().dropLast())),
      case .list(.postconditions)? = exact[
        CellText.collapsed(String(PlainWords.withoutNumber(name[..<open])))]
    else { return false }
    return true
  }

  /// The meaning of what explains a name that says less: `Description (main flow)`, `Assumptions
  /// (preconditions)`.
  private static func explained(_ name: Substring) -> HeaderLabel? {
    guard name.utf8.last == UInt8(ascii: ")"), let open = name.lastIndex(of: "("),
      open > name.startIndex,
      case let head = CellText.collapsed(String(PlainWords.withoutNumber(name[..<open])))
    else { return nil }
    let isVague =
      switch exact[head] {
      case .text(.summary)?, .related?: true
      case nil: RelatedWords.contain(head)
      default: false
      }
    switch exact[CellText.collapsed(String(name[open...].dropFirst().dropLast()))] {
    case .main? where isVague: return .main
    case .extensions? where isVague: return .extensions
    case .list(let list)? where list == .preconditions || list == .postconditions:
      // Also if the name is not known.
      return isVague || exact[head] == nil ? .list(list) : nil
    default: return nil
    }
  }

  /// The meaning of a heading with two names: `Exceptions & alternative flows`, `Main flow and
  /// extensions`.
  private static func joined(_ name: Substring) -> HeaderLabel? {
    func meaning(_ name: Substring) -> HeaderLabel? {
      exact[String(name)] ?? (HeadingWords.besidesAlternatives.contains(name) ? .overview : nil)
    }
    for (mark, bytes) in joints where name.hasBytes(bytes) {
      guard let found = name.firstRange(of: mark) else { continue }
      let second = name[found.upperBound...]
      let isBeside = HeadingWords.besidesAlternatives.contains(second)
      switch (meaning(name[..<found.lowerBound]), isBeside ? .overview : meaning(second)) {
      case (.extensions, .extensions), (.extensions, .overview), (.overview, .extensions):
        return .extensions
      case (.main, .extensions), (.flow, .extensions): return .flow
      default: continue
      }
    }
    return nil
  }

  private static let joints: [(mark: String, bytes: StaticString)] = [
    (" & ", " & "), (" and ", " and "), (" und ", " und "), (" et ", " et "), (" y ", " y "),
    (" e ", " e "), (" en ", " en "), (" ja ", " ja "), (" / ", " / "), ("/", "/"),
  ]

  private static let cuts: [(mark: String, bytes: StaticString)] = [
    (" / ", " / "), ("/", "/"), (" or ", " or "), (" oder ", " oder "), (" ou ", " ou "),
  ]

  /// Whether a heading may be a known one: most lines are sentences, whose first two words begin no
  /// heading.
  ///
  /// - Parameter name: in small letters, without accents.
  private static func mayBeKnown(_ name: Substring) -> Bool {
    guard name.isPlainASCII, !name.hasBytes("("), !name.hasBytes("["), !name.hasBytes("/"),
      !name.hasBytes(" or "), !name.hasBytes(" oder "), !name.hasBytes(" ou "),
      !name.hasBytes("  "), !name.hasBytes("\t")
    else { return true }
    func may(_ text: Substring) -> Bool {
      guard let start = begin(of: text), !begins.contains(start), !start.hasPrefix("related ")
      else { return true }
      let lead = ["the ", "use-case ", "uc ", "detailed ", "short "].first(where: text.hasPrefix)
      return lead.map { may(text.dropFirst($0.count)) } ?? false
    }
    if may(name) { return true }
    let plain = PlainWords.withoutNumber(name)
    return plain.startIndex > name.startIndex && may(plain)
  }

  /// The first two words of a text of three or more. Nil for a shorter one.
  private static func begin(of text: Substring) -> Substring? {
    let bytes = text.utf8
    let space = UInt8(ascii: " ")
    guard let first = bytes.firstIndex(of: space),
      let second = bytes[bytes.index(after: first)...].firstIndex(of: space),
      bytes.index(after: second) < bytes.endIndex
    else { return nil }
    return text[..<second]
  }

  /// The first two words of all headings of three or more, and of what may stand before a heading.
  private static let begins: Set<Substring> = {
    let names = Array(exact.keys) + RelatedWords.names
    var begins = Set(names.compactMap { begin(of: Substring($0)) })
    // `Description of the main sequence`
    for lead in ["description of", "descricao do", "descripcion del", "list of", "use case"] {
      begins.insert(Substring(lead))
    }
    return begins
  }()

  /// The headings that have a meaning in every document.
  private static let exact: [String: HeaderLabel] = {
    var exact: [String: HeaderLabel] = [:]
    for text in HeaderText.allCases { exact[text.rawValue] = .text(text) }
    // `Ausnahmeszenario`, which may have a number as well.
    for (lead, _) in ScenarioWords.alternatives where !RelatedWords.contain(lead) {
      exact[lead] = .extensions
    }
    exact.merge(HeadingWords.meanings) { $1 }
    for list in HeaderList.allCases.reversed() {
      for name in [list.traits.title.lowercased(), list.traits.entry, list.rawValue] {
        exact[name] = .list(list)
      }
    }
    return exact
  }()

  private static func known(_ name: String, spelled text: String) -> HeaderLabel? {
    if case .ending? = exact[name] { return .ending(spelled(text)) }
    if let found = exact[name] { return found }
    // `Related pull requests`
    let isRelated =
      name.hasPrefix("related ") && !name.contains(":") && name.split(separator: " ").count < 4
    if isRelated { return .related(spelled(text)) }
    return RelatedWords.contain(name) ? .related(spelled(text.lowercased())) : nil
  }

  /// A heading as it is written, without marks and numbers.
  private static func spelled(_ text: String) -> String {
    var spelled = PlainWords.withoutNumber(
      Substring(text).drop { "#*_ ".contains($0) })
    while let last = spelled.last, ":*_ .-–—".contains(last) { spelled.removeLast() }
    return spelled.prefix(1).uppercased() + spelled.dropFirst()
  }
}
