internal import FlowModel

/// The meaning of a heading, or of a row of a document's overview.
enum HeaderLabel {
  case list(HeaderList)
  case text(HeaderText)
  case title
  /// The id of the use case.
  case id
  /// A list of related things: tasks, mock-ups, pictures.
  case related(String)
  case overview, flow, main, extensions, stories

  /// Whether the texts below the heading belong to the header of the flow.
  var isHeader: Bool {
    switch self {
    case .list, .text, .title, .id, .related: true
    case .overview, .flow, .main, .extensions, .stories: false
    }
  }

  /// Whether a row of an overview may have it: the header, or a scenario in a cell.
  var isPart: Bool {
    switch self {
    case .list, .text, .title, .id, .related, .main, .extensions, .stories: true
    case .overview, .flow: false
    }
  }

  /// Reads a heading, or the name of a row. Ignored are numbers before it, what is in brackets
  /// after it, and accents.
  init?(_ text: String) {
    var name = Substring(PlainWords.folded(text))
    while let first = name.first, "#*_ ".contains(first) { name.removeFirst() }
    while let last = name.last, ":*_ .".contains(last), !name.hasSuffix("no.") { name.removeLast() }
    guard !name.isEmpty, name.count < 70 else { return nil }
    if let found = HeaderLabel.known(String(name), spelled: text) {
      self = found
      return
    }
    // `2.1 Basic flow`, `IV. Basic flow`, `b) Basic flow`
    let plain = PlainWords.withoutNumber(name)
    // `Success Guarantee (or Postconditions)`, `Main Flow [required]`, `Pre-conditions / Triggers`
    var head = plain
    for (open, close) in [("(", ")"), ("[", "]")] where head.hasSuffix(close) {
      if let start = head.firstRange(of: open) { head = head[..<start.lowerBound] }
    }
    for mark in ["/", " or ", " oder ", " ou "] {
      guard let start = head.firstRange(of: mark), !head.contains(":"),
        head[start.upperBound...].count < 30,
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

  private static func known(_ name: String, spelled text: String) -> HeaderLabel? {
    if let list = HeaderList.allCases.first(where: {
      $0.traits.title.lowercased() == name || $0.traits.entry == name || $0.rawValue == name
    }) {
      return .list(list)
    }
    if let found = HeadingWords.meaning(of: name) { return found }
    if let text = HeaderText.allCases.first(where: { $0.rawValue == name }) { return .text(text) }
    guard RelatedWords.contain(name) else { return nil }
    var spelled = PlainWords.withoutNumber(
      Substring(text.lowercased()).drop { "#*_ ".contains($0) })
    while let last = spelled.last, ":*_ .".contains(last) { spelled.removeLast() }
    return .related(spelled.prefix(1).uppercased() + spelled.dropFirst())
  }
}
