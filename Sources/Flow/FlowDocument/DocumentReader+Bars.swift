internal import Diagnostics
internal import FlowModel

// Several parts of the header on one line.
extension DocumentReader {
  /// The lines of `Primary actor: Guest | Scope: Till`, also of `**Actor:** Guest **Scope:** Till`.
  /// Nil for another line.
  static func headerParts(of line: DocumentLine) -> [DocumentLine]? {
    let text = line.fragment.text
    // `#### **Summary:**` is one.
    guard text.utf8.count < 400, !text.hasPrefix("#"),
      text.hasBytes(" | ") || text.hasBytes(" **"), saysPart(text[...]) || isInBold(text)
    else { return nil }
    let bullet = isBoldBullet(text) ? String(text.prefix(2)) : ""
    var starts = [text.startIndex]
    for bar in text.ranges(of: " | ") where saysPart(text[bar.upperBound...]) {
      starts.append(bar.upperBound)
    }
    for mark in text.ranges(of: " **") {
      let start = text.index(after: mark.lowerBound)
      // Not `2. **System:** shows the list`.
      guard text[..<start].contains(where: \.isLetter),
        case let name = text[start...].dropFirst(2).prefix(40),
        name.contains(":**") || name.contains("**:"), saysPart(text[start...])
      else {
        continue
      }
      starts.append(start)
    }
    guard starts.count > 1 else { return nil }
    starts.sort()
    let first = line.fragment.span.start
    return starts.enumerated().map { place, start in
      let end = place + 1 < starts.count ? starts[place + 1] : text.endIndex
      var part = text[start..<end]
      while let last = part.last, " |·•".contains(last) { part.removeLast() }
      func offset(_ index: String.Index) -> UInt32 {
        UInt32(truncatingIfNeeded: text[..<index].utf8.count)
      }
      return DocumentLine(
        kind: .text,
        fragment: Fragment(
          text: place == 0 ? String(part) : bullet + part,
          span: Span(start: first + offset(part.startIndex), end: first + offset(part.endIndex))))
    }
  }

  /// Whether a line begins with a name in bold: `- **Feature:** F-7 · **Actor:** Guest`.
  private static func isInBold(_ text: String) -> Bool {
    let name = (isBoldBullet(text) ? text.dropFirst(2) : text[...]).prefix(40)
    return name.hasPrefix("**") && (name.contains(":**") || name.contains("**:"))
  }

  /// Whether a text begins with the name of a part of the header and a colon.
  private static func saysPart(_ text: Substring) -> Bool {
    let bare = text.drop { "-* ".contains($0) }
    guard let colon = bare.prefix(40).firstIndex(of: ":") else { return false }
    let name = CellText.collapsed(bare[..<colon].filter { $0 != "*" })
    return HeaderLabel(name).map { $0.isHeader && $0.isPart } ?? false
  }

  /// Takes a line that only says where to look, at the beginning of the alternatives, for a note.
  mutating func takeReference(_ text: String, _ line: DocumentLine) -> Bool {
    switch state {
    case .extensions? where scenario.isFresh && DocumentReader.isReference(text): break
    case .main? where scenario.isEmpty && DocumentReader.isSame(text): break
    default: return false
    }
    add([text], to: .list(.notes), .line, line.fragment.span)
    return true
  }

  /// Takes a first line that says that there is no alternative, `No alternative flow was found`:
  /// what stands below it says why.
  mutating func takeNone(_ text: String, _ line: DocumentLine) -> Bool {
    guard case .extensions? = state, scenario.isFresh, text.utf8.count < 90,
      ExtensionID(text) == nil, !DocumentReader.isBullet(line.fragment.text),
      !text.contains(where: { $0 == ":" || $0.isNumber }),
      PlainWords.words(text).prefix(6).contains(where: ScenarioWords.negations.contains),
      !ScenarioBuilder.isCondition(text),
      case let folded = " " + PlainWords.folded(text),
      ScenarioWords.alternatives.contains(where: { folded.contains(" \($0.lead)") })
    else { return false }
    add([text], to: .list(.notes), .line, line.fragment.span)
    (state, endsAtBlank) = (.related("Alternatives"), false)
    return true
  }

  /// Whether a line only says where to look: `→ See UC-7`.
  private static func isReference(_ text: String) -> Bool {
    if isSame(text) { return true }
    let plain = String(text.drop { "→->=⇒ ".contains($0) })
    guard plain.utf8.count < 120, let first = PlainWords.words(String(plain.prefix(20))).first
    else {
      return false
    }
    return ["siehe", "see", "voir", "vease", "ver", "zie", "vedi", "vaata"].contains(first)
  }

  /// Whether a line says that it is as in another use case: `Same as UC09, but ...`.
  private static func isSame(_ text: String) -> Bool {
    let words = PlainWords.words(String(text.prefix(60)))
    guard words.count > 2 else { return false }
    let isSame =
      ["same as", "identical to", "wie in", "gleich wie", "igual que", "igual ao", "igual a"]
      .contains("\(words[0]) \(words[1])")
    // Not `Same as step 3`.
    return isSame
      && words[2...].prefix(4).contains { FlowName.isID($0.uppercased()) || $0 == "case" }
  }

  /// Makes the parameters of a use case, which say what its screens ask for, documentation: only a
  /// partial flow has parameters.
  mutating func takeParameters() {
    guard draft.id.hasPrefix("UC"), !draft.hasMadeUpID, let found = draft.lists[.parameters] else {
      return
    }
    draft.lists[.parameters] = nil
    draft.lists[.documentation, default: []] += found.map { "Parameters: \($0)" }
  }

  /// Makes the results of a use case that nothing says is a partial flow its postconditions.
  mutating func takeResults() {
    let isPartial =
      draft.kind != .useCase || draft.id.hasPrefix("PF")
      || [.usedBy, .parameters].contains { draft.lists[$0]?.isEmpty == false }
    guard !isPartial, let found = draft.lists[.results] else { return }
    draft.lists[.results] = nil
    draft.lists[.postconditions, default: []] += found
  }

  /// Takes a heading below that of the postconditions for the name of those below it: `### On
  /// success`.
  mutating func beginsEnding(_ text: String, _ level: Int) -> Bool {
    let isBelow =
      switch state {
      case .list(.postconditions), .ending: level > stateLevel
      default: false
      }
    guard level < 9, isBelow,
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind,
      !next.fragment.text.hasPrefix("#")
    else { return false }
    let plain = CellText.collapsed(String(text.drop { "# ".contains($0) }))
    let name = String(PlainWords.withoutNumber(Substring(plain)))
    guard name.utf8.count < 50, !name.hasSuffix(".") else { return false }
    (state, endsAtBlank) = (.ending(name), false)
    return true
  }
}
