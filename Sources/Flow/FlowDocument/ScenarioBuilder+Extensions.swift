internal import Diagnostics
internal import FlowModel

// Extensions, alternative flows and exceptions.
extension ScenarioBuilder {
  /// The id of an extension or of one of its lines: `3a`, `*a`, `2-4a`, `3a1`, `3a.2`, `A1`, `E2.1`.
  private struct ExtensionID {
    var id: String
    /// The first and the last step it belongs to. Nil if the id does not say so; 0 for any step.
    var steps: ClosedRange<Int>?
    var line: String?
    var rest: String

    init?(_ text: String) {
      let word = text.prefix { $0 != " " }
      let mark = word.last.map { ".):".contains($0) } ?? false
      rest = CellText.collapsed(String(text.dropFirst(word.count)))
      var left = word
      while let last = left.last, ".):".contains(last) { left.removeLast() }
      // `A1: Invalid PIN`, `E2.1`
      if let first = left.first, "AEB".contains(first), left.dropFirst().first?.isNumber == true {
        let number = left.dropFirst().prefix { $0.isASCII && $0.isNumber }
        id = "\(first)\(number)"
        let tail = left.dropFirst(1 + number.count)
        guard tail.isEmpty || tail.first == ".", mark || !tail.isEmpty else { return nil }
        line = tail.isEmpty ? nil : String(tail.dropFirst())
        return
      }
      var numbers: [Int] = []
      if left.first == "*" {
        left.removeFirst()
        numbers = [0]
      } else {
        while let number = Int(left.prefix { $0.isASCII && $0.isNumber }), numbers.count < 2 {
          numbers.append(number)
          left = left.drop { $0.isASCII && $0.isNumber }
          guard left.first == "-" || left.first == "–" else { break }
          left.removeFirst()
        }
      }
      let letters = left.prefix { $0.isASCII && $0.isLowercase }
      guard let first = numbers.first, let last = numbers.last, first <= last, last < 1_000,
        (1...2).contains(letters.count)
      else { return nil }
      left = left.dropFirst(letters.count)
      if left.first == "." { left.removeFirst() }
      guard left.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), left.count <= 6,
        mark || !left.isEmpty || text.count > word.count
      else { return nil }
      line = left.isEmpty ? nil : String(left)
      steps = first...last
      let head = first == 0 ? "*" : first == last ? "\(first)" : "\(first)-\(last)"
      id = head + letters
    }
  }

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
      if let number = found.line {
        if extensions.last?.id != found.id {
          addExtension(found.id, found.rest, found.steps, span)
        }
        addLine(number, found.rest, span)
      } else {
        addExtension(found.id, found.rest, found.steps, span)
      }
    } else if isHeading {
      addExtension("A\(extensions.count + 1)", text, nil, span)
    } else if let (id, rest) = ScenarioBuilder.numbered(text) {
      // A number below `3a` is one of its lines. Below `3` it is the next extension.
      let isLine = extensions.last.map { open in
        line.indent > openIndent || open.id.contains { $0.isLetter || $0 == "*" }
      }
      if isLine ?? false {
        addLine(id, rest, span)
      } else {
        addExtension(id, rest, Int(id.prefix { $0.isNumber }).map { $0...$0 }, span)
        openIndent = line.indent
      }
    } else if let (letter, rest) = ScenarioBuilder.lettered(text), !extensions.isEmpty {
      addLine(letter, rest, span)
    } else if let last = extensions.indices.last {
      let lines = extensions[last].lines
      if lines.isEmpty || isBullet && line.indent <= (bulletLineIndent ?? -1) {
        if isBullet { bulletLineIndent = line.indent }
        addLine("\(lines.count + 1)", text, span)
      } else {
        ScenarioBuilder.take(text, into: &extensions[last].lines[lines.count - 1], span, &reporter)
      }
    } else {
      reporter.lose(span, "this line belongs to no extension; it is left out")
    }
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
    bulletLineIndent = nil
    var label = text
    var at: String?
    for lead in [" (at step ", " (step "] where label.hasSuffix(")") && at == nil {
      if let range = label.ranges(of: lead).last {
        at = String(label[range.upperBound...].dropLast())
        label = String(label[..<range.lowerBound])
      }
    }
    var found = ExtensionDraft(id: id, label: label, at: at, span: span)
    // `3a. Card expired: the use case ends`
    if let colon = label.firstRange(of: ": "), TargetPhrase(label, prefix: prefix) != nil {
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
    for var found in extensions {
      finish(&found)
      if !used.insert(found.id).inserted {
        reporter.loseSecond("extension", found.id, found.span)
        while !used.insert(found.id).inserted { found.id += " (2)" }
      }
      complete.append(found)
      for copy in copies(of: found) where used.insert(copy.id).inserted { complete.append(copy) }
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
    let said = found.at ?? found.steps.map { "\($0.lowerBound)" }
    if let said, stepIDs.contains(said) {
      // The number of the extension says it.
      found.at = found.id.prefix { $0.isNumber } == said && found.at == nil ? nil : said
      return
    }
    let first = steps.first?.id ?? "1"
    if found.steps?.lowerBound == 0 {
      reporter.note(found.span, "extension `\(found.id)` belongs to every step")
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

  /// For `2-4a` and `*a`, the same extension of the other steps: each leads to the lines of the first.
  private func copies(of found: ExtensionDraft) -> [ExtensionDraft] {
    guard let range = found.steps, range.upperBound == 0 || range.count > 1,
      let line = found.lines.first
    else { return [] }
    let at = found.at ?? "\(range.lowerBound)"
    let others = steps.map(\.id).filter { id in
      id != at && (range.upperBound == 0 || (Int(id).map { range.contains($0) } ?? false))
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
