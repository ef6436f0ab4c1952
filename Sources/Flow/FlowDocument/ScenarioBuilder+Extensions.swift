internal import Diagnostics
internal import FlowModel

// Extensions, alternative flows and exceptions.
extension ScenarioBuilder {
  /// Adds a line below the heading "Extensions", or a heading there.
  mutating func addExtension(_ line: DocumentLine) {
    var (text, isBullet) = ScenarioBuilder.cleaned(line)
    let isHeading = text.hasPrefix("#")
    let isOfStep = ScenarioBuilder.beginsWithStep(text)
    if isHeading { text = CellText.collapsed(String(text.drop { $0 == "#" })) }
    text = ScenarioBuilder.withPlainStep(text)
    let span = line.fragment.span
    boldName = ScenarioBuilder.boldName(line.fragment.text)
    isBoldLine = line.fragment.text.contains("**")
    text = withBoldID(text)
    guard !text.isEmpty else { return }
    if !isHeading, let lines = ScenarioBuilder.running(text, line) {
      for line in lines { addExtension(line) }
      return
    }
    leaveNested(text, line)
    if takeLikeMain(text, span) { return }
    if extensions.isEmpty || isFresh, ScenarioWords.saysNothing(text) { return }
    if addLeading(text, span, isShort: isHeading || line.fragment.text.hasPrefix("**")) {
      openIndent = line.indent
      return
    }
    if let title = titleInSection(text) {
      addExtension(freeID("A"), title, nil, span)
      openIndent = line.indent
      return
    }
    if takeLabel(text, isHeading: isHeading, isBullet: isBullet) { return }
    if takePlaced(text, line, isBullet) || takeInBrackets(text, line, isBullet) { return }
    text = withRangeLetter(ScenarioBuilder.withPlainID(text))
    if isHeading, let (_, rest) = ScenarioBuilder.numbered(text),
      Int(text.prefix { $0 != "." }) != nil,
      rest.contains(" ") || extensions.isEmpty, text.prefix(while: \.isNumber).count < 2,
      !stepIDs.contains(String(text.prefix(while: \.isNumber)))
    {
      text = rest
    }
    if isHeading, section == nil, let found = ScenarioBuilder.dotted(text), found.line == nil,
      stepIDs.contains(found.step)
    {
      // `### 5.1 The book is lent`, at step 5
      addExtension(found.id, found.rest, Int(found.step).map { $0...$0 }, span)
    } else if takeDotted(text, line) {
      // `3.1 The clerk asks for a guest` below `Alternative flow: Add`
    } else if let found = belowLine(text, line) {
      addLine(found.id, found.rest, span)
    } else if !isHeading, let found = ScenarioBuilder.dotted(text),
      let place = dottedPlace(found.step, found.id, found.line, found.rest)
    {
      if place.isLine {
        addLine(place.id, found.rest, span)
        lineIndent = line.indent
      } else {
        let isStep = stepIDs.contains(found.step) && !place.id.hasSuffix(".0")
        let number = isStep ? Int(found.step) : nil
        addExtension(place.id, found.rest, number.map { $0...$0 }, span)
        openIndent = line.indent
      }
    } else if let found =
      (isHeading || line.fragment.text.hasPrefix("**F")
      ? ScenarioBuilder.idInHeading(text) : ExtensionID(text))
      .map(ofOpen)
    {
      if takePointed(found, line, isBullet) || takeArrowed(found, span)
        || takeMisnumbered(found, line)
      {
        // `<- 2a. ...` after `-> 1a. ...`, `3a1. ...` below `5a. ...:`
      } else if takeSecond(found, span) {
        // `1b. ...` after `1a. ...` below `AF-1: Name`
      } else if let open = extensions.last, open.id.count == 1,
        found.id == "\(open.id)\(open.lines.count + 1)"
      {
        // `A1. ...` below `Alternative flow A`
        addLine("\(open.lines.count + 1)", found.rest, span)
        lineIndent = line.indent
      } else if isDeed(found, line, isBullet), let open = extensions.last {
        // `5a. System finds it`, `5b. System says so` below `E1: Registered already`
        hasDeeds = true
        extensions[extensions.count - 1].at = found.steps.map { "\($0.lowerBound)" }
        addLine("\(open.lines.count + 1)", found.rest, span)
      } else if isNested(found, line) {
        addNested(found, line, isBullet)
      } else if isFirstLine(found, line) {
        // `7a. Handle returned goods` below `7a    Buyer returns goods:`
        addLine("1", found.rest, span)
      } else if let number = found.line {
        if let last = extensions.indices.last, isSame(extensions[last], found.id) {
          // `FA1.1 ...` below `Alternative flow 1`
          nameLast(found.id)
        } else if number == "1", let last = extensions.indices.last, isTitle(extensions[last]) {
          // `5a1. ...` below `**No card**`
          (extensions[last].id, extensions[last].steps) = (found.id, found.steps)
        } else if extensions.last?.id != found.id {
          addExtension(found.id, found.rest, found.steps, span)
        }
        addLine(number, found.rest, span)
        lineIndent = line.indent
      } else {
        addExtension(found.id, found.rest, found.steps, span)
        (openIndent, isOpenBullet) = (line.indent, isBullet)
      }
    } else if !isHeading, let (letter, rest) = capital(text) {
      addExtension(letter, rest, nil, span)
      (openIndent, isOpenBullet) = (line.indent, isBullet)
    } else if isHeading, let (letter, rest) = capital(text) {
      addExtension(letter, rest, nil, span)
    } else if isHeading {
      let title = String(PlainWords.withoutNumber(Substring(text)))
      addExtension(freeID("A"), title, nil, span)
    } else if isFresh || extensions.isEmpty || extensions[extensions.count - 1].isNamedInBrackets,
      ScenarioBuilder.isNamedInBrackets(text)
    {
      let name = String(text.drop { $0 != "[" })
      addExtension(freeID("A"), name, nil, span)
    } else if isFresh, let single, let (id, rest) = ScenarioBuilder.numbered(text), id == "1",
      isDone(rest, span)
    {
      // `Exception flow: 1. Player has no coins. 2. System says so.`
      addExtension(freeID(single.letter), single.name, nil, span)
      openIndent = line.indent
      addLine(id, rest, span)
      lineIndent = line.indent
    } else if let (id, rest) = ScenarioBuilder.numbered(text) {
      // A number below `3a` is one of its lines. Below `3` it is the next extension.
      let isLine =
        isFresh
        ? nil
        : extensions.last.map { open in
          line.indent > openIndent || isBelowName(open, id, rest)
            || open.id.contains { $0.isLetter || $0 == "*" }
            || (open.id.contains(".") || open.isOfStep && !isOfStep)
              && Int(id) == open.lines.count + 1
        }
      if isLine ?? false, !isOfNextStep(id, rest, line) {
        if id == "1" { unplace() }
        addLine(id, rest, span)
        lineIndent = line.indent
      } else {
        addExtension(id, rest, Int(id.prefix { $0.isNumber }).map { $0...$0 }, span)
        let written = ScenarioBuilder.cleaned(line).text
        // `[1] The card is unknown`, which step 3 names: `The card is checked. [1]`
        if written.hasPrefix("[\(id)]") {
          extensions[extensions.count - 1].at =
            steps.first { ($0.said ?? "").contains("[\(id)]") }?.id
        }
        let mark = written.drop(while: \.isNumber).first
        extensions[extensions.count - 1].isListed = !isHeading && (mark == "." || mark == ")")
        extensions[extensions.count - 1].isOfStep = isOfStep
        // `1. In step 2, a drone fails to take off.`
        let limit = ScenarioBuilder.isCondition(rest) ? 8 : 2
        if let said = ScenarioBuilder.step(saidIn: condition(of: rest), within: limit) {
          extensions[extensions.count - 1].at = said
        }
        openIndent = line.indent
      }
    } else if let rest = letteredAlternative(text, line) {
      addExtension(freeID(single?.letter ?? "A"), rest, nil, span)
      (letters, openIndent) = (letters.map { ($0.indent, $0.count + 1) }, line.indent)
    } else if let (letter, rest) = ScenarioBuilder.lettered(text), !extensions.isEmpty {
      addLettered(letter, rest, line, isBullet)
    } else if isBullet, !isFresh, line.indent == looseIndent,
      isOpenLabel
        ? isBelowLabel(text, span)
        : saysReaction(text, span)
    {
      // `- The database cannot be reached`, `- System displays an error`
      addLine("\(extensions[extensions.count - 1].lines.count + 1)", text, span)
    } else if extensions.isEmpty || isFresh || isBesideLoose(text, line) {
      // A bullet or a paragraph for each, without ids.
      let letter = single?.letter ?? "A"
      addExtension(freeID(letter), text, nil, span)
      (looseIndent, isOpenLabel) = (line.indent, isBullet && isAboveDeed && text.hasSuffix(":"))
    } else if isBullet, isOpenBullet, line.indent <= openIndent, isBesideOpen(text, line) {
      // `- If the network fails, ...` after `- 2a. No contract: ...`
      addExtension(freeID("A"), text, nil, span)
      (openIndent, isOpenBullet) = (line.indent, true)
    } else if isBullet, joinsReactions(text, line) {
      // `- The name is empty`, `- A message appears`, `- Back to step 2`
    } else if let last = extensions.indices.last {
      let lines = extensions[last].lines
      if lines.isEmpty, let colon = text.firstIndex(of: ":"),
        ScenarioWords.isConditionLabel(text[..<colon])
      {
        // `Extension point: step 3`, `Condition: the PIN is wrong`
        let value = CellText.collapsed(String(text[colon...].dropFirst()))
        // `Trigger: There is no card (step 3)`
        let step = ScenarioBuilder.step(saidIn: value)
        extensions[last].at = step ?? extensions[last].at
        let said = step == nil ? value : ScenarioBuilder.withoutStep(value)
        if !said.isEmpty { extensions[last].label += ": \(said)" }
      } else if lines.isEmpty, extensions[last].steps == nil, extensions[last].at == nil,
        let step = ScenarioBuilder.step(saidIn: text) ?? markedStep(saidIn: text)
      {
        // `At step 3, the PIN is wrong.` below a heading.
        extensions[last].at = step
        let isMore =
          text.split(separator: " ").count > 6 || text.contains(";")
          || !ScenarioBuilder.withoutStep(text).isEmpty
        if isMore || extensions[last].label.count < 3 {
          extensions[last].label += extensions[last].label.isEmpty ? text : ": \(text)"
        }
        while let end = extensions[last].label.last, ".:".contains(end) {
          extensions[last].label.removeLast()
        }
      } else if lines.isEmpty, extensions[last].at == nil, extensions[last].steps == nil,
        !isBullet, ScenarioWords.saysAnyTime(text), reaction(in: text) == text
      {
        // `At any step, when the connection is lost` below its name
        extensions[last].at = ScenarioBuilder.anywhere
        extensions[last].label += ": \(text)"
        if extensions[last].label.hasSuffix(".") { extensions[last].label.removeLast() }
      } else if lines.isEmpty, isBeforeList {
        // `The guest has no card.` above its lines
        extensions[last].label += ": \(text)"
        if extensions[last].label.hasSuffix(".") { extensions[last].label.removeLast() }
      } else if lines.isEmpty || isBesideLines(line, isBullet) {
        if isBullet { bulletLineIndent = line.indent }
        addLine("\(lines.count + 1)", ScenarioWords.withoutLabel(text), span)
      } else if !isBullet, lineIndent == nil, bulletLineIndent == nil, isBesideCondition(text) {
        addExtension(freeID(single?.letter ?? "A"), text, nil, span)
      } else if !isBullet, lineIndent == nil, bulletLineIndent == nil, isDone(text, span) {
        addLine("\(lines.count + 1)", text, span)
      } else if !takeOtherWay(text, line, isBullet) {
        if text.first?.isNumber == true {
          reporter.misplace(
            span, "this cannot be read as a line; it is kept as a note of the line before")
        }
        ScenarioBuilder.take(text, into: &extensions[last].lines[lines.count - 1], span, &reporter)
      }
    }
  }

  mutating func addExtension(
    _ id: String, _ text: String, _ steps: ClosedRange<Int>?, _ span: Span
  ) {
    let isFirst = isFresh
    (bulletLineIndent, lineIndent, looseIndent) = (nil, nil, nil)
    (isFresh, awaitsCondition, isOpenBullet) = (false, false, false)
    (hasDeeds, isOpenLabel, isPlaced, dottedStep) = (false, false, false, nil)
    // `Step 4 --> if the file is unknown:`
    var label = String(text.drop { "-–—>→· ".contains($0) })
    // `### A1 No card`
    if id.first?.isLetter == true, label.hasPrefix("\(id) ") {
      label = CellText.collapsed(String(label.dropFirst(id.count)))
      if label.hasPrefix("("), label.hasSuffix(")"), label.count(where: { $0 == "(" }) == 1 {
        label = String(label.dropFirst().dropLast())
      }
    }
    var heading: String?
    if let open = extensions.last, !isFirst, open.lines.isEmpty, open.steps == nil,
      let steps, open.at ?? "\(steps.lowerBound)" == "\(steps.lowerBound)",
      id.first?.isNumber == true, !ScenarioBuilder.isCondition(open.label)
    {
      // `1a. The user is late` below the heading `Alternate Flow 1 - late`, `A. Alternative A`.
      heading = open.label.isEmpty ? open.id : open.label
      if !open.label.isEmpty { label = "\(open.label): \(text)" }
      named = (extensions.removeLast(), text)
    }
    var at: String?
    (at, label) = placed(label, id, steps)
    if at == nil, steps == nil || id.first?.isLetter == true {
      // `The boat is gone (step 4): System ...`
      let name = label.firstRange(of: "): ").map { String(label[...$0.lowerBound]) }
      at =
        name.flatMap { ScenarioBuilder.step(saidIn: $0) }
        ?? ScenarioBuilder.step(saidIn: condition(of: label))
    }
    var found = ExtensionDraft(id: id, label: label, at: at, span: span)
    takeArrow(of: &found, label)
    // `3a. Card expired: the use case ends`, `3a. Card expired - ends`
    let marks = [": ", " - ", " – ", " — ", "; "].flatMap { label.ranges(of: $0) }
    if found.lines.isEmpty, reaction(in: label) == label,
      // Not `Si no hay saldo, se muestra: "Sin saldo"`.
      !label.prefix(200).contains(", se "),
      let mark = marks.sorted(by: { $0.lowerBound < $1.lowerBound }).first(where: {
        TargetPhrase(String(label[$0.upperBound...]), prefix: prefix) != nil
          || Turn(String(label[$0.upperBound...])) != nil
          || ScenarioBuilder.isReaction(String(label[$0.upperBound...]), after: label[$0])
      })
    {
      found.label = CellText.collapsed(String(label[..<mark.lowerBound]))
      found.lines = sentences(of: String(label[mark.upperBound...])).enumerated().map {
        step("\($0 + 1)", $1, span)
      }
    }
    while let last = found.label.last, ".:; \u{A0}".contains(last) { found.label.removeLast() }
    (found.isAboveLines, found.heading, found.steps) = (text.hasSuffix(":"), heading, steps)
    (found.section, found.single) = (sectionName, single?.name)
    (found.boldName, found.isBold) = (boldName, isBoldLine)
    lineIDs = UniqueIDs(found.lines.map(\.id))
    extensions.append(found)
  }
}
