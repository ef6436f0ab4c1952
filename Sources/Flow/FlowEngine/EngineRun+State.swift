internal import FlowModel
internal import FlowRuntime
internal import JSON

extension EngineRun {
  /// Where the run stands, as JSON: what to show, what may be done and why the rest may not, the
  /// timer, the callers, the facts. docs/webassembly.md lists the keys.
  public var state: String {
    let step = machine.step
    let isOver = machine.end != nil
    return JSONValue.object([
      "step": .string(step.qualified), "flow": .string(step.flow.id),
      "reading": .string(machine.program.reading.rawValue),
      "needs": .string(needs), "end": machine.end.map { .string($0.description) },
      "standing": isOver ? nil : .string(machine.standing),
      "activity": .string(step.activity.key), "text": .string(step.text),
      "title": .string(step.activity.isShown ? step.subject : step.text),
      "message": step.message.map { .string($0) }, "loading": step.loading.map { .string($0) },
      "items": step.items.isEmpty ? nil : .strings(step.items),
      "inputs": .array(step.inputs.map { EngineRun.description(of: $0) }),
      "buttons": .strings(step.buttons),
      "action": action(of: step), "rows": .array(isOver ? [] : rows),
      "timer": machine.timer.map { timer in
        .object([
          "row": .string(machine.row(of: timer).qualified), "due": .integer(timer.due),
        ])
      },
      "callers": .array(
        machine.callers.map { caller in
          .object([
            "step": .string(caller.qualified), "title": .string(caller.flow.title),
            "text": .string(caller.text),
          ])
        }),
      "facts": .object(
        members: zip(machine.program.facts, machine.factValues).map {
          ($0.name, .string($0.values[Int($1)]))
        }),
      "clock": .integer(machine.clock), "enteredAt": .integer(machine.enteredAt),
    ]).text
  }

  /// What the run needs to go on: `user` or `action` or `timer` or several of them, or `settle`.
  private var needs: String {
    switch machine.need {
    case .end: "end"
    case .call: "call"
    case .result: "result"
    case .passOver: "pass over"
    case .event: machine.head.flags & Block.passes != 0 ? "nothing" : "event"
    }
  }

  /// The action of the step with its arguments and the outcomes that have a row.
  private func action(of step: Step) -> JSONValue? {
    guard machine.need == .event, let name = step.action else { return nil }
    var outcomes: [String] = []
    for row in machine.rows {
      if let outcome = row.expectedOutcome, !outcomes.contains(outcome) { outcomes.append(outcome) }
    }
    return .object([
      "name": .string(name), "outcomes": .strings(outcomes),
      "arguments": .object(members: step.arguments.map { ($0.parameter, .string($0.value)) }),
    ])
  }

  private var rows: [JSONValue] {
    machine.rows.enumerated().map { position, row in
      .object([
        "row": .string(row.qualified), "kind": .string(row.kind.key), "text": .string(row.text),
        "label": .string(row.label),
        "next": row.target(machine.program.reading).map { .string($0.description) },
        "outcome": row.expectedOutcome.map { .string($0) },
        "enters": row.enters.isEmpty ? nil : .strings(row.enters),
        "after": row.after.map { .integer($0) },
        "refusal": refusal(of: position).map { .string($0) },
      ])
    }
  }

  private static func description(of input: Input) -> JSONValue {
    .object([
      "name": .string(input.name), "secret": .bool(input.isSecret),
      "digits": .bool(input.isDigits), "least": .integer(input.length.lowerBound),
      "most": .integer(input.length.upperBound),
    ])
  }
}
