internal import Diagnostics
internal import FlowModel

// Bullets below a step of the main scenario that are more than notes.
extension ScenarioBuilder {
  /// Takes `User actions:` and `System responses:`, and the bullets below them as steps. False for
  /// another line.
  mutating func takeSide(_ text: String, _ isBullet: Bool, _ span: Span) -> Bool {
    let words = PlainWords.words(String(text.prefix(40)))
    if text.hasSuffix(":"), words.count == 2, !isBullet,
      ["action", "resp", "react", "input", "aktion", "reaktion"].contains(where: words[1].hasPrefix)
    {
      if ScenarioWords.isSystem(words[0]) { openSide = "System" }
      if ScenarioWords.people.contains(words[0]) { openSide = "User" }
      return openSide != nil
    }
    guard isBullet, let side = openSide, ScenarioBuilder.numbered(text) == nil else {
      openSide = nil
      return false
    }
    addStep("\(steps.count + 1)", ScenarioBuilder.sentence(text, by: side), span)
    return true
  }

  /// Takes such a bullet: what the system answers to what a person does, as the second step of the
  /// row, and what is done under the condition that the step is. False for another line.
  mutating func takeBullet(_ text: String, _ isBullet: Bool, _ line: DocumentLine) -> Bool {
    guard isBullet, bulletIndent == nil, isBelowStep(line), let last = steps.last,
      last.rows.isEmpty, last.next == nil, text.utf8.count < 400,
      ScenarioBuilder.numbered(text) == nil, ScenarioBuilder.lettered(text) == nil,
      // Not `Message: Done`.
      !text.prefix(20).contains(":") || text.prefix(while: { $0 != ":" }).contains("\"")
    else { return false }
    return takeThen(text, last) || takeSystemAnswer(text, last, line)
  }

  /// `- The file is moved.` below `4. If the file is fine:`
  private mutating func takeThen(_ text: String, _ last: StepDraft) -> Bool {
    let said = last.said ?? ""
    guard thenStep == last.id || said.hasSuffix(":") && ScenarioBuilder.isCondition(said),
      // Each line builds the sentence anew.
      said.utf8.count < 2_000, !ScenarioBuilder.isCondition(text)
    else { return false }
    var deed = Substring(text)
    while let mark = deed.last, ".;,".contains(mark) { deed.removeLast() }
    var whole = last
    whole.said = thenStep == last.id ? "\(said); \(deed)" : "\(said) \(deed)"
    whole.subject = whole.said ?? ""
    whole.activity = .outside
    steps[steps.count - 1] = whole
    thenStep = last.id
    return true
  }

  /// `- The system shows the list.` below `1. The clerk asks for the list.`
  private mutating func takeSystemAnswer(
    _ text: String, _ last: StepDraft, _ line: DocumentLine
  ) -> Bool {
    guard last.activity == .user || last.activity == .outside, !last.id.hasSuffix("+"),
      let found = ScenarioWords.deed(text, of: ScenarioWords.systems.union(systems)),
      found.clause == nil, !ScenarioBuilder.saysState(found.deed),
      !text.contains(". "), let indent = stepIndent
    else { return false }
    addStep("\(last.id)+", text, line.fragment.span)
    stepIndent = indent
    return true
  }
}
