internal import FlowModel
internal import FlowRuntime

extension EngineRun {
  /// Where the run stands, as JSON: what to show, what may be done and why the rest may not, the
  /// timer, the callers, the facts. docs/webassembly.md lists the keys.
  public var state: String {
    let step = machine.step
    let isOver = machine.end != nil
    var state = ObjectText()
    state.add("step", step.qualified)
    state.add("name", step.name)
    state.add("flow", step.flow.id)
    state.add("reading", machine.program.reading.rawValue)
    state.add("needs", needs)
    state.add("end", machine.end?.description)
    state.add("standing", isOver ? nil : machine.standing)
    state.add("activity", step.activity.key)
    state.add("text", step.text)
    state.add("title", step.activity.isShown ? step.subject : step.text)
    state.add("message", step.message)
    state.add("loading", step.loading)
    if !step.items.isEmpty { state.add("items", step.items) }
    state.add("inputs", list: step.inputs.map { EngineRun.description(of: $0) })
    state.add("buttons", step.buttons)
    if let action = action(of: step) { state.add("action", json: action) }
    if let passed = passed(by: step) { state.add("passes", json: passed) }
    state.add("rows", list: isOver ? [] : rows)
    if let timer = machine.timer {
      var text = ObjectText()
      text.add("row", machine.row(of: timer).qualified)
      text.add("due", timer.due)
      state.add("timer", json: text.text)
    }
    state.add("callers", list: machine.callers.map { EngineRun.description(of: $0) })
    var facts = ObjectText()
    for (fact, value) in zip(machine.program.facts, machine.factValues) {
      facts.add(fact.name, fact.values[Int(value)])
    }
    state.add("facts", json: facts.text)
    state.add("clock", machine.clock)
    state.add("enteredAt", machine.enteredAt)
    return state.text
  }

  /// What the run needs to go on: `user` or `action` or `timer` or several of them, or `settle`.
  private var needs: String {
    switch machine.need {
    case .end: "end"
    case .call: "call"
    case .result: "result"
    case .passOver: "pass over"
    case .event: machine.waits ? "event" : "nothing"
    }
  }

  /// The action of the step with its arguments, the outcomes that have a row, and the values that
  /// the host may show in texts.
  private func action(of step: Step) -> String? {
    guard machine.need == .event, let name = step.action else { return nil }
    var outcomes: [String] = []
    for row in machine.rows {
      if let outcome = row.expectedOutcome, !outcomes.contains(outcome) { outcomes.append(outcome) }
    }
    var action = ObjectText()
    action.add("name", name)
    action.add("outcomes", outcomes)
    if !step.values.isEmpty { action.add("values", step.values) }
    var arguments = ObjectText()
    for (parameter, value) in step.arguments { arguments.add(parameter, value) }
    action.add("arguments", json: arguments.text)
    return action.text
  }

  /// What the step passes to the flow that it calls: the names of inputs, by parameter.
  private func passed(by step: Step) -> String? {
    guard machine.need == .call, !step.arguments.isEmpty else { return nil }
    var passed = ObjectText()
    for (parameter, value) in step.arguments { passed.add(parameter, value) }
    return passed.text
  }

  private var rows: [String] {
    machine.rows.enumerated().map { position, row in
      var text = EngineRun.description(of: row, as: machine.program.reading)
      text.add("refusal", machine.refusal(of: position)?.description)
      return text.text
    }
  }

  static func description(of row: Row, as reading: Reading) -> ObjectText {
    var text = ObjectText()
    text.add("row", row.qualified)
    text.add("name", row.name)
    text.add("kind", row.kind.key)
    text.add("text", row.text)
    text.add("label", row.label)
    text.add("next", row.target(reading)?.description)
    text.add("outcome", row.expectedOutcome)
    if !row.enters.isEmpty { text.add("enters", row.enters) }
    if let after = row.after { text.add("after", after) }
    if row.isAnywhere { text.add("anywhere", true) }
    return text
  }

  private static func description(of caller: Step) -> String {
    var text = ObjectText()
    text.add("step", caller.qualified)
    text.add("title", caller.flow.title)
    text.add("text", caller.text)
    return text.text
  }

  private static func description(of input: Input) -> String {
    var text = ObjectText()
    text.add("name", input.name)
    text.add("secret", input.isSecret)
    text.add("digits", input.isDigits)
    text.add("least", Int64(input.length.lowerBound))
    text.add("most", Int64(input.length.upperBound))
    return text.text
  }
}
