internal import FlowModel

/// The heading of a use case: "Use Case 2.1 Setup a remote PIN", "Use Case #5".
struct UseCaseHeading {
  let id: String
  let title: String
  let kind: Flow.Kind

  /// Nil if the line is not such a heading.
  init?(_ line: String, prefix: String) {
    var text = Substring(line)
    let isHeading = text.hasPrefix("#")
    while text.hasPrefix("#") || text.hasPrefix(" ") { text.removeFirst() }
    let clean = CellText(String(text)).text
    let lower = clean.lowercased()
    var rest = Substring(clean)
    var kind: Flow.Kind?
    for (lead, found) in [
      ("use case ", Flow.Kind.useCase), ("partial flow ", .partialFlow),
      ("error flow ", .errorFlow), ("uc ", .useCase),
    ] where lower.hasPrefix(lead) && (isHeading || lead != "uc ") {
      kind = found
      rest = rest.dropFirst(lead.count)
    }
    if kind == nil, !isHeading { return nil }
    rest = UseCaseHeading.joined(rest)
    if let quote = rest.first, quote == "'" || quote == "‘",
      let end = rest.dropFirst().firstIndex(where: { $0 == "'" || $0 == "’" }), kind != nil
    {
      id = String(rest.dropFirst().prefix(upTo: end))
      title = CellText.collapsed(String(rest[rest.index(after: end)...]))
      self.kind = kind ?? .useCase
      return
    }
    if rest.hasPrefix("#") { rest.removeFirst() }
    let word = rest.prefix { !" :–—".contains($0) }
    let isNumber =
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
      && word.first?.isNumber == true && word.last?.isNumber == true
    // `### A1: Wrong PIN` is an alternative of the use case above it.
    if kind == nil, word.count(where: \.isLetter) == 1, line.hasPrefix("##") { return nil }
    guard isNumber ? kind != nil : FlowName.isID(word) else { return nil }
    let lead = kind == .partialFlow ? "PF" : prefix
    id = isNumber ? "\(lead)\(word)" : String(word)
    var title = rest.dropFirst(word.count)
    while let first = title.first, ": -–—".contains(first) { title.removeFirst() }
    self.title = title.lowercased() == "(new)" ? "" : String(title)
    self.kind = kind ?? (word.hasPrefix("PF") ? .partialFlow : .useCase)
  }

  /// Writes `UC-3` and `UC_3` at the beginning of a text as `UC3`.
  static func joined(_ text: Substring) -> Substring {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count)
    guard !letters.isEmpty, rest.first == "-" || rest.first == "_",
      rest.dropFirst().first?.isNumber == true
    else { return text }
    return letters + rest.dropFirst()
  }

  /// A title without `Use Case:` before it.
  static func title(_ text: String) -> String {
    for lead in ["use case:", "use case -", "use case –", "use case name:", "title:"]
    where text.lowercased().hasPrefix(lead) {
      return CellText.collapsed(String(text.dropFirst(lead.count)))
    }
    return text
  }
}
