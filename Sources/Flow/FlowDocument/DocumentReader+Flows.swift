internal import FlowModel

// Flows that have numbers or names and no kind: `Scenario 1: Happy path`, `Scenario 2: No card`.
extension DocumentReader {
  /// Whether the draft has a scenario or a table, or its document says that it is a use case.
  ///
  /// A manual has words such as `Steps` too: of a document that says nothing else, one step in a
  /// table is not enough, and nobody writes steps that begin with code.
  var isUseCase: Bool {
    draft.isNamed || !draft.hasMadeUpID || !draft.sections.isEmpty
      || hasTitle && saysWhat && draft.texts[.actor] != nil
        && draft.lists[.preconditions]?.isEmpty == false
      || draft.steps.count > (hasMainLine && saysWho || saysMore ? 0 : 1) && !hasCode
  }
  /// Whether the first step is a sentence.
  private var saysWhat: Bool {
    draft.steps.first.map { $0.subject.split(separator: " ").count > 3 } ?? false
  }
  /// Whether somebody acts in the first step: not in `Transitions: Fade in`.
  private var saysWho: Bool {
    draft.steps.first.map { $0.activity == .user || $0.activity == .system } ?? false
  }
  /// Whether the document says who acts, or what may go wrong in the one step there is.
  private var saysMore: Bool {
    // Not a table of the keys of a file, which has a row `actor`.
    guard saysWho else { return false }
    return !draft.extensions.isEmpty || draft.headerPlaces.contains { $0.part == .text(.actor) }
  }
  /// Whether the document says more of a use case than that there are steps.
  var saysUseCase: Bool {
    draft.isNamed || !draft.hasMadeUpID || draft.texts[.actor] != nil
      || draft.lists[.preconditions]?.isEmpty == false
  }

  /// Notes that the next line is the first of the main scenario.
  mutating func beginMainLines() {
    let above = lines[..<index].last { !$0.isBlank }?.fragment.text ?? ""
    hasMainLine = true
    let isName = above.hasPrefix("**") && above.hasSuffix("**") && HeaderLabel(above) == nil
    mainName = isName ? CellText(above).whole : nil
  }

  private var isBelowPostconditions: Bool {
    switch state {
    case .list(.postconditions), .ending: return true
    case nil:
      guard
        let heading = lines[..<index].suffix(60).last(where: { $0.fragment.text.hasPrefix("#") }),
        case .list(.postconditions)? = HeaderLabel(CellText(heading.fragment.text).whole)
      else { return false }
      return true
    default: return false
    }
  }

  private static let successes: Set<String> = [
    "success", "on success", "erfolg", "succes", "exito", "sucesso", "successo", "edu",
  ]
  static let failures: Set<String> = [
    "failure", "on failure", "fehler", "misserfolg", "fehlschlag", "echec", "fallo", "falha",
    "fout",
    "ebaonnestumine", "fallimento",
  ]

  /// What a heading means where it stands: `### Use case` above `1. ...`, `2. ...` is that of the
  /// steps.
  mutating func meaning(of label: HeaderLabel) -> HeaderLabel {
    let name = CellText(lines[index].fragment.text).whole.filter { !"#*:".contains($0) }
    if isBesideActor(label, name) { return .related(CellText.collapsed(name)) }
    if case .related(let name) = label, isBelowPostconditions {
      let words = PlainWords.folded(name)
      if DocumentReader.successes.contains(words) { return .list(.postconditions) }
      if DocumentReader.failures.contains(words) { return .ending(name) }
    }
    // `Main scenario` above a paragraph that tells an example, behind the steps
    if case .main = label, scenario.steps.count > 1, isAboveProse {
      return .related(CellText.collapsed(name.hasSuffix(".") ? String(name.dropLast()) : name))
    }
    guard case .title = label, scenario.isEmpty, table.isEmpty else { return label }
    if isIndex(name) { return .related(CellText.collapsed(name)) }
    let below = lines[(index + 1)...].lazy.filter { !$0.isBlank }.prefix(2).map { line in
      ScenarioBuilder.numbered(
        ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(line).text))?.id ?? ""
    }
    return Array(below) == ["1", "2"] && !hasMainBelow() ? .main : label
  }

  /// Whether `Use cases:` stands above their names, of which each has its actors: `Log in (Guest)`.
  private func isIndex(_ name: String) -> Bool {
    guard DocumentSegments.plurals.contains(" " + PlainWords.folded(name)) else { return false }
    let below = lines[(index + 1)...].lazy.filter { !$0.isBlank }.prefix(3).map(\.fragment.text)
    return below.count == 3 && below.allSatisfy { $0.trimmed.hasSuffix(")") && $0.contains("(") }
  }

  /// Whether the next line is a paragraph of several sentences.
  private var isAboveProse: Bool {
    guard let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return false }
    let (text, isBullet) = ScenarioBuilder.cleaned(next)
    return !isBullet && !next.fragment.text.hasPrefix("#") && text.utf8.count > 80
      && ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text)) == nil
  }

  /// Begins the main scenario, or an alternative, of the name of a numbered flow.
  ///
  /// - Returns: whether the line is such a name.
  mutating func beginsFlow(_ text: String, _ line: DocumentLine, _ level: Int) -> Bool {
    let raw = line.fragment.text
    let isMarked =
      raw.hasPrefix("#") || raw.hasPrefix("**") || DocumentReader.isBoldBullet(raw)
    guard draft.isNamed || !draft.hasMadeUpID, table.isEmpty,
      let name = DocumentReader.numberedFlow(text), isAboveSteps(line),
      // Not `Case 1: The card is valid` below a step, or in a list of test cases.
      scenario.isEmpty || (isMarked || hasNumberedFlows) && !scenario.isBelowStep(line),
      !(state?.isHeader ?? false) || raw.hasPrefix("#") && level <= stateLevel
        || DocumentReader.isBoldBullet(raw) && isBeside(line)
    else { return false }
    guard scenario.isEmpty else {
      begin(.extensions, line, level)
      scenario.addNamed(name.title, line)
      return true
    }
    if hasMainBelow() { return false }
    hasNumberedFlows = true
    begin(.main, line, level)
    if name.isNamed { add([name.title], to: .list(.notes), .line, line.fragment.span) }
    return true
  }

  /// Begins an alternative of any other name above steps that begin again after those of the main
  /// scenario, and that somebody does. Of a heading, one of them has to say where it leads on.
  ///
  /// - Returns: whether the line is such a name.
  mutating func beginsAgain(_ text: String, _ line: DocumentLine, _ level: Int) -> Bool {
    let raw = line.fragment.text
    let isHeading = raw.hasPrefix("#")
    guard !scenario.isBelowStep(line), scenario.steps.count > 1,
      scenario.extensions.isEmpty || isHeading,
      isHeading || isInMain && raw.hasPrefix("**") && raw.hasSuffix("**"),
      let next = lines[(index + 1)...].firstIndex(where: { !$0.isBlank }),
      HeaderLabel(text) == nil, ExtensionID(text) == nil, !(state?.isHeader ?? false),
      !DocumentReader.others.contains(where: PlainWords.folded(text).contains)
    else { return false }
    // `**Search**` and `**Payment**` are parts of the main scenario if both stand above steps.
    if !isHeading, let mainName, !areVariants(mainName, text, below: next) { return false }
    if areCases(below: next) {
      begin(.extensions, line, level)
      return true
    }
    var leads = false
    for (count, below) in lines[next...].lazy.filter({ !$0.isBlank }).prefix(40).enumerated() {
      guard case .text = below.kind,
        let found = ScenarioBuilder.numbered(
          ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(below).text))
      else { break }
      guard Int(found.id) == count + 1 else { return false }
      leads = leads || TargetPhrase(found.rest, prefix: prefix) != nil || Turn(found.rest) != nil
    }
    // `### Fluxo de reprovação`
    let noun = PlainWords.words(text).first ?? ""
    guard !isHeading || leads || DocumentReader.nouns.contains(noun), saysDeeds(below: next) else {
      return false
    }
    let name = text.drop { "# ".contains($0) }
    begin(.extensions, line, level)
    scenario.addNamed(
      CellText.collapsed(String(name.hasSuffix(":") ? name.dropLast() : name)), line)
    return true
  }

  /// Whether names of parts are those of different things to do with something, and the numbers
  /// begin again: `**Create event**` and `**Edit event**`, which are not done one after the other.
  private func areVariants(_ first: String, _ second: String, below next: Int) -> Bool {
    let names = [first, second].map { PlainWords.words($0.filter { $0 != ":" }) }
    guard let one = names[0].first, let other = names[1].first, one != other else { return false }
    let number = ScenarioBuilder.numbered(
      ScenarioBuilder.withPlainNumber(ScenarioBuilder.cleaned(lines[next]).text))
    return number?.id == "1" && ScenarioWords.variants.contains(one)
      && ScenarioWords.variants.contains(other)
  }

  /// Whether bullets say what may happen at steps: `- If the price is missing in step 3, ...`.
  private func areCases(below first: Int) -> Bool {
    let (indent, places) = (lines[first].indent, ScenarioBuilder.step(saidIn:within:))
    var (count, hasPlace) = (0, false)
    for below in lines[first...].lazy.filter({ !$0.isBlank }).prefix(40) {
      guard case .text = below.kind else { break }
      if below.indent > indent { continue }
      let (text, isBullet) = ScenarioBuilder.cleaned(below)
      guard isBullet else { break }
      let isPlaced = places(text, 2) != nil || ExtensionID(text)?.steps != nil
      guard isPlaced || ScenarioBuilder.isCondition(text) || ExtensionID(text) != nil else {
        return false
      }
      count += 1
      hasPlace = hasPlace || isPlaced || places(text, 12) != nil
    }
    return count > 1 && hasPlace
  }

  /// Begins alternatives below a word that heads them only below steps: `## Errors`.
  ///
  /// - Returns: whether the line is such a word.
  mutating func beginsErrors(_ text: String, _ line: DocumentLine, _ level: Int) -> Bool {
    let raw = line.fragment.text
    guard !scenario.isEmpty, raw.hasPrefix("#") || raw.hasPrefix("**"), text.utf8.count < 40,
      case let name = PlainWords.folded(text.filter { !"#*:".contains($0) }),
      HeadingWords.besidesAlternatives.contains(CellText.collapsed(name)[...])
    else { return false }
    begin(.extensions, line, level)
    scenario.beginExtensions(text)
    return true
  }

  /// Begins an alternative whose number or name is in brackets after its kind: `Alternative
  /// scenario (2a): ...`, `**Alternative flow (No list):**`.
  ///
  /// - Returns: whether the line is such a name.
  mutating func beginsInBrackets(_ text: String, _ line: DocumentLine, _ level: Int) -> Bool {
    if !scenario.isEmpty, let numbered = ScenarioBuilder.numberedInBrackets(text) {
      begin(.extensions, line, level)
      var own = line
      own.fragment.text = numbered
      scenario.addExtension(own)
      return true
    }
    if let (name, step) = placedAlternative(text) {
      begin(.extensions, line, level)
      scenario.addNamed(name, line)
      scenario.placeOpen(at: step)
      return true
    }
    guard let name = bracketedAlternative(text) else { return false }
    begin(.extensions, line, level)
    scenario.addNamed(name, line)
    return true
  }

  /// Whether the first step stands below a line.
  private func isAboveSteps(_ line: DocumentLine) -> Bool {
    guard let next = lines[(index + 1)...].first(where: { !$0.isBlank }), case .text = next.kind
    else { return false }
    let (text, isBullet) = ScenarioBuilder.cleaned(next)
    let found = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text))
    if scenario.isEmpty { return found?.id == "1" }
    return found != nil || isBullet || ScenarioBuilder.dotted(text) != nil
  }

  /// The title of a numbered flow: `No card` of `Scenario 2: No card`, and `Scenario 2` itself if
  /// there is no more. Nil for another line.
  static func numberedFlow(_ text: String) -> (title: String, isNamed: Bool)? {
    guard text.utf8.count < 120 else { return nil }
    let plain = text.drop { "# -+*•".contains($0) }
    let words = plain.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count > 1, nouns.contains(PlainWords.folded(String(words[0]))) else { return nil }
    // `Scenario 1`, `Scenario A:`
    let digits = words[1].prefix { $0.isASCII && $0.isNumber }
    let isMarkedNext = words.count > 2 && words[2].first.map { ":-–—".contains($0) } ?? false
    let letter =
      words[1].first.map { "ABCDEF".contains($0) } ?? false
      && (words[1].dropFirst() == ":" || words[1].count == 1 && isMarkedNext)
    let number = letter ? words[1].prefix(1) : digits
    let mark = words[1].dropFirst(number.count)
    guard (1...2).contains(number.count), mark.isEmpty || [":", ".", ")"].contains(mark) else {
      return nil
    }
    let head = "\(words[0]) \(number)"
    guard words.count > 2 else { return (head, false) }
    let isMarked = !mark.isEmpty || words[2].first.map { ":-–—(".contains($0) } ?? false
    guard isMarked else { return nil }
    var title = words[2].drop { ":-–— ".contains($0) }
    if title.hasPrefix("("), title.hasSuffix(")"), title.count(where: { $0 == "(" }) == 1 {
      title = title.dropFirst().dropLast()
    }
    while let last = title.last, ": ".contains(last) { title.removeLast() }
    let name = CellText.collapsed(String(title))
    return name.isEmpty ? (head, false) : (name, true)
  }

  /// Words in names of steps that are not those of the use case.
  private static let others = [
    "test", "setup", "set-up", "set up", "install", "deploy", "demo", "troubleshoot", "config",
  ]

  private static let nouns: Set<String> = [
    "scenario", "flow", "path", "sequence", "course", "case", "option", "opcion", "opcao",
    "szenario", "ablauf", "pfad", "fall",
    "flujo", "escenario", "camino", "secuencia", "caso", "fluxo", "cenario", "caminho",
    "sequencia", "flux", "chemin", "deroulement", "cas", "flusso", "percorso", "sequenza",
    "stroom", "verloop", "pad", "geval", "voog", "kulg", "stsenaarium", "juhtum",
  ]
}
