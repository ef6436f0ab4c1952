internal import Diagnostics
internal import FlowModel

/// Lines that look like steps, and of which neither a flow nor a remark says anything.
enum LostLines {
  /// Says which lines of a use case are not in its flow.
  static func report(
    _ lines: ArraySlice<DocumentLine>, of draft: FlowDraft, _ reporter: inout Reporter
  ) {
    var places = (draft.lineSpans + draft.headerPlaces.map(\.span)).map(\.start)
    places += (reporter.diagnostics + reporter.guesses).map(\.span.start)
    let known = Set(places)
    var pairs: Set<String>?
    for line in lines {
      guard let words = words(ofStep: line) else { continue }
      let span = line.fragment.span
      if (span.start..<max(span.start + 1, span.end)).contains(where: known.contains) { continue }
      let all = pairs ?? self.pairs(FlowYAML.text(of: draft, alias: nil).text)
      pairs = all
      // It may be a part of a note, or stand behind another label.
      let own = self.pairs(words)
      guard own.count(where: all.contains) * 3 < own.count else { continue }
      reporter.lose(
        span, "this line looks like a step, and is not in the flow; it is left out", whole: .step)
    }
  }

  /// Says how many lines that look like steps are below the first use case and in none.
  static func report(
    _ lines: [DocumentLine], outside parts: [Range<Int>], prefix: String, _ reporter: inout Reporter
  ) {
    var judge = ScenarioBuilder(path: reporter.path, prefix: prefix)
    var place = parts.first?.upperBound ?? lines.count
    var others: [DocumentLine] = []
    for part in parts.dropFirst() + [lines.count..<lines.count] {
      let between = lines[min(place, part.lowerBound)..<part.lowerBound]
      let found = between.filter { line in
        guard let words = words(ofStep: line) else { return false }
        return judge.isDone(words, line.fragment.span)
      }
      place = max(place, part.upperBound)
      guard found.count > 1, let first = found.first else {
        // The heading of a use case is no part of its lines.
        others += between.dropLast(part.isEmpty ? 0 : 1).filter { line in
          // Nor is that of a chapter.
          !line.saysNothing && !line.fragment.text.hasPrefix("#")
        }
        continue
      }
      reporter.misplace(
        first.fragment.span,
        "\(found.count) lines that look like steps belong to no use case; they are left out")
    }
    guard let first = others.first else { return }
    reporter.misplace(
      first.fragment.span,
      others.count == 1
        ? "1 line behind a use case is left out"
        : "\(others.count) lines behind a use case are left out")
  }

  /// Whether a line looks like a step or an alternative.
  static func isStep(_ line: DocumentLine) -> Bool { words(ofStep: line) != nil }

  /// What a line says that has the number of a step or of an alternative. Nil for another line.
  private static func words(ofStep line: DocumentLine) -> String? {
    guard case .text = line.kind, line.fragment.text.utf8.prefix(24).contains(where: \.isDigitByte)
    else { return nil }
    let isHeading = line.fragment.text.hasPrefix("#")
    let text = String(ScenarioBuilder.cleaned(line).text.drop { "# ".contains($0) })
    let first = PlainWords.folded(String(text.prefix(while: \.isLetter)))
    if isHeading, !TurnWords.steps.contains(first) || HeaderLabel(text) != nil { return nil }
    // `5. Main flow (Success):` above a table, `**1. Name of the use case**`
    if text.hasSuffix(":") || line.fragment.text.hasPrefix("**"), HeaderLabel(text) != nil {
      return nil
    }
    let plain = ScenarioBuilder.withPlainNumber(ScenarioBuilder.withPlainStep(text))
    let found = ExtensionID(plain)
    let words = ScenarioBuilder.numbered(plain)?.rest ?? (found?.steps == nil ? nil : found?.rest)
    return words.flatMap { words in
      let value = words.firstRange(of: ": ").map { String(words[$0.upperBound...]) }
      // `2. Alternative scenarios: None`
      let isNothing = value.map(ScenarioWords.saysNothing) ?? false
      // `5.1.6. Use Case ID: UC-7`
      let name = words.prefix(40).firstIndex(of: ":").map { String(words[..<$0]) }
      if let name, HeaderLabel(name)?.isName ?? false { return nil }
      let says = PlainWords.words(words).count > 2 && !ScenarioWords.saysWhereItBegins(words)
      return says && !isNothing ? words : nil
    }
  }

  private static func pairs(_ text: String) -> Set<String> {
    let words = PlainWords.words(text)
    return Set(zip(words, words.dropFirst()).map { "\($0) \($1)" })
  }
}
