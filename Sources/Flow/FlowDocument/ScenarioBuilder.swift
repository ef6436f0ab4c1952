internal import Diagnostics
internal import FlowModel

/// Builds the steps of a main scenario, of its extensions, and of user stories from their lines.
struct ScenarioBuilder {
  var steps: [StepDraft] = []
  var extensions: [ExtensionDraft] = []
  var stepIDs = UniqueIDs()
  /// The ids of the lines of the open extension.
  var lineIDs = UniqueIDs()
  var keys = RowKeys()
  var reporter: Reporter
  /// The letters before the number in an id: with `UC`, "Use Case #1" is `UC1`.
  let prefix: String
  /// How the document calls the system, beside the usual words.
  var systems: Set<String> = []
  /// The names of the system in the header of the use case.
  var ownNames: Set<String> = []

  init(path: String, prefix: String) {
    reporter = Reporter(path: path)
    self.prefix = prefix
  }

  /// What may happen in steps, as bullets below them say.
  var branches: [Branch] = []
  /// How far the last numbered step is indented, and the numbered lines that belong to it.
  var stepIndent: Int?
  private var subIndent: Int?
  /// How far the bullets of a scenario without numbers are indented.
  var bulletIndent: Int?
  /// How far the bullets of an extension are indented, and the extension itself.
  var bulletLineIndent: Int?
  /// How far the last numbered line of the open extension is indented.
  var lineIndent: Int?
  var openIndent = 0
  /// How far the open extension is indented, if it is a bullet of a step.
  var belowStep: Int?
  /// The alternatives that are open while one of their lines is read.
  var outer: [OuterAlternative] = []
  /// Whether bullets with ids below the open extension are its lines.
  var hasDeeds = false
  /// What is read of a step that is a heading.
  var parts: StepParts?
  /// The step that was the last line, if it is in bold: what is done stands below its name.
  private var namedStep: Int?
  /// Whether the last extension with an id is a bullet.
  var isOpenBullet = false
  /// Whether the last extension is a bullet that ends with a colon, above those of its lines.
  var isOpenLabel = false
  /// The named extension whose name the last one took, and the text of that one.
  var named: (open: ExtensionDraft, text: String)?
  /// Whether the only line of the last extension stood after its step: `Step 4: It answers`.
  var isPlaced = false
  /// Who does what stands in the bullets that follow: `User actions:`.
  var openSide: String?
  /// The step of which the lines of the open alternative have the number: `3.1`, `3.2`.
  var dottedStep: String?
  /// Who acts, if the document does not declare it and all steps of people name the same.
  var actor: String?
  /// How far the extensions are indented that are bullets or paragraphs without ids.
  var looseIndent: Int?
  /// The number of the heading of extensions: of `5. Alternative flows`, whose parts are `5.1`.
  var section: String?
  /// The letter and the name of the alternative of a heading in the singular: `Exception flow`.
  var single: (letter: String, name: String)?
  /// The heading of extensions that was the last.
  var sectionName = ""
  /// The name in bold that the line begins with which is read.
  var boldName: String?
  /// Whether a part of that line is in bold.
  var isBoldLine = false
  /// Whether the heading of the condition of the open extension was the last line.
  var awaitsCondition = false
  /// Whether a heading of extensions was the last line: what follows belongs to none above it.
  var isFresh = false

  /// Whether all numbers are 1, and Markdown counts them; whether those of the open alternative
  /// are.
  var isCounted = false
  var areLinesCounted = false
  /// The last number of a step as it is written, and how many were there twice.
  var shift: (last: Int, count: Int) = (0, 0)
  /// The ids of steps by what the document calls them: `FB1` of `FB1 - The guest asks`.
  var marks: [String: String] = [:]
  private var markLead: String?
  /// How far the alternatives are indented that have letters, and how many there are.
  var letters: (indent: Int, count: Int)?
  /// Who acts, as the document declares it, also with articles.
  var declared: Set<String> = []
  /// Who acts in the other use cases of the document, also with articles.
  var others: Set<String> = []
  /// The arrow before the line that is added.
  var arrow: StepArrow?
  /// Whether the next line is a bullet beside this one with a deed.
  var isAboveDeed = false
  /// Whether a numbered list begins below the line that is read.
  var isAboveNumbers = false
  /// What the header says of who acts.
  var declaredText = ""
  /// What the main actor is called, folded. Nil before that is known, and if nobody else acts.
  var mains: Set<String>?
  /// Whether `3.2 ...` stands below a line `3.1 ...`.
  var isAboveSecond = false
  /// Whether the line that is added is a paragraph above numbered lines.
  var isBeforeList = false
  /// Whether the steps are `- 1. The guest asks`, and whether they are `a. The guest asks`.
  private var isNumberedBullet = false
  private var isLettered = false
  static let alphabet = "abcdefghijklmnopqrstuvwxyz".map(String.init)
  /// Whether the steps are paragraphs without numbers.
  private var canBeSteps = false
  /// Who acts in the last step, if it says no more than that: what is done stands below it.
  private var doer: String?
  /// The step that is a condition, with what bullets below it say that is done then.
  var thenStep: String?

  var isEmpty: Bool { steps.isEmpty && extensions.isEmpty }

  // MARK: Lines

  /// Adds a line of the main scenario or of the user stories.
  mutating func addMain(_ line: DocumentLine) {
    let (cleaned, isBullet) = ScenarioBuilder.cleaned(line)
    let span = line.fragment.span
    let plain = ScenarioBuilder.withPlainNumber(cleaned, next: steps.count + 1)
    let text = withDottedNumber(plain)
    if steps.isEmpty, let lines = ScenarioBuilder.runningSteps(text, line) {
      for line in lines { addMain(line) }
      return
    }
    let (named, count) = (namedStep, steps.count)
    namedStep = nil
    defer {
      let raw = line.fragment.text
      if steps.count > count, raw.hasPrefix("**"), raw.hasSuffix("**") { namedStep = count }
    }
    if let named, !isBullet, takeDeed(text, ofNamed: named, line) { return }
    if let found = ScenarioBuilder.marked(cleaned, next: steps.count + 1),
      steps.isEmpty || found.lead == markLead && line.indent == stepIndent
    {
      (marks[found.mark], markLead) = (found.id, found.lead)
      (stepIndent, subIndent, bulletIndent) = (line.indent, nil, isBullet ? line.indent : nil)
      addStep(found.id, found.rest, span)
      return
    }
    // Not `1.` alone, of a form that nobody has filled.
    guard let mark = text.last, !".)".contains(mark) || !text.dropLast().allSatisfy(\.isNumber)
    else { return }
    if takeSide(text, isBullet, span) { return }
    // `(one at a time)` below a step
    if text.hasPrefix("("), text.hasSuffix(")"), isBelowStep(line) || canBeSteps, !isBullet {
      steps[steps.count - 1].addNote(text)
      return
    }
    // `a. The member opens the page`
    if let (letter, rest) = ScenarioBuilder.lettered(cleaned),
      let place = ScenarioBuilder.alphabet.firstIndex(of: letter), place == steps.count,
      place == 0 || isLettered && line.indent == stepIndent
    {
      isLettered = true
      marks[letter] = "\(place + 1)"
      (stepIndent, subIndent, bulletIndent) = (line.indent, nil, nil)
      addStep("\(place + 1)", rest, span)
      return
    }
    if takeDeed(text, isBullet, line) || takeBelowStep(text, isBullet, line) { return }
    if takeBullet(text, isBullet, line) { return }
    if line.isChoice, let found = branchBelow(line, text, isBullet) {
      addBranch(found, span)
      return
    }
    // `2a. The card is unknown` among the steps.
    if !steps.isEmpty, let found = ExtensionID(text), found.steps != nil, !isBullet,
      RowText(found.rest).kind == nil, !found.rest.contains(" (next: "),
      stepIDs.contains("\(found.steps?.lowerBound ?? 0)") || found.line != nil
    {
      addExtension(line)
      return
    }
    if let (id, rest) = ScenarioBuilder.numbered(text) {
      if steps.isEmpty, id == "1", addArrows(text, span) { return }
      if isInStep(id, line) {
        steps[steps.count - 1].addNote(text)
        subIndent = line.indent
        return
      }
      // `2a. Case: The card is new` below step 2: in other formats it has no bullet.
      let isRow = stepIndent.map { line.indent > $0 } ?? false && RowText(rest).kind != nil
      if !isRow { (stepIndent, subIndent) = (line.indent, nil) }
      if steps.isEmpty { isNumberedBullet = isBullet }
      let isNext = isNumberedBullet && Int(id) == steps.count + 1 || text != plain
      if isBullet || isRow, !steps.isEmpty, bulletIndent == nil, !isNext {
        addRow(id, rest, at: steps.count - 1, span)
      } else {
        addStep(id, rest, span)
      }
    } else if isBullet, bulletIndent.map({ line.indent <= $0 }) ?? steps.isEmpty {
      bulletIndent = bulletIndent ?? line.indent
      addStep("\(steps.count + 1)", text, span)
    } else if !steps.isEmpty, !isBullet, text.utf8.count < 40,
      TargetPhrase(text, prefix: prefix)?.target == "end"
    {
      // `END OF USE CASE`
      ScenarioBuilder.take(text, into: &steps[steps.count - 1], span, &reporter)
    } else if steps.isEmpty || canBeSteps && !isBullet && bulletIndent == nil && stepIndent == nil {
      // A paragraph for each step, or a sentence.
      canBeSteps = true
      let sentences = ScenarioWords.sentences(text) { rest in
        [ScenarioWords.systems, systems, ScenarioWords.people].contains {
          ScenarioWords.split(rest, after: $0) != nil
        }
      }
      for sentence in sentences { addStep("\(steps.count + 1)", sentence, span) }
    } else if isBullet, ScenarioBuilder.looksNumbered(text) {
      reporter.lose(
        span, "this cannot be read as one row; it is left out",
        help: "write a line for each, with its id and what happens", whole: .step)
    } else if bulletIndent == nil, let found = branchBelow(line, text, isBullet) {
      addBranch(found, span)
    } else {
      ScenarioBuilder.take(text, into: &steps[steps.count - 1], span, &reporter)
    }
  }

  /// Takes what somebody does in the last step from the bullets below it: `2. The system:`
  private mutating func takeDeed(_ text: String, _ isBullet: Bool, _ line: DocumentLine) -> Bool {
    guard let doer, let indent = stepIndent ?? bulletIndent, let last = steps.last,
      line.indent > indent || line.indent == indent && isBullet && bulletIndent == nil,
      // Not `Message: Done`.
      !text.prefix(20).contains(":") || text.prefix(while: { $0 != ":" }).contains("\"")
    else { return false }
    let numbered = ScenarioBuilder.numbered(text)
    if isBullet, numbered != nil { return false }
    var deed = numbered?.rest ?? ScenarioBuilder.lettered(text)?.rest ?? text
    while let mark = deed.last, ".;,".contains(mark) { deed.removeLast() }
    guard !ScenarioBuilder.isCondition(deed),
      ScenarioWords.split(deed, after: ScenarioWords.people) == nil
    else { return false }
    let said = last.said ?? ""
    // Each line builds the sentence anew.
    guard said.utf8.count < 2_000 else { return false }
    let sentence =
      said.hasSuffix(":") || said == doer
      ? "\(doer) \(ScenarioBuilder.lowered(deed, doer))"
      : "\(said); \(ScenarioBuilder.lowered(deed, doer))"
    steps[steps.count - 1] = step(last.id, sentence, last.span)
    return true
  }

  mutating func addStep(
    _ written: String, _ text: String, _ span: Span, next: String? = nil
  ) {
    var id =
      written == "1" && isCounted && !steps.isEmpty
      ? "\(steps.count + 1)" : shifted(written, span)
    if !stepIDs.insert(id) {
      reporter.loseSecond("step", id, span)
      id = stepIDs.repeated(id)
    }
    var step = step(id, ScenarioBuilder.withoutArrow(text), span)
    if let next { step.next = next }
    steps.append(step)
    doer = ScenarioWords.doer(text)
  }

  /// Whether a numbered line, indented more and not the next one, belongs to the last step.
  private func isInStep(_ id: String, _ line: DocumentLine) -> Bool {
    guard let last = steps.last, let stepIndent, line.indent > stepIndent else { return false }
    if let subIndent { return line.indent >= subIndent }
    return id == "1" && DocumentID(last.id).shape == .section
  }

  /// Whether a line stands below the last step, as it is indented more.
  func isBelowStep(_ line: DocumentLine) -> Bool {
    (stepIndent ?? bulletIndent).map { line.indent > $0 } ?? false
  }
}
