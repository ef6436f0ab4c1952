internal import FlowModel
internal import FlowRuntime
internal import JSON

// What an assistant is told of a run.
extension Gate {
  /// Where the run stands, what may be done, and by whom.
  func answer(
    _ machine: Machine, handle: String, took: [TraceEntry] = [], failure: String? = nil
  ) -> AgentAnswer {
    var text = ""
    for entry in took.suffix(Workbench.most) {
      text += "took \(entry.row.qualified)  \(entry.row.text) -> \(entry.target)\n"
    }
    if let failure { text += "failed: \(failure)\n" }
    let step = machine.step
    var choices: [JSONValue] = []
    if let end = machine.end {
      text += "over: \(end)\n"
    } else {
      text += "at \(step.qualified)  \(step.activity.isShown ? step.subject : step.text)\n"
      if let message = step.message { text += "  “\(message)”\n" }
      for input in step.inputs {
        text +=
          "  input \(input.name): "
          + (input.isSecret ? "secret, from the vault\n" : "\(input.requirement)\n")
      }
      for (position, row) in machine.rows.enumerated()
      where row.isDecided(file.reading) {
        let taker = rows.taker(of: row)
        let refusal = machine.refusal(of: position)?.description
        var way = taker == .agent ? "you may take it" : "a person decides: \(rows.reason(row))"
        if let refusal { way = "not now: \(refusal)" }
        text += "  \(row.qualified)  \(row.text): \(way)\n"
        choices.append(
          .object([
            "row": .string(row.qualified), "text": .string(row.text),
            "by": .string(taker.rawValue), "refusal": refusal.map { .string($0) },
          ]))
      }
    }
    let data = JSONValue.object([
      "handle": .string(handle), "step": .string(step.qualified),
      "over": .bool(machine.end != nil), "end": machine.end.map { .string($0.description) },
      "rows": .array(choices), "failed": failure.map { .string($0) },
      "took": .strings(took.map(\.row.qualified)),
    ])
    // Clients that show a model only the text have the handle there.
    text += "handle: \(handle)\n"
    return AgentAnswer(text, data: data, next: next(machine, choices.isEmpty))
  }

  private func next(_ machine: Machine, _ isStuck: Bool) -> String? {
    guard machine.end == nil else { return nil }
    if let action = machine.step.action, machine.need == .event {
      return file.handlers[action] == nil
        ? "nothing performs `\(action)`: a person says \(GateFile.name) what does"
        : "gate_take with the row `\(Gate.again)` performs `\(action)` again"
    }
    return isStuck
      ? "nobody decides here; gate_state says whether time has led on"
      : "gate_take with this handle and one of these rows"
  }

  /// The rows that may be taken, for a refusal.
  static func choices(_ machine: Machine, _ rows: GateRows) -> String {
    let reading = machine.program.reading
    let open = machine.rows.enumerated().filter {
      $0.element.isDecided(reading) && machine.refusal(of: $0.offset) == nil
    }.map(\.element.qualified)
    return open.isEmpty
      ? "nobody decides here; gate_state says whether the run has gone on"
      : "these rows may be taken: \(open.joined(separator: ", "))"
  }

  /// Asks a person, and says so.
  func ask(
    _ subject: GateQuestions.Subject, _ machine: Machine
  ) async throws(AgentRefusal) -> AgentAnswer {
    let row = machine.rows.first { $0.qualified == subject.row }
    let reason = row.map { rows.reason($0) } ?? "it changes the world"
    let question = try await questions.ask(subject)
    var answer = AgentAnswer(
      "a person decides `\(subject.row)`: \(reason)\n",
      data: .object(["needs": .string("person"), "row": .string(subject.row)]),
      next: "ask the person to decide, with `flowrun gate confirm` at a terminal, in the studio or "
        + "at the address that the client shows; then call gate_take again with the same handle "
        + "and row")
    answer.question = question
    return answer
  }

  /// What a person is asked before a row of a run: the row, and all that was entered in the run.
  func subject(
    _ title: String, _ machine: Machine, _ snapshot: Snapshot, run: String, head: String
  ) -> GateQuestions.Subject {
    func pairs(_ texts: [String: String]) -> [String] {
      texts.sorted { $0.key < $1.key }.map { "\($0.key): “\($0.value)”" }
    }
    let row = machine.rows.first { $0.qualified == title }
    let place = ["\(machine.step.flow.title), at \(machine.step.qualified)"]
    let words =
      (row.map { "\(title): \($0.text)" } ?? title)
      + " (\((place + pairs(snapshot.inputs)).joined(separator: "; ")))"
    let facts = JSONValue.object(
      members: snapshot.facts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    let inputs = JSONValue.object(
      members: snapshot.inputs.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    let circumstances = JSONValue.array([
      .string(fingerprint), .string(machine.step.qualified), facts, inputs,
    ])
    return GateQuestions.Subject(
      row: title, run: run, head: head, circumstances: circumstances.text, words: words)
  }
}
