internal import FlowModel

/// An alternative that is open while an alternative of its lines is read, and how its lines stand.
struct OuterAlternative {
  let id: String
  /// The inner one's id as it is written, and how far it is indented.
  let written: String
  let indent: Int
  let lineIDs: UniqueIDs
  let indents: (line: Int?, bulletLine: Int?, open: Int)
  let (isOpenBullet, hasDeeds): (Bool, Bool)
}

// Alternatives of the lines of alternatives: `2a1a`, and `1a` below `2a`.
extension ScenarioBuilder {
  /// Whether `2a. ...` is about line 2 of the open extension, and not about step 2: it is indented
  /// more than that line, or its id says so.
  func isNested(_ found: ExtensionID, _ line: DocumentLine) -> Bool {
    guard let open = extensions.last, outer.count < 8 else { return false }
    if let above = found.outer {
      let isOpen = open.id == above.id || outer.last?.written == above.id
      return isOpen && open.lines.contains { $0.id == above.line }
    }
    // `2a. ...` beside the lines of `4a` is about its second line.
    let isBack =
      line.indent > openIndent
      && open.steps.map { $0.lowerBound > found.steps?.lowerBound ?? .max } ?? false
    guard found.line == nil, let indent = lineIndent,
      line.indent > indent || line.indent == indent && isBack,
      let number = found.steps?.lowerBound
    else { return false }
    // `*a. ...` below a line is about the lines of this alternative.
    if number == 0 { return line.indent > indent && !open.lines.isEmpty }
    return open.lines.contains { $0.id == "\(number)" }
  }

  /// Adds an alternative of a line of the open one, which is open again behind it.
  mutating func addNested(_ found: ExtensionID, _ line: DocumentLine, _ isBullet: Bool) {
    guard let open = extensions.last else { return }
    let above = OuterAlternative(
      id: open.id, written: found.id, indent: line.indent, lineIDs: lineIDs,
      indents: (lineIndent, bulletLineIndent, openIndent),
      isOpenBullet: isOpenBullet, hasDeeds: hasDeeds)
    let isAny = found.steps?.lowerBound == 0
    let number = isAny ? open.lines.last?.id ?? "1" : "\(found.steps?.lowerBound ?? 0)"
    let place = found.outer?.line ?? number
    let isWhole = found.outer.map { $0.id == open.id } ?? false
    let name = isAny ? number + found.id.dropFirst() : found.id
    let id = isWhole ? found.id : "\(open.id).\(name)"
    if isAny || found.steps.map({ $0.count > 1 }) ?? false {
      reporter.assume(
        line.fragment.span, "`\(found.id)` is read at line `\(open.id).\(place)` only")
    }
    addExtension(id, found.rest, nil, line.fragment.span)
    let last = extensions.count - 1
    (extensions[last].at, extensions[last].outer) = ("\(open.id).\(place)", open.id)
    (openIndent, self.isOpenBullet) = (line.indent, isBullet)
    outer.append(above)
    if let number = found.line { addLine(number, found.rest, line.fragment.span) }
  }

  /// Opens the alternatives again to which a line belongs that stands behind those of their lines.
  mutating func leaveNested(_ text: String, _ line: DocumentLine) {
    if isFresh || extensions.isEmpty { outer = [] }
    while let above = outer.last, let open = extensions.last {
      if line.indent > above.indent { return }
      if line.indent == above.indent {
        // `2a1a1. ...` beside `2a1a. ...`
        guard let found = ExtensionID(text) else {
          guard let number = ScenarioBuilder.numbered(text) else { return }
          // `1. ...` right below `1b-2a. ...:`
          if open.lines.isEmpty ? number.id == "1" : number.id == "\(open.lines.count + 1)" {
            return
          }
          reopen(above)
          continue
        }
        let isLine = found.line != nil && (found.id == above.written || found.id == open.id)
        let isBelow = found.outer.map { $0.id == above.written || $0.id == open.id } ?? false
        if isLine || isBelow { return }
      }
      reopen(above)
    }
  }

  private mutating func reopen(_ above: OuterAlternative) {
    outer.removeLast()
    guard let place = extensions.lastIndex(where: { $0.id == above.id }) else { return }
    extensions.append(extensions.remove(at: place))
    lineIDs = above.lineIDs
    (lineIndent, bulletLineIndent, openIndent) = above.indents
    (isOpenBullet, hasDeeds) = (above.isOpenBullet, above.hasDeeds)
    (looseIndent, isOpenLabel, isPlaced) = (nil, false, false)
  }

  /// Takes an alternative that is a bullet of its step, with its lines below it: `- 1a. The word is
  /// empty:`, `- 1a. The word is empty: System says so.` False for another line.
  mutating func takeBelowStep(_ text: String, _ isBullet: Bool, _ line: DocumentLine) -> Bool {
    if let indent = belowStep, line.indent > indent {
      addExtension(line)
      return true
    }
    belowStep = nil
    let colon = text.firstRange(of: ": ")
    let isAnswered = colon.map {
      ScenarioBuilder.isReaction(String(text[$0.upperBound...]), after: text[$0])
    }
    guard isBullet, text.hasSuffix(":") || isAnswered ?? false, isBelowStep(line),
      let step = steps.last,
      let found = ExtensionID(text), found.line == nil, found.outer == nil,
      found.steps.map({ "\($0.lowerBound)" }) == step.id, RowText(found.rest).kind == nil
    else { return false }
    addExtension(line)
    belowStep = line.indent
    return true
  }

  /// Adds the alternative `a. The guest insists:` of the line above it, which is indented less, or
  /// a line with a letter.
  mutating func addLettered(
    _ letter: String, _ rest: String, _ line: DocumentLine, _ isBullet: Bool
  ) {
    if let indent = lineIndent, line.indent > indent, outer.count < 8,
      rest.hasSuffix(":") || ScenarioBuilder.isCondition(rest),
      let last = extensions.last?.lines.last?.id, Int(last) != nil,
      let found = ExtensionID("\(last)\(letter). \(rest)")
    {
      addNested(found, line, isBullet)
    } else {
      addLine(letter, rest, line.fragment.span)
    }
  }

  /// A line of the open alternative that leads to another one of it: `Return to line 1`.
  func withOwnLine(_ line: StepDraft, _ text: String) -> StepDraft {
    guard let next = line.next, let open = extensions.last else { return line }
    let words = PlainWords.words(text)
    // `2.4 Repeat steps 2.1 to 2.3 for other books` below `2.0 Several books`
    if open.id.hasSuffix(".0"), next.hasPrefix(open.id.dropLast()) {
      var found = line
      let isLoop = words.contains(where: TurnWords.repeats.contains)
      found.next = isLoop ? nil : "\(open.id).\(next.dropFirst(open.id.count - 1))"
      return found
    }
    guard next.allSatisfy(\.isNumber) else { return line }
    let lines: Set<String> = ["line", "zeile", "ligne", "linea", "linha", "regel", "rida", "riga"]
    guard zip(words, words.dropFirst()).contains(where: { lines.contains($0) && $1 == next }) else {
      return line
    }
    var found = line
    found.next = "\(open.id).\(next)"
    return found
  }

  /// Takes `3a1. The guest asks again` for a line of `5a. The PIN is wrong:`, below which it stands
  /// more to the right.
  mutating func takeMisnumbered(_ found: ExtensionID, _ line: DocumentLine) -> Bool {
    guard let number = found.line, found.outer == nil, let open = extensions.last, !isFresh,
      line.indent > openIndent, open.id != found.id, open.outer == nil,
      let letter = found.id.last, letter.isLetter, open.id.last == letter,
      open.steps?.lowerBound != found.steps?.lowerBound,
      open.lines.isEmpty ? open.isAboveLines : Int(number) == open.lines.count + 1,
      !extensions.contains(where: { $0.id == found.id })
    else { return false }
    addLine(number, found.rest, line.fragment.span)
    lineIndent = line.indent
    return true
  }

  /// Takes `(3). The fleet is empty` for an alternative of step 3. False for another line.
  mutating func takeInBrackets(_ text: String, _ line: DocumentLine, _ isBullet: Bool) -> Bool {
    let raw = line.fragment.text.drop { "-*+• ".contains($0) }
    guard raw.hasPrefix("("), let close = raw.prefix(5).firstIndex(of: ")"),
      raw[close...].dropFirst().first == ".",
      let (id, rest) = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text)),
      stepIDs.contains(id), let step = Int(id)
    else { return false }
    addExtension(id, rest, step...step, line.fragment.span)
    (openIndent, isOpenBullet) = (line.indent, isBullet)
    return true
  }

  /// Whether a number beside the lines of `3a` that one of them has already is that of a step:
  /// `4. The model is missing:`.
  func isOfNextStep(_ id: String, _ rest: String, _ line: DocumentLine) -> Bool {
    rest.hasSuffix(":") && stepIDs.contains(id) && line.indent <= openIndent
      && extensions.last.map { open in open.lines.contains { $0.id == id } } ?? false
  }

  /// Takes `A4.1: The name is taken` above its lines for the first alternative of step 4.
  mutating func takePointed(_ found: ExtensionID, _ line: DocumentLine, _ isBullet: Bool) -> Bool {
    guard let number = found.line, isAboveNumbers, found.steps == nil, found.outer == nil else {
      return false
    }
    addExtension("\(found.id).\(number)", found.rest, nil, line.fragment.span)
    let step = String(found.id.drop(while: \.isLetter))
    if stepIDs.contains(step) { extensions[extensions.count - 1].at = step }
    (openIndent, isOpenBullet) = (line.indent, isBullet)
    return true
  }

  /// Splits `1.1. System says so`, which is indented more than line 1 of `3b`, into its number and
  /// the rest. Nil for another line.
  func belowLine(_ text: String, _ line: DocumentLine) -> (id: String, rest: String)? {
    guard let found = ScenarioBuilder.dotted(text), found.line == nil, !isFresh,
      let indent = lineIndent, line.indent > indent, let open = extensions.last,
      let last = open.lines.last?.id,
      last == found.step || last.hasPrefix("\(found.step).")
    else { return nil }
    return (found.id, found.rest)
  }

  /// The ids of the lines of an alternative, as they are written elsewhere.
  func lineIDs(of found: ExtensionDraft) -> [String] { found.lines.map { "\(found.id).\($0.id)" } }

  /// Notes the lines of alternatives to which the ids of others say that they belong, and forgets
  /// lines that there are not.
  mutating func followOuter() {
    let outers = extensions.map { $0.outer == nil ? ExtensionID("\($0.id). x")?.outer : nil }
    guard zip(extensions, outers).contains(where: { $0.outer != nil || $1 != nil }) else { return }
    let lines = Set(extensions.flatMap(lineIDs))
    for (place, outer) in outers.enumerated() {
      if let outer, lines.contains("\(outer.id).\(outer.line)") {
        (extensions[place].outer, extensions[place].at) = (outer.id, "\(outer.id).\(outer.line)")
      }
      if !lines.contains(extensions[place].at ?? "") { extensions[place].outer = nil }
    }
  }

  /// The extensions, with those of their lines behind each.
  func inOrder(_ found: [ExtensionDraft]) -> [ExtensionDraft] {
    guard found.contains(where: { $0.outer != nil }) else { return found }
    var inner: [String: [ExtensionDraft]] = [:]
    for one in found { if let outer = one.outer { inner[outer, default: []].append(one) } }
    var ordered: [ExtensionDraft] = []
    func add(_ one: ExtensionDraft) {
      ordered.append(one)
      for next in inner.removeValue(forKey: one.id) ?? [] { add(next) }
    }
    let ids = Set(found.map(\.id))
    for one in found where one.outer.map({ !ids.contains($0) }) ?? true { add(one) }
    return ordered
  }
}
