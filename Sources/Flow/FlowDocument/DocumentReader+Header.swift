internal import Diagnostics
internal import FlowModel

// The parts of the header, and their places.
extension DocumentReader {
  /// An actor without what he does: `Clerk` of `Clerk — lends the books`, and none of `Primary`.
  private static func actor(_ entry: String) -> String {
    guard
      ![
        "primary", "secondary", "primario", "primarios", "secundario", "secundarios", "primaire",
        "secondaire",
        "primar", "sekundar",
      ].contains(PlainWords.folded(entry))
    else { return "" }
    // `Customer.`
    if entry.hasSuffix("."), entry.split(separator: " ").count < 4, entry.utf8.count > 4 {
      return String(entry.dropLast())
    }
    // `Primary actor: Guest`, in a list
    if let colon = entry.prefix(40).firstIndex(of: ":"), colon > entry.startIndex,
      case let name = CellText.collapsed(String(entry[..<colon])),
      case let value = CellText.collapsed(String(entry[colon...].dropFirst())), !value.isEmpty
    {
      if case .text(.actor)? = HeaderLabel(name), name.contains(" ") { return value }
    }
    for mark in [" — ", " – ", ": "] {
      guard let found = entry.firstRange(of: mark), found.lowerBound > entry.startIndex else {
        continue
      }
      let rest = entry[found.upperBound...]
      if PlainWords.words(String(rest)).count > 3 { return String(entry[..<found.lowerBound]) }
    }
    return entry
  }

  /// The name of a use case without when it was changed: `Log in history: created 2024-09-10`.
  private static func withoutHistory(_ name: String) -> String {
    let lower = name.lowercased()
    guard
      let mark = [" history: ", " history ", " created: "].lazy.compactMap({
        lower.firstRange(of: $0)
      }).first,
      lower[mark.upperBound...].contains(where: \.isNumber)
    else { return name }
    let head = name.prefix(lower.distance(from: lower.startIndex, to: mark.lowerBound))
    return CellText.collapsed(String(head.reversed().drop { "\\ ".contains($0) }.reversed()))
  }

  mutating func take(
    _ entries: [String], _ label: HeaderLabel, _ form: HeaderPlace.Form, _ span: Span
  ) {
    var values = entries.filter { entry in
      let plain = PlainWords.folded(entry)
      return !ScenarioWords.isNothing.contains(plain)
        && !(plain.last == "." && ScenarioWords.isNothing.contains(String(plain.dropLast())))
    }
    // `- [ ] The guest is there`
    for mark in ["[ ] ", "[x] ", "[X] "] {
      values = values.map { $0.hasPrefix(mark) ? String($0.dropFirst(4)) : $0 }
    }
    if case .main = label, form == .cell, takeParts(values, span) || takeNamedFlows(values, span) {
      return
    }
    if case .extensions = label, form == .cell {
      values = values.flatMap(DocumentReader.alternatives)
    }
    if case .extensions = label, values.count == 1 {
      values = ScenarioBuilder.cases(in: values[0]) ?? values
    }
    switch label {
    case .text(.actor):
      values = takeSecondary(values, form, span)
      values = values.map(DocumentReader.actor).filter { !$0.isEmpty }
      if values.isEmpty { return }
      add([values.joined(separator: ", ")], to: .text(.actor), form, span)
    case .text(let text): add(values, to: .text(text), form, span)
    case .title:
      values = values.map { UseCaseHeading.title(DocumentReader.withoutHistory($0)) }
      // `| Use case | 3. Log in |`, `#3 Log in`
      if form == .cell, draft.hasMadeUpID, !hasTitle, scenario.isEmpty, let value = values.first {
        let digits = value.drop { $0 == "#" }.prefix { $0.isASCII && $0.isNumber }
        let rest = value[digits.endIndex...].drop { ".: ".contains($0) }
        if (1...3).contains(digits.count), rest.first?.isLetter ?? false, !digits.hasPrefix("0"),
          value.hasPrefix("#") || value[digits.endIndex...].hasPrefix(". ")
        {
          (draft.id, draft.hasMadeUpID) = ("\(prefix)\(digits)", false)
          values[0] = String(rest)
        }
      }
      // `Use case: UC-3 Log in`
      if let heading = values.first.flatMap({ UseCaseHeading("# \($0)", prefix: prefix) }),
        !heading.id.isEmpty, draft.hasMadeUpID || heading.id == draft.id
      {
        (draft.id, draft.hasMadeUpID) = (heading.id, false)
        values[0] = heading.title
        if heading.title.isEmpty { values.removeFirst() }
      }
      // The name in a form, below a heading that is not that of the use case.
      if !draft.isNamed, !hasTitle, !values.isEmpty, scenario.isEmpty, table.isEmpty {
        draft.title = ""
      }
      hasTitle = hasTitle || !values.isEmpty
      if draft.hasMadeUpID, let value = values.first, draft.title.isEmpty {
        draft.id = DocumentSegments.madeUpID(value)
      }
      if draft.title.isEmpty, !values.isEmpty {
        add([values.removeFirst()], to: .title, form, span)
      }
      values.removeAll { DocumentCheck.normal($0) == DocumentCheck.normal(draft.title) }
      if !values.isEmpty {
        add(values, to: .list(.notes), form, span)
        reporter.misplace(
          span, "the use case is called `\(draft.title)` already; this name is kept as a note")
      }
    case .ending(let name):
      add(
        values.map { "\(name): \($0)" }, to: .list(.postconditions), form, span,
        lead: "\(name): ")
    case .related(let name):
      add(values.map { "\(name): \($0)" }, to: .list(.documentation), form, span, lead: "\(name): ")
    case .list(.notes):
      values = values.map { ScenarioBuilder.numbered($0)?.rest ?? $0 }
      add(values, to: .list(.notes), form, span)
    case .list(let list):
      // `1. The guest is logged in` of a list.
      values = values.map { value in
        guard let (id, rest) = ScenarioBuilder.numbered(value), id.allSatisfy(\.isNumber),
          rest.contains(" ")
        else { return value }
        return rest
      }
      // `Success, Cancelled`
      let isLine = [.results, .parameters, .errors].contains(list) && values.count == 1
      if isLine, !values[0].contains(":") { values = names(in: values[0]) }
      add(values, to: .list(list), form, span)
    case .id
    where draft.hasMadeUpID && !hasTitle && values.count == 1 && values[0].contains(" ")
      && !values[0].contains(where: \.isNumber):
      // `| [Identifier] | Mark dishes |`
      take(values, .title, form, span)
    case .id:
      var words = values.first.map { UseCaseHeading.joined($0[...]) } ?? ""
      // `UC-3: Log in`, `UC 3`
      if let heading = values.first.flatMap({ UseCaseHeading("# \($0)", prefix: prefix) }) {
        words = heading.id[...]
        if draft.title.isEmpty || draft.hasMadeUpID && draft.title == draft.fileTitle {
          draft.title = heading.title
        }
      }
      let id = words.allSatisfy { $0.isNumber || $0 == "." } ? prefix + words : String(words)
      let isOther = draft.isIDOfFile && id.prefix(1) != draft.id.prefix(1)
      if draft.hasMadeUpID || isOther, FlowName.isID(id) {
        (draft.id, draft.hasMadeUpID, draft.isIDOfFile) = (id, false, false)
      } else if !values.isEmpty, id != draft.id {
        add(values.map { "ID: \($0)" }, to: .list(.documentation), form, span, lead: "ID: ")
      }
    case .main, .stories:
      var entries = values.flatMap { ScenarioBuilder.entries(of: $0) }
      if form == .line, entries.count == 1, entries[0].contains(" → ") {
        entries = DocumentReader.arrowed(entries[0])
      } else if form == .line, entries.count == 1 {
        entries = ScenarioWords.sentences(entries[0]) { $0.first?.isUppercase ?? false }
      }
      for value in entries {
        scenario.addMain(line(value, span, isStep: true))
      }
    case .extensions:
      let lines = values.flatMap { ScenarioBuilder.entries(of: $0) }
      if isSequence(of: lines, span) {
        scenario.addNamed(scenario.sectionName, line(lines[0], span, isStep: false))
      }
      for (place, value) in lines.enumerated() {
        let next = place + 1 < lines.count ? lines[place + 1] : ""
        // `Exceptions: 1. [No card] If, in step 3, there is none, ...`
        if ScenarioBuilder.isNamedInBrackets(next), HeaderLabel(value) != nil {
          scenario.beginExtensions("")
        } else {
          scenario.addExtension(line(value, span, isStep: false))
        }
      }
    case .overview, .flow: break
    }
  }

  /// The parts of a scenario between arrows: `Open the list → select a room`.
  private static func arrowed(_ text: String) -> [String] {
    let parts = text.split(separator: " → ").map { CellText.collapsed(String($0)) }
    return parts.count > 1 && parts.allSatisfy { $0.contains(" ") } ? parts : [text]
  }

  /// A line of a scenario that is in a cell of the overview. One without a number is like a bullet.
  private func line(_ text: String, _ span: Span, isStep: Bool) -> DocumentLine {
    let plain = ScenarioBuilder.withPlainNumber(text)
    let isNumbered = ScenarioBuilder.numbered(plain) != nil || ExtensionID(plain) != nil
    // A turn goes on with the line before it.
    let isTurn =
      !isStep && !scenario.extensions.isEmpty && text.count < 90
      && (TargetPhrase(text, prefix: prefix) != nil || Turn(text) != nil)
    return DocumentLine(
      kind: .text,
      fragment: Fragment(text: isNumbered || isTurn ? text : "- \(text)", span: span))
  }

  /// Adds entries to a part of the header, and keeps their place.
  mutating func add(
    _ entries: [String], to part: HeaderPart, _ form: HeaderPlace.Form, _ span: Span,
    lead: String = ""
  ) {
    let entries = entries.filter { !$0.isEmpty }
    draft.headerPlaces.append(
      HeaderPlace(part: part, form: form, span: span, lead: lead, entries: entries))
    guard !entries.isEmpty else { return }
    switch part {
    case .title: draft.title = entries.joined(separator: " ")
    case .text(let text):
      let glue = text == .actor ? ", " : " "
      draft.texts[text] = ([draft.texts[text]].compactMap(\.self) + entries).joined(separator: glue)
    case .list(let list): draft.lists[list, default: []] += entries
    }
  }

  private func names(in text: String) -> [String] {
    let parts = text.split(separator: ",").map { CellText.collapsed(String($0)) }
    return parts.allSatisfy { $0.split(separator: " ").count <= 4 } ? parts : [text]
  }
}
