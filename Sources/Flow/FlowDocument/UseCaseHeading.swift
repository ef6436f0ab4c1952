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
    if let quote = rest.first, quote == "'" || quote == "‘",
      let end = rest.dropFirst().firstIndex(where: { $0 == "'" || $0 == "’" }), kind != nil
    {
      id = String(rest.dropFirst().prefix(upTo: end))
      title = CellText.collapsed(String(rest[rest.index(after: end)...]))
      self.kind = kind ?? .useCase
      return
    }
    if rest.hasPrefix("#") { rest.removeFirst() }
    let word = rest.prefix { $0 != " " && $0 != ":" }
    let isNumber =
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
      && word.first?.isNumber == true && word.last?.isNumber == true
    // `### A1: Wrong PIN` is an alternative of the use case above it.
    if kind == nil, word.count(where: \.isLetter) == 1, line.hasPrefix("##") { return nil }
    guard isNumber ? kind != nil : FlowName.isID(word) else { return nil }
    let lead = kind == .partialFlow ? "PF" : prefix
    id = isNumber ? "\(lead)\(word)" : String(word)
    var title = rest.dropFirst(word.count)
    while title.hasPrefix(":") || title.hasPrefix(" ") { title.removeFirst() }
    self.title = title.lowercased() == "(new)" ? "" : String(title)
    self.kind = kind ?? (word.hasPrefix("PF") ? .partialFlow : .useCase)
  }
}
