internal import Diagnostics
internal import FlowModel

// Alternatives that stand as bullets below their step: `- If the PIN is wrong: System shows why`.
extension ScenarioBuilder {
  /// A bullet with a condition and what happens then.
  struct Branch {
    let step: String
    let condition: String
    let then: String
    let span: Span
  }

  /// `If valid → System stores it` with a comma before who acts. Other texts stay.
  static func withoutArrow(_ text: String) -> String {
    guard isCondition(text), let arrow = text.prefix(80).firstRange(of: " → "),
      case let then = String(text[arrow.upperBound...]), !then.contains("→"),
      [ScenarioWords.people, ScenarioWords.systems].contains(where: {
        ScenarioWords.split(then, after: $0) != nil
      })
    else { return text }
    return "\(text[..<arrow.lowerBound]), \(then)"
  }

  /// The condition and what happens then, if a bullet below a step says both.
  static func branch(_ text: String) -> (condition: String, then: String)? {
    guard let colon = text.firstIndex(of: ":"),
      let first = PlainWords.words(text).first, ScenarioWords.ifs.contains(first)
    else { return nil }
    let condition = CellText.collapsed(String(text[..<colon]))
    let then = CellText.collapsed(String(text[text.index(after: colon)...]))
    // `If the answer is "Code: 3"` has no colon between the two.
    let marks = condition.count { $0 == "\"" }
    // Nor has `Si no hay saldo, se muestra: "Sin saldo"`.
    guard !condition.contains(", se "), condition.contains(" "), then.contains(" "),
      text[colon...].dropFirst().first == " ",
      marks % 2 == 0
    else { return nil }
    return (condition, then)
  }

  /// The same of a bullet without a colon, that stands more to the right than its step: `If the
  /// place is taken, the system says so`.
  func conditionBelow(_ line: DocumentLine, _ text: String) -> (condition: String, then: String)? {
    guard isBelowStep(line), ScenarioBuilder.isCondition(text),
      let (condition, then) = conditionAndReaction(in: text), then.contains(" ")
    else { return nil }
    return (condition, then.hasSuffix(".") ? String(then.dropLast()) : then)
  }

  /// The condition and what happens then, of a bullet and of `a. If the place is taken, ...` below
  /// a step.
  func branchBelow(
    _ line: DocumentLine, _ text: String, _ isBullet: Bool
  ) -> (condition: String, then: String)? {
    if line.isChoice {
      return conditionBelow(line, String(text.drop { $0.isNumber || ". ".contains($0) }))
    }
    if let (_, rest) = ScenarioBuilder.lettered(text) { return conditionBelow(line, rest) }
    return isBullet ? ScenarioBuilder.branch(text) ?? conditionBelow(line, text) : nil
  }

  mutating func addBranch(_ found: (condition: String, then: String), _ span: Span) {
    guard let step = steps.last?.id else { return }
    branches.append(Branch(step: step, condition: found.condition, then: found.then, span: span))
  }

  /// The condition and what happens then, of a sentence that says where the flow goes on then:
  /// `If the card is unknown, the use case ends`. Nil for another one.
  private func turning(_ line: StepDraft, arrows: Bool) -> (condition: String, then: String)? {
    guard line.next != nil || line.turn != nil, line.activity != .call, line.rows.isEmpty,
      let said = line.said, !ScenarioBuilder.saysLoop(said)
    else { return nil }
    if let way = ScenarioBuilder.wayInBrackets(said), TargetPhrase(way, prefix: prefix) != nil {
      return (way, way)
    }
    let parts = RowText.split(said)
    if arrows, let effect = parts.effect, TargetPhrase(effect, prefix: prefix) != nil {
      return (parts.sentence, effect)
    }
    guard ScenarioBuilder.isCondition(said) || ScenarioBuilder.branch(said) != nil,
      let (condition, then) = conditionAndReaction(in: said),
      TargetPhrase(then, prefix: prefix) != nil || Turn(then) != nil
    else { return nil }
    return (condition, then)
  }

  /// What may happen in place of what a step says: `returns to step 3 to modify` of `Admin confirms
  /// (or returns to step 3 to modify)`. Nil for another sentence.
  private static func wayInBrackets(_ said: String) -> String? {
    guard let close = said.lastIndex(of: ")"), said[close...].count < 3,
      let open = said[..<close].lastIndex(of: "("), open > said.startIndex,
      case let inner = said[open..<close].dropFirst(),
      let lead = ["or ", "oder ", "ou ", "o ", "of ", "või "].first(where: inner.hasPrefix)
    else { return nil }
    return String(inner.dropFirst(lead.count))
  }

  /// Makes alternatives of the steps that lead elsewhere under a condition: what stands behind them
  /// happens if it does not hold.
  mutating func branchOff() {
    for place in steps.indices {
      let following = place + 1 < steps.count ? steps[place + 1].id : "end"
      guard steps[place].next != following,
        let (condition, then) = turning(steps[place], arrows: false)
      else {
        takeOrder(ofStep: place)
        continue
      }
      branches.append(
        Branch(step: steps[place].id, condition: condition, then: then, span: steps[place].span))
      (steps[place].next, steps[place].turn) = (nil, nil)
    }
  }

  /// Leaves to the system what a step orders under a condition: `If valid, save the name`.
  private mutating func takeOrder(ofStep place: Int) {
    let said = steps[place]
    guard said.activity == .outside, said.rows.isEmpty, said.next == nil, said.turn == nil,
      let (condition, then) = ScenarioBuilder.isCondition(said.subject)
        ? conditionAndReaction(in: said.subject) : nil
    else { return }
    var bare = said
    bare.subject = then
    let found = ScenarioBuilder.ordered(bare, ScenarioWords.reactionOrders)
    guard found.activity == .system else { return }
    (steps[place].activity, steps[place].subject) = (.system, found.subject)
    steps[place].addNote(condition)
  }

  /// The lines of an alternative of which only one is taken, since some lead elsewhere, as
  /// alternatives to the line above:
  /// `2. Officer approves → continue at step 5`, `3. Officer refuses → the draft is kept`.
  private mutating func exclusiveLines(of place: Int) -> [ExtensionDraft] {
    let open = extensions[place]
    func parts(_ line: StepDraft) -> (condition: String, then: String)? {
      guard line.rows.isEmpty, let said = line.said,
        let arrow = [" → ", " -> ", " => "].lazy.compactMap({ said.firstRange(of: $0) }).first,
        said.count(where: { $0 == "→" }) < 2
      else { return nil }
      let condition = CellText.collapsed(String(said[..<arrow.lowerBound]))
      let then = CellText.collapsed(String(said[arrow.upperBound...]))
      return condition.contains(" ") && then.contains(" ") ? (condition, then) : nil
    }
    guard let first = open.lines.firstIndex(where: { parts($0) != nil }), first > 0,
      open.lines.count - first > 1, open.lines[first...].allSatisfy({ parts($0) != nil }),
      // Not `1. Clerk closes it`, `2. Clerk clicks Back → the list`, `3. Clerk waits → a notice`.
      open.lines[first...].contains(where: { line in
        parts(line).map { TargetPhrase($0.then, prefix: prefix) != nil || Turn($0.then) != nil }
          ?? false
      })
    else { return [] }
    return open.lines[first...].compactMap { line in
      guard let (condition, then) = parts(line) else { return nil }
      var found = ExtensionDraft(
        id: "\(open.id).\(line.id)", label: condition, at: "\(open.id).\(open.lines[first - 1].id)",
        span: line.span)
      (found.outer, found.section) = (open.id, open.section)
      found.lines = [ScenarioBuilder.ordered(step("1", then, line.span))]
      return found
    }
  }

  /// Makes alternatives of the lines of alternatives that lead elsewhere under a condition, above
  /// other lines.
  mutating func branchOffLines() {
    var inner: [ExtensionDraft] = []
    var used = Set(extensions.map(\.id))
    for place in extensions.indices {
      let id = extensions[place].id
      let others = exclusiveLines(of: place)
      if let first = others.first, used.isDisjoint(with: others.map(\.id)) {
        used.formUnion(others.map(\.id))
        let count = extensions[place].lines.count - others.count
        extensions[place].lines.removeSubrange(count...)
        extensions[place].lines[count - 1].next = "end"
        reporter.assume(
          first.span, "lines with arrows were read as alternatives to line `\(first.at ?? id)`")
        inner += others
      }
      for line in extensions[place].lines.indices.dropLast() {
        let said = extensions[place].lines[line]
        guard let (condition, then) = turning(said, arrows: true),
          let own = ScenarioBuilder.alphabet.lazy.map({ "\(id).\(said.id)\($0)" }).first(
            where: { used.insert($0).inserted })
        else { continue }
        var found = ExtensionDraft(
          id: own, label: condition, at: "\(id).\(said.id)", span: said.span)
        (found.outer, found.section) = (id, extensions[place].section)
        found.lines = [step("1", then, said.span)]
        inner.append(found)
        (extensions[place].lines[line].next, extensions[place].lines[line].turn) = (nil, nil)
        reporter.assume(
          said.span,
          "a condition of line `\(id).\(said.id)` was read as the alternative `\(found.id)`")
      }
    }
    extensions += inner
  }

  /// Makes the case of a first line that is a condition, and goes on in the next: `If the name is
  /// missing,` above `the system shows why`.
  func takeCondition(of found: inout ExtensionDraft) {
    guard found.lines.count > 1, found.lines[0].rows.isEmpty, let said = found.lines[0].said,
      said.hasSuffix(","), ScenarioBuilder.isCondition(said)
    else { return }
    found.label += ": \(said.dropLast())"
    let ids = found.lines.map(\.id)
    found.lines.removeFirst()
    for place in found.lines.indices { found.lines[place].id = ids[place] }
  }

  /// Adds the bullets as alternatives, with ids that the document does not use.
  mutating func addBranches() {
    var used = Set(extensions.map(\.id))
    for branch in branches {
      let ids = "abcdefghijklmnopqrstuvwxyz".map { "\(branch.step)\($0)" }
      guard let id = ids.first(where: { !used.contains($0) }) else {
        reporter.misplace(branch.span, "step `\(branch.step)` has no letter for it left")
        continue
      }
      used.insert(id)
      var found = ExtensionDraft(
        id: id, label: branch.condition, at: branch.step, span: branch.span)
      found.isOfSeveral =
        branches.count(where: { $0.step == branch.step }) > 1
        || steps.contains { $0.id == branch.step && $0.said?.hasSuffix(":") ?? false }
      found.lines = [step("1", branch.then, branch.span)]
      extensions.append(found)
      reporter.assume(
        branch.span, "a condition of step `\(branch.step)` was read as the alternative `\(id)`")
    }
  }
}
