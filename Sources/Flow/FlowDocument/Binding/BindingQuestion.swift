internal import Diagnostics
internal import FlowModel

/// Something that a document does not say about a row, and an answer that may hold.
struct BindingQuestion {
  /// The index of the row among those of the draft.
  let row: Int
  let text: String
  /// The key and its value, as they would be written.
  let key: String
  let answer: String
}

/// Finds what a document does not say about a flow.
struct BindingQuestions {
  private(set) var found: [BindingQuestion] = []
  private let draft: FlowDraft
  private let rows: [BindableRow]
  private var places: [String: Int] = [:]
  /// The number of the language of the document.
  private let language: Int

  /// - Parameter draft: the flow with what is bound already.
  init(_ draft: FlowDraft) {
    self.draft = draft
    rows = draft.bindable
    let lines = draft.sections.flatMap(\.steps) + draft.steps + draft.extensions.flatMap(\.lines)
    language = TargetWords.language(
      of: (lines.map { $0.said ?? $0.subject } + lines.flatMap { $0.rows.map(\.label) }
        + draft.extensions.map(\.label)).joined(separator: " "))
    for (index, row) in rows.enumerated() { places[row.reference] = index }
    for section in draft.sections {
      for step in section.steps { ask(step, step.id, []) }
    }
    for step in draft.steps {
      ask(step, step.id, draft.extensions.filter { $0.isAbout(step.id) })
    }
    for found in draft.extensions {
      for line in found.lines { ask(line, "\(found.id).\(line.id)", []) }
      askTime(found.label, found.id, found.bound)
    }
    found.sort { $0.row < $1.row }
  }

  private mutating func ask(_ reference: String, _ text: String, _ key: String, _ answer: String) {
    guard let row = places[reference] else { return }
    found.append(BindingQuestion(row: row, text: text, key: key, answer: answer))
  }

  private mutating func ask(_ step: StepDraft, _ id: String, _ extensions: [ExtensionDraft]) {
    // The row of a step, or the extension that is one, with what decides it.
    let cases =
      step.rows.filter { $0.kind == .case || $0.kind == .event && $0.after == nil }
      .map { ($0.id, $0.label, $0.bound) }
      + extensions.filter { WaitWords.time(in: $0.label) == nil }
      .map { ($0.id, $0.label, $0.bound) }
    let hasAction = step.bound.has("action")
    if step.activity.isAnswered, !hasAction, !step.bound.has("as") {
      if !cases.isEmpty {
        ask(
          id, "What finds out which of the cases holds? Give that work a name.", "action",
          WorkWords.action(step, language))
      } else if WorkWords.isWork(step), step.rows.isEmpty {
        ask(
          id, "Does the app or a server do work here? Then give it a name.", "action",
          WorkWords.action(step, language))
      }
    }
    if step.activity.isAnswered, hasAction || WorkWords.isWork(step) || !cases.isEmpty {
      let own = step.rows.isEmpty && !cases.isEmpty && !step.bound.has("on")
      if own {
        ask(id, "Which answer of that work leads on?", "on", "done")
      }
      let answers = WorkWords.answers(cases.map(\.1), language)
      for ((reference, _, bound), answer) in zip(cases, answers)
      where !bound.has("on") && !bound.has("after") {
        ask(reference, "Which answer leads here?", "on", answer)
      }
    }
    askApart(cases)
    for row in step.rows where row.after == nil && row.kind != .user {
      askTime(row.label, row.id, row.bound)
    }
    if step.rows.isEmpty, step.activity == .await { askTime(step.subject, id, step.bound) }
    askInputs(step, id)
  }

  /// Rows that the same answer would take.
  private mutating func askApart(_ cases: [(id: String, label: String, bound: Bound)]) {
    var first: [String: String] = [:]
    for ((id, _, bound), likely) in zip(cases, WorkWords.answers(cases.map(\.label), language)) {
      guard !bound.has("if"), !bound.has("after") else { continue }
      let answer = bound.pairs.first { $0.key == "on" }?.value.text ?? likely
      if let other = first[answer] {
        ask(
          id, "`\(other)` is taken for `\(answer)` too. What must hold for this one?", "if",
          "{ fact: value }")
      } else {
        first[answer] = id
      }
    }
  }

  private mutating func askTime(_ text: String, _ id: String, _ bound: Bound) {
    guard !bound.has("after"), !bound.has("on") else { return }
    if let time = WaitWords.time(in: text) {
      ask(id, "Is this a timer that begins when the step does?", "after", time)
    } else if ExpiryWords.saysExpiry(text) {
      ask(id, "Is this a timer that begins when the step does? After what time?", "after", "15 min")
    }
  }

  private mutating func askInputs(_ step: StepDraft, _ id: String) {
    let entering =
      step.activity == .user && step.rows.isEmpty
      ? [(id, step.subject, step.bound)]
      : step.rows.filter { $0.kind == .user }.map { ($0.id, $0.label, $0.bound) }
    var known = step.inputs.map(\.name)
    for pair in step.bound.pairs where pair.key == "input" {
      known += pair.value.pairs?.map(\.key) ?? []
    }
    for (reference, text, bound) in entering where !bound.has("enters") {
      guard let name = InputWords.entered(in: text) else { continue }
      let isSecret = InputWords.isSecret(text)
      if known.isEmpty {
        ask(
          id, "What is entered here? Is it secret, and how long is it?", "input",
          "{ \(name): { \(isSecret ? "secret: yes, digits: 6" : "length: 1..50") } }")
      }
      ask(reference, "Which inputs have to be filled in for this?", "enters", known.first ?? name)
    }
  }
}

extension FlowDraft {
  /// Who acts as a person besides the first actor, and may be another system: names that are not
  /// those of roles.
  var doubtfulActors: [String] {
    let lines = sections.flatMap(\.steps) + steps + extensions.flatMap(\.lines)
    let roles = ScenarioWords.roles.union(QuestionWords.roles)
    var found: [String] = []
    for line in lines where line.activity == .user {
      guard let note = line.note?.split(separator: "; ").first(where: { $0.hasPrefix("Actor: ") })
      else { continue }
      let name = String(note.dropFirst("Actor: ".count))
      let plain = PlainWords.folded(name)
      if !roles.contains(where: plain.hasSuffix),
        !found.contains(where: { PlainWords.folded($0) == plain })
      {
        found.append(name)
      }
    }
    return found
  }
}

extension ExtensionDraft {
  /// Whether it is about a step.
  fileprivate func isAbout(_ step: String) -> Bool {
    if let at { return at == step }
    let number = id.prefix { $0.isNumber || $0 == "." }
    return number == step
  }
}
