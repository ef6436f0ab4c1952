internal import Diagnostics
internal import FlowModel

// Extensions, alternative flows and exceptions.
extension ScenarioBuilder {
  /// Adds a line below the heading "Extensions", or a heading there.
  mutating func addExtension(_ line: DocumentLine) {
    var (text, isBullet) = ScenarioBuilder.cleaned(line)
    let isHeading = text.hasPrefix("#")
    if isHeading { text = CellText.collapsed(String(text.drop { $0 == "#" })) }
    let span = line.fragment.span
    guard !text.isEmpty else { return }
    if extensions.isEmpty,
      ["none", "no extensions", "none.", "n/a", "-"].contains(text.lowercased())
    {
      return
    }
    if let found = ExtensionID(text) {
      if isNested(found, line) {
        let (last, place) = (extensions.count - 1, extensions[extensions.count - 1].lines.count - 1)
        extensions[last].lines[place].addNote(text)
        nestedIndent = line.indent
        reporter.misplace(
          span,
          "this belongs to a line of extension `\(extensions[last].id)`; it is kept as its note")
      } else if found.line == nil, let open = extensions.last, open.id == found.id,
        open.lines.isEmpty, line.indent > openIndent
      {
        // `7a. Handle returned goods` below `7a    Buyer returns goods:`
        addLine("1", found.rest, span)
      } else if let number = found.line {
        if extensions.last?.id != found.id {
          addExtension(found.id, found.rest, found.steps, span)
        }
        addLine(number, found.rest, span)
        (lineIndent, nestedIndent) = (line.indent, nil)
      } else {
        addExtension(found.id, found.rest, found.steps, span)
        openIndent = line.indent
      }
    } else if let indent = nestedIndent, line.indent > indent, let last = extensions.indices.last {
      let place = extensions[last].lines.count - 1
      extensions[last].lines[place].addNote(text)
      reporter.misplace(
        span, "this belongs to a line of extension `\(extensions[last].id)`; it is kept as its note"
      )
    } else if isHeading {
      addExtension("A\(extensions.count + 1)", text, nil, span)
    } else if let (id, rest) = ScenarioBuilder.numbered(text) {
      // A number below `3a` is one of its lines. Below `3` it is the next extension.
      let isLine = extensions.last.map { open in
        line.indent > openIndent || open.id.contains { $0.isLetter || $0 == "*" }
      }
      if isLine ?? false {
        addLine(id, rest, span)
        (lineIndent, nestedIndent) = (line.indent, nil)
      } else {
        addExtension(id, rest, Int(id.prefix { $0.isNumber }).map { $0...$0 }, span)
        openIndent = line.indent
      }
    } else if let (letter, rest) = ScenarioBuilder.lettered(text), !extensions.isEmpty {
      addLine(letter, rest, span)
    } else if let last = extensions.indices.last {
      let lines = extensions[last].lines
      if lines.isEmpty, extensions[last].steps == nil, extensions[last].at == nil,
        let step = ScenarioBuilder.step(saidIn: text)
      {
        // `At step 3, the PIN is wrong.` below a heading.
        extensions[last].at = step
        extensions[last].label += ": \(text)"
        if extensions[last].label.hasSuffix(".") { extensions[last].label.removeLast() }
      } else if lines.isEmpty || isBullet && line.indent <= (bulletLineIndent ?? -1) {
        if isBullet { bulletLineIndent = line.indent }
        addLine("\(lines.count + 1)", text, span)
      } else {
        if text.first?.isNumber == true {
          reporter.misplace(
            span, "this cannot be read as a line; it is kept as a note of the line before")
        }
        ScenarioBuilder.take(text, into: &extensions[last].lines[lines.count - 1], span, &reporter)
      }
    } else {
      reporter.lose(span, "this line belongs to no extension; it is left out")
    }
  }

  /// Whether `2a. ...` is about line 2 of the open extension, and not about step 2: it is indented
  /// more than that line.
  private func isNested(_ found: ExtensionID, _ line: DocumentLine) -> Bool {
    guard found.line == nil, let indent = lineIndent, line.indent > indent,
      let number = found.steps?.lowerBound, let open = extensions.last
    else { return nestedIndent.map { line.indent > $0 } ?? false }
    return open.lines.contains { $0.id == "\(number)" }
  }

  /// Adds a heading that begins an extension by itself: `### A1: Wrong PIN`,
  /// `## Alternate Flow 2 - Late`. Returns false for any other one.
  mutating func addHeading(_ line: DocumentLine) -> Bool {
    var text = CellText(line.fragment.text).whole
    text = CellText.collapsed(String(text.drop { $0 == "#" }))
    let lower = text.lowercased()
    let leads: [(lead: String, letter: String)] = [
      ("alternative flow ", "A"), ("alternate flow ", "A"), ("alternative scenario ", "A"),
      ("alternate scenario ", "A"), ("alternative course ", "A"), ("alternative path ", "A"),
      ("exception flow ", "E"), ("exceptional flow ", "E"), ("exception ", "E"),
      ("extension ", "A"), ("variation ", "A"),
    ]
    let separators: Set<Character> = [" ", "-", "–", "—", ":", "."]
    for (lead, letter) in leads where lower.hasPrefix(lead) {
      var rest = Substring(text.dropFirst(lead.count))
      var id = String(rest.prefix { !separators.contains($0) })
      if let found = ExtensionID("\(id). x"), found.line == nil {
        rest = rest.dropFirst(id.count)
        addExtension(found.id, title(rest), found.steps, line.fragment.span)
        return true
      }
      let isNumber = !id.isEmpty && id.count <= 2 && (Int(id) != nil || id.count == 1)
      if isNumber { rest = rest.dropFirst(id.count) } else { id = "\(extensions.count + 1)" }
      addExtension(Int(id) != nil ? letter + id : id, title(rest), nil, line.fragment.span)
      return true
    }
    guard let found = ExtensionID(text), found.line == nil else { return false }
    addExtension(found.id, found.rest, found.steps, line.fragment.span)
    return true

    func title(_ rest: Substring) -> String { String(rest.drop { separators.contains($0) }) }
  }

  /// Adds a row of a table of extensions: its id, what happens, and where it leads.
  mutating func addExtensionRow(_ id: Fragment, _ cell: Fragment, next: Fragment?) {
    let (name, text) = (CellText(id.text).text, CellText(cell.text))
    guard !name.isEmpty || !text.whole.isEmpty else { return }
    guard let found = ExtensionID("\(name). \(text.text)") else {
      reporter.lose(
        id.span, "`\(name)` is not the id of an extension, such as `3a`; it is left out")
      return
    }
    if let number = found.line {
      if extensions.last?.id != found.id { addExtension(found.id, found.id, found.steps, id.span) }
      addLine(number, found.rest, cell.span)
    } else {
      addExtension(found.id, found.rest, found.steps, id.span)
    }
    let last = extensions.count - 1
    for detail in text.details {
      addLine("\(extensions[last].lines.count + 1)", detail, cell.span)
    }
    guard let next, !next.text.isEmpty,
      let target = ScenarioBuilder.target(
        CellText(next.text).whole, next.span, prefix, &reporter)
    else { return }
    if extensions[last].lines.isEmpty { addLine("1", extensions[last].label, cell.span) }
    extensions[last].lines[extensions[last].lines.count - 1].next = target
  }

  /// The step that a sentence says an extension begins at: `At step 3, the PIN is wrong`.
  private static func step(saidIn text: String) -> String? {
    let words = text.split { " ,:;()".contains($0) }
    guard let place = words.firstIndex(where: { $0.lowercased() == "step" }), place <= 6,
      place + 1 < words.count, TargetPhrase(text, prefix: "") == nil
    else { return nil }
    let id = DocumentID(String(words[place + 1]))
    return id.shape == .section || id.shape == .step ? id.text : nil
  }

  private mutating func addLine(_ id: String, _ text: String, _ span: Span) {
    let last = extensions.count - 1
    var id = id
    while extensions[last].lines.contains(where: { $0.id == id }) { id += "'" }
    extensions[last].lines.append(step(id, text, span))
  }

  private mutating func addExtension(
    _ id: String, _ text: String, _ steps: ClosedRange<Int>?, _ span: Span
  ) {
    (bulletLineIndent, lineIndent, nestedIndent) = (nil, nil, nil)
    var label = text
    if let open = extensions.last, open.lines.isEmpty, open.steps == nil, open.at == nil,
      steps != nil
    {
      // `1a. The user is late` below the heading `Alternate Flow 1 - late`.
      label = "\(open.label): \(text)"
      extensions.removeLast()
    }
    var at: String?
    for lead in [" (at step ", " (step "] where label.hasSuffix(")") && at == nil {
      if let range = label.ranges(of: lead).last {
        at = String(label[range.upperBound...].dropLast())
        label = String(label[..<range.lowerBound])
      }
    }
    var found = ExtensionDraft(id: id, label: label, at: at, span: span)
    let parts = RowText.split(label)
    if let goal = parts.effect, TargetPhrase(goal, prefix: prefix) != nil {
      // `3a. Another name → back to step 3`
      found.label = parts.sentence
      found.lines = [step("1", goal, span)]
    }
    // `3a. Card expired: the use case ends`, `3a. Card expired: ends`
    if found.lines.isEmpty, let colon = label.firstRange(of: ": "),
      TargetPhrase(String(label[colon.upperBound...]), prefix: prefix) != nil
    {
      found.label = String(label[..<colon.lowerBound])
      found.lines = [step("1", String(label[colon.upperBound...]), span)]
    }
    while let last = found.label.last, ".:".contains(last) { found.label.removeLast() }
    found.steps = steps
    extensions.append(found)
  }

  /// Whether a line below "Extensions" can belong to an extension. "None" counts too.
  func extendsWith(_ line: DocumentLine) -> Bool {
    let text = ScenarioBuilder.cleaned(line).text
    return !extensions.isEmpty || text.count < 20 || text.hasPrefix("#") || ExtensionID(text) != nil
      || ScenarioBuilder.numbered(text) != nil
  }

  // MARK: The end

  /// Gives every extension its steps, and last lines a target if the document has none.
  mutating func finishExtensions() {
    var complete: [ExtensionDraft] = []
    var used: Set<String> = []
    let written = Set(extensions.map(\.id))
    for var found in extensions {
      finish(&found)
      if !used.insert(found.id).inserted {
        reporter.loseSecond("extension", found.id, found.span)
        while !used.insert(found.id).inserted { found.id += " (2)" }
      }
      complete.append(found)
      for copy in copies(of: found)
      where !written.contains(copy.id) && used.insert(copy.id).inserted {
        complete.append(copy)
      }
    }
    extensions = complete
  }

  private mutating func finish(_ found: inout ExtensionDraft) {
    if found.label.isEmpty { found.label = found.id }
    if found.lines.isEmpty {
      found.lines = [step("1", found.label, found.span)]
      reporter.assume(
        found.span, "extension `\(found.id)` has no lines; its heading was written as one")
    }
    let last = found.lines.count - 1
    if found.lines[last].next == nil, found.lines[last].rows.isEmpty {
      found.lines[last].next = "end"
      reporter.assume(
        found.lines[last].span,
        "the document does not say where extension `\(found.id)` leads; `end` was written")
    }
    // `*a` holds at every step.
    if found.steps?.lowerBound == 0, found.at == nil, waits(besides: found) { return }
    let said = found.at ?? found.steps.map { "\($0.lowerBound)" }
    if let said, stepIDs.contains(said) {
      // The number of the extension says it.
      found.at = found.id.prefix { $0.isNumber } == said && found.at == nil ? nil : said
      return
    }
    let first = steps.first?.id ?? "1"
    if found.steps?.lowerBound == 0, found.at == nil {
      reporter.assume(
        found.span,
        "no step waits, so extension `\(found.id)` was written at step \(first)")
    } else if let said {
      reporter.lose(
        found.span, "extension `\(found.id)` is about step `\(said)`, which does not exist",
        help: "it was written at step \(first)")
    } else {
      reporter.assume(
        found.span,
        "the document does not say which step `\(found.id)` extends; \(first) was taken",
        help: "write `(at step 3)` after its title")
    }
    found.at = first
  }

  /// Whether a run waits somewhere, where something may happen at any time.
  private func waits(besides found: ExtensionDraft) -> Bool {
    let others = extensions.filter { $0.id != found.id }
    return others.contains { $0.steps?.lowerBound != 0 }
      || (steps + others.flatMap(\.lines)).contains { !$0.rows.isEmpty || !$0.activity.isPassing }
  }

  /// For `2-4a`, the same extension of the other steps: each leads to the lines of the first.
  private func copies(of found: ExtensionDraft) -> [ExtensionDraft] {
    guard let range = found.steps, range.lowerBound > 0, range.count > 1,
      let line = found.lines.first
    else { return [] }
    let at = found.at ?? "\(range.lowerBound)"
    let others = steps.map(\.id).filter { id in
      id != at && (Int(id).map { range.contains($0) } ?? false)
    }
    return others.map { id in
      var copy = ExtensionDraft(
        id: "\(found.id) (\(id))", label: found.label, at: id, span: found.span)
      var step = StepDraft(
        id: "1", activity: .outside, subject: "As in \(found.id)", span: found.span)
      step.next = "\(found.id).\(line.id)"
      copy.lines = [step]
      return copy
    }
  }
}
