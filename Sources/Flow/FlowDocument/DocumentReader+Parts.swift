internal import Diagnostics
internal import FlowModel

// Parts of the header on a line of their own: `Goal: X`.
extension DocumentReader {
  /// A part of the header and its text on one line: `Goal: X`. One in bold may have any name.
  func labelled(_ text: String, isBold: Bool) -> (label: HeaderLabel, value: String)? {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].count < 50 else {
      return isBold ? DocumentReader.dashed(text) : nil
    }
    var name = CellText.collapsed(String(text[..<colon]))
    for bullet in ["- ", "* ", "+ ", "• "] where name.hasPrefix(bullet) {
      name = String(name.dropFirst(2))
    }
    let value = CellText.collapsed(String(text[text.index(after: colon)...]))
    guard !value.isEmpty, !name.isEmpty else { return nil }
    if let label = HeaderLabel(name) {
      if isBesideActor(label, name) { return (.related(name), value) }
      // `**Workflow:** Order to cash`
      if case .flow = label, isBold { return (.related(name), value) }
      if case .overview = label { return (.text(.summary), value) }
      return label.isHeader ? (label, value) : nil
    }
    // `**2, a:** The list is empty`
    let isID = name.first?.isNumber == true && name.contains(",")
    guard isBold, name.split(separator: " ").count <= 4, !name.contains("["), !isID else {
      return nil
    }
    return (.related(name), value)
  }

  /// Whether a label is that of actors who take part beside the one who begins: `Participating
  /// actors` after `Initiating actor`.
  func isBesideActor(_ label: HeaderLabel, _ name: String) -> Bool {
    guard case .text(.actor) = label, draft.texts[.actor] != nil else { return false }
    let words = PlainWords.words(name)
    return words.contains { word in
      ["participat", "supporting", "beteiligt", "participant"].contains(where: word.hasPrefix)
    }
  }

  /// Whether a bullet with a name in bold is one of the conditions below whose heading it stands:
  /// `- **Success:** The book is lent`.
  func isEntry(_ label: HeaderLabel, _ raw: String) -> Bool {
    switch (state, label) {
    case (.list(.preconditions)?, .related), (.list(.postconditions)?, .related):
      return DocumentReader.isBullet(raw) || DocumentReader.isBoldBullet(raw)
        || ScenarioBuilder.numbered(raw) != nil
    // `**User (Guest)** — somebody at the lake`, below `## Actor`
    case (.text(.actor)?, .text(.actor)): return !raw.contains(":")
    // `- **User:** Wants a dry boat`, below `Stakeholders and interests`
    case (.related(let name)?, .text(.actor)), (.related(let name)?, .related):
      return DocumentReader.isBullet(raw) && PlainWords.folded(name).contains("interes")
        && labelIndent.map { lines[index].indent > $0 } ?? true
    default: return false
    }
  }

  /// Takes `- **Status:** Planned`, beside `- **Alternative flows:**` whose bullets stand more to
  /// the right, for documentation. False for another line.
  mutating func takeFieldBeside(_ text: String, _ line: DocumentLine) -> Bool {
    guard case .extensions? = state, isBeside(line), isLabelBold, !scenario.isFresh,
      scenario.openIndent > line.indent, let colon = text.prefix(50).firstRange(of: ": "),
      case let name = CellText.collapsed(
        String(text[..<colon.lowerBound].drop { "-*+• ".contains($0) })),
      name.split(separator: " ").count < 5, HeaderLabel(name) == nil,
      ExtensionID(String(text.drop { "-*+• ".contains($0) })) == nil,
      !ScenarioBuilder.isCondition(name), ScenarioBuilder.lead(of: name + " ") == nil,
      case let rest = CellText.collapsed(String(text[colon.upperBound...])),
      !scenario.isDone(rest, line.fragment.span)
    else { return false }
    add(["\(name): \(rest)"], to: .list(.documentation), .line, line.fragment.span)
    return true
  }

  /// Whether a bullet is a known label beside that of what is read, whose entries stand more to the
  /// right: `- Postconditions: The loan is noted` behind `- Business rules:`.
  func isLabelBehindList(_ line: DocumentLine, _ text: String) -> Bool {
    guard isBeside(line), labelled(text, isBold: false)?.label.isHeader ?? false,
      let above = lines[..<index].last(where: { !$0.isBlank })
    else { return false }
    return above.indent > line.indent
  }

  /// Takes `- **Reader**: who asks for books` below `## Actors` for an actor, and what is said of
  /// it for documentation. False for another line.
  mutating func takeActor(_ text: String, _ label: HeaderLabel, _ line: DocumentLine) -> Bool {
    let raw = line.fragment.text
    guard case .text(.actor) = label, DocumentReader.isBullet(raw),
      let colon = text.prefix(50).firstRange(of: ": "),
      case let name = CellText.collapsed(
        String(text[..<colon.lowerBound].drop { "-*+• ".contains($0) })),
      (1...4).contains(name.split(separator: " ").count), name.first?.isUppercase ?? false,
      name.allSatisfy({ $0.isLetter || " '’-".contains($0) }), HeaderLabel(name) == nil,
      // Not `- Main: Reader`.
      case let rest = CellText.collapsed(String(text[colon.upperBound...])),
      rest.split(separator: " ").count > 2
    else { return false }
    if !ScenarioWords.isSystem(PlainWords.folded(name)) {
      take([name], label, .line, HeaderPlace.words(of: line.fragment))
    }
    add(["\(name): \(rest)"], to: .list(.documentation), .line, line.fragment.span)
    return true
  }

  /// A known part of the header before a dash: `**Primary actor** – Customer`.
  static func dashed(_ text: String) -> (label: HeaderLabel, value: String)? {
    for mark in [" – ", " — ", " - "] {
      guard let found = text.prefix(50).firstRange(of: mark),
        let label = HeaderLabel(String(text[..<found.lowerBound])), label.isHeader
      else { continue }
      let value = CellText.collapsed(String(text[found.upperBound...]))
      return value.isEmpty ? nil : (label, value)
    }
    return nil
  }

  /// Takes a heading that has its text after a colon: `##### Use Case ID: UC-12`.
  mutating func takeHeading(_ line: DocumentLine, _ text: String, _ level: Int) -> Bool {
    let words = String(text.drop { "# ".contains($0) })
    guard let (label, value) = labelled(words, isBold: false) ?? DocumentReader.dashed(words) else {
      return false
    }
    (state, stateLevel) = (label, level)
    take([value], label, .label, HeaderPlace.value(of: line.fragment))
    return true
  }

  /// Reads a line that belongs to no heading: `Goal: X`, or a remark.
  mutating func readLoose(_ line: DocumentLine, _ text: String) {
    if let (label, value) = labelled(text, isBold: line.fragment.text.contains("**")) {
      take([value], label, .label, HeaderPlace.value(of: line.fragment))
      return
    }
    // `- Actors - Guest`
    if DocumentReader.isBullet(line.fragment.text),
      let (label, value) = DocumentReader.dashed(String(text.drop { "-*+• ".contains($0) })),
      let found = line.fragment.text.firstRange(of: value)
    {
      let lead = line.fragment.text[..<found.lowerBound].unicodeScalars.count
      take([value], label, .label, line.fragment.span.droppingFirst(lead))
      return
    }
    let words = CellText(line.fragment.text, keepsLinks: true).whole
    add([words], to: .list(.notes), .line, line.fragment.span)
    reporter.misplace(line.fragment.span, "this line has no place in a flow; it is kept as a note")
    if LostLines.isStep(line) { loose.append(line.fragment.span) }
  }

  /// Whether `3.2 ...` stands below `3.1 ...`.
  func isAboveSecond(_ line: DocumentLine) -> Bool {
    func id(_ line: DocumentLine) -> String? {
      ScenarioBuilder.dotted(ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text))
        .flatMap { $0.line == nil ? $0.id : nil }
    }
    guard let own = id(line), own.hasSuffix(".1"),
      let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return false }
    return id(next) == "\(own.dropLast())2"
  }

  /// Whether numbers from 1 on stand below a line, more to the right.
  func isAboveNumbers(_ line: DocumentLine) -> Bool {
    guard let next = lines[(index + 1)...].first(where: { !$0.isBlank }), next.indent > line.indent,
      case .text = next.kind
    else { return false }
    return ScenarioBuilder.numbered(
      ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(next).text))?.id == "1"
  }
}
