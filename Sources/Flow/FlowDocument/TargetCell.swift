internal import Diagnostics
internal import FlowModel

/// The Next cell of a row.
enum TargetCell {
  /// A target, in the words of the flow language.
  case target(String)
  case empty
  /// A side effect without a target.
  case effect(String)
  /// Words that are not a target, such as "under construction".
  case placeholder(String)

  /// Reads a cell without markup.
  ///
  /// - Parameters:
  ///   - footnotes: the numbers of the document's footnotes, whose marks may follow a word
  ///     directly.
  ///   - reporter: is told of an assumption, and of the title of the flow.
  static func read(
    _ raw: String, at span: Span, footnotes: Set<String>, _ reporter: inout Reporter
  ) -> TargetCell {
    var text = TableWords.target(raw)
    if text.hasSuffix(".") { text.removeLast() }
    if text.isEmpty || ["-", "–", "—", "n/a", "none"].contains(text.lowercased()) {
      return .empty
    }
    if let effect = RowText.sideEffect(text) { return .effect(effect) }
    if let target = exact(text) { return .target(target) }
    if let (word, mark) = withoutMark(text, footnotes), let target = exact(word) {
      reporter.note(span, "`\(text)` is read as `\(word)` with the mark of footnote \(mark)")
      return .target(target)
    }
    var lower = text.lowercased()
    // `End, Go to: UC3.1`: the flow that follows says more than the end.
    if let lead = ["end, ", "end; ", "end. ", "end and "].first(where: { lower.hasPrefix($0) }) {
      let rest = String(text.dropFirst(lead.count))
      if case .target(let target) = read(rest, at: span, footnotes: footnotes, &reporter),
        target.hasPrefix("goto ")
      {
        return .target(target)
      }
    }
    if lower.hasPrefix("to: ") || lower.hasPrefix("to "),
      let name = text.split(separator: " ").dropFirst().first,
      FlowName.isID(name.prefix { $0 != ":" && $0 != "," })
    {
      text = "go " + text
      lower = "go " + lower
    }
    for kind in Target.Kind.worded where kind.isNamed {
      for word in words(of: kind) where lower.hasPrefix("\(word):") || lower.hasPrefix("\(word) ") {
        let rest = String(text.dropFirst(word.count + 1))
        return .target(
          kind == .goto ? goto(rest, &reporter) : "\(kind.traits.word) \(CellText.collapsed(rest))")
      }
    }
    if lower.hasPrefix("step "), DocumentID(String(text.dropFirst(5))).shape != .other {
      return .target(DocumentID(String(text.dropFirst(5))).text)
    }
    if let phrase = TargetPhrase(text, prefix: "UC") {
      reporter.note(span, "`\(text)` is read as `\(phrase.target)`")
      return .target(phrase.target)
    }
    let first = text.prefix { !$0.isWhitespace }
    if FlowName.isID(first), text.count > first.count {
      reporter.note(span, "`\(text)` names a flow without `Go to:`; it is read as one")
      return .target(goto(text, &reporter))
    }
    return .placeholder(text)
  }

  private static func exact(_ text: String) -> String? {
    let word = text.lowercased()
    if exits.contains(word) { return Target.Kind.end.traits.word }
    let kind = Target.Kind.worded.first { !$0.isNamed && words(of: $0).contains(word) }
    if let kind { return kind.traits.word }
    let id = DocumentID(text)
    return id.shape == .other ? nil : id.text
  }

  /// Ways to say that the flow ends here.
  private static let exits: Set<String> = [
    "app closes", "the app closes", "close app", "closes app", "close the app", "closes the app",
    "system closes the app", "exit app", "exit the app", "app exits", "leave the app",
    "leaves the app",
    "end of flow", "end of use case", "end use case", "use case ends", "the use case ends",
    "flow ends",
    "the flow ends", "end flow", "finish", "finished", "done",
  ]

  /// The words for a kind of target in a document, in lower case.
  private static func words(of kind: Target.Kind) -> [String] {
    [kind.traits.title.lowercased(), kind.traits.word]
      + (kind == .goto ? ["go-to"] : kind == .end ? ["ends", "exit"] : [])
  }

  /// Splits a word whose last digits are the number of a footnote.
  private static func withoutMark(_ text: String, _ footnotes: Set<String>) -> (String, String)? {
    let mark = String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    guard !mark.isEmpty, footnotes.contains(mark), mark.count < text.count else { return nil }
    return (String(text.dropLast(mark.count)), mark)
  }

  /// `UC9.2 Get app information`, `UC9.2:1.1 Get app information`, `UC9.2_GetAppInformation`.
  private static func goto(_ raw: String, _ reporter: inout Reporter) -> String {
    let text = String(UseCaseHeading.spaced(CellText.collapsed(raw)))
    let first = text.prefix { $0 != " " && $0 != ":" && $0 != "_" && $0 != "," }
    guard FlowName.isID(first) else { return "goto \(text)" }
    var rest = text.dropFirst(first.count)
    if rest.hasPrefix(":") {
      let place = rest.dropFirst().prefix { $0 != " " }
      rest = rest.dropFirst(1 + place.count)
      keep(rest, of: first, &reporter)
      return place.isEmpty ? "goto \(first)" : "goto \(first):\(place)"
    }
    let last = rest.split(separator: " ").last.map { $0.filter { !"(),".contains($0) } } ?? ""
    let id = DocumentID(String(last))
    if last.contains("."), id.shape == .step || id.shape == .outcome {
      return "goto \(first):\(id.text)"
    }
    keep(rest, of: first, &reporter)
    return "goto \(first)"
  }

  private static func keep(
    _ rest: Substring, of id: Substring, _ reporter: inout Reporter
  ) {
    let title = CellText.collapsed(String(rest))
    if !title.isEmpty, rest.hasPrefix(" ") { reporter.titles[String(id)] = title }
  }
}

/// Reads the names that documents give to flows.
enum FlowName {
  /// Whether a word is an id, which is letters followed by a number: `UC9.2`, `EID5`,
  /// `UCPAYMENT005`.
  static func isID(_ word: some StringProtocol) -> Bool {
    let letters = word.prefix { $0.isASCII && $0.isLetter }
    let rest = word.dropFirst(letters.count)
    let isUseCase =
      ["UC", "CU"].contains(letters.prefix(2)) && letters.allSatisfy(\.isUppercase)
    return !letters.isEmpty && letters.count <= (isUseCase ? 24 : 8) && !rest.isEmpty
      && rest.first?.isNumber == true
      && rest.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && rest.last != "."
  }
}
