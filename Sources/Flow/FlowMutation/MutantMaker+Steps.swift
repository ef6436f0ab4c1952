internal import FlowModel

// Mutants of what a step is, shows and counts.
extension MutantMaker {
  func mutants(of step: Step) -> [Mutant] {
    rules(of: step) + shown(by: step) + details(of: step)
  }

  private func mutant(
    _ kind: Mutant.Kind, _ step: Step, _ change: String, edit: @escaping Mutant.Edit
  ) -> Mutant {
    mutant(kind, .step(step.index), step.qualified, change, edit: edit)
  }

  private func rare(
    _ kind: Mutant.Kind, _ step: Step, _ change: String,
    edit: @escaping @Sendable (inout Tables, inout StepRareFields) -> Void
  ) -> Mutant {
    let index = step.index
    return mutant(kind, step, change) { tables in
      let rare = Int(tables.steps[index].rare)
      var fields = tables.stepRareFields[rare]
      edit(&tables, &fields)
      tables.stepRareFields[rare] = fields
    }
  }

  /// What the step counts, when it is skipped, and what it hands over.
  private func rules(of step: Step) -> [Mutant] {
    let index = step.index
    let counters = step.counts.enumerated().map { place, change in
      mutant(.counter, step, "`\(change.fact.name)` is not counted") { tables in
        let old = Array(tables.steps[index].counts.range)
        let start = tables.changes.count
        for (other, change) in old.enumerated() where other != place {
          tables.changes.append(tables.changes[change])
        }
        tables.steps[index].counts = TableRange(start: start, count: old.count - 1)
      }
    }
    let unless = step.unless.enumerated().flatMap { place, condition in
      catalogue.negations(of: condition).map { change, mask in
        rare(.unless, step, change) { tables, fields in
          fields.unless = tables.replaced(fields.unless, place, by: mask)
        }
      }
    }
    let arguments = step.arguments.enumerated().map { place, argument in
      rare(.argument, step, "`\(argument.parameter)` is not handed over") { tables, fields in
        fields.arguments = tables.replaced(fields.arguments, place * 2..<place * 2 + 2, by: [])
      }
    }
    return counters + unless + arguments
  }

  /// The texts and the kind of the step.
  private func shown(by step: Step) -> [Mutant] {
    let index = step.index
    var mutants: [Mutant] = []
    if let other = step.activity.other {
      mutants.append(
        mutant(.activity, step, "\(step.activity.key) becomes \(other.key)") { tables in
          tables.steps[index].activity = other
        })
    }
    // The subject of a call is the flow that it calls.
    if step.activity != .call {
      mutants.append(
        mutant(.title, step, "another one") { tables in
          tables.steps[index].subject = tables.other(tables.steps[index].subject)
        })
    }
    if step.message != nil {
      mutants.append(
        mutant(.message, step, "another one") { tables in
          tables.steps[index].message = tables.other(tables.steps[index].message)
        })
    }
    for (place, button) in step.buttons.enumerated() {
      for (change, new) in [
        ("`\(button)` is not there", []), ("`\(button)` is called otherwise", [button + " too"]),
      ] {
        mutants.append(
          mutant(.button, step, change) { tables in
            tables.steps[index].buttons = tables.replaced(
              tables.steps[index].buttons, place..<place + 1, by: new)
          })
      }
    }
    return mutants
  }

  /// What few steps have.
  private func details(of step: Step) -> [Mutant] {
    let index = step.index
    var mutants: [Mutant] = []
    for (place, input) in step.inputs.enumerated() {
      func add(_ change: String, _ edit: @escaping @Sendable (inout InputRecord) -> Void) {
        mutants.append(
          mutant(.input, step, "`\(input.name)` \(change)") { tables in
            edit(&tables.inputs[tables.steps[index].inputs.range.lowerBound + place])
          })
      }
      add(input.isSecret ? "is not secret" : "is secret") { $0.isSecret.toggle() }
      if input.length.upperBound < Int(InputRecord.longest) {
        add("may be longer") { $0.most += 1 }
      }
    }
    if step.loading != nil {
      mutants.append(
        rare(.message, step, "another one while the user waits") { tables, fields in
          fields.loading = tables.other(fields.loading)
        })
    }
    for (place, item) in step.items.enumerated() {
      mutants.append(
        rare(.item, step, "`\(item)` is called otherwise") { tables, fields in
          fields.items = tables.replaced(
            fields.items, place..<place + 1, by: [item + " too"])
        })
    }
    if step.takes != nil {
      mutants.append(
        rare(.duration, step, "twice as long") { _, fields in
          fields.takes = fields.takes.map { $0.lowerBound * 2...$0.upperBound * 2 }
        })
    }
    if let isCancelable = step.isCancelable {
      mutants.append(
        rare(.duration, step, isCancelable ? "cannot be cancelled" : "can be cancelled") {
          $1.cancelable?.toggle()
        })
    }
    return mutants
  }
}

extension Activity {
  /// A kind of step with which this one may be mistaken. None for a call, whose subject is a flow.
  fileprivate var other: Activity? {
    switch self {
    case .screen: .prompt
    case .prompt, .notice: .screen
    case .determine: .execute
    case .validate: .execute
    case .execute: .system
    case .system, .outside: .execute
    case .os: .system
    case .await: .user
    case .user: .system
    case .call: nil
    }
  }
}
