import FlowModel
import FlowRuntime

@testable import FlowCheck

// The rules about ways out of a flow.
extension Judge {
  /// No run that is at the step ever leaves its flow.
  static let noWayOut = Judge("no-way-out") { sample, agreement in
    let arrivals = sample.arrivals
    for context in sample.contexts {
      let flow = context.flow
      let runs = Exploration(
        sample.program, from: arrivals[flow] ?? [], home: flow, most: Sample.most / 2)
      // A step of the flow without rows is a matter of another rule.
      let isOut: (Int) -> Bool = { number in
        let place = runs.place(of: number)
        return runs.hasLeft[number]
          || place.rows.isEmpty && place.step.flow == flow
            && runs.machines[number].callers.isEmpty
      }
      let leads = runs.leading(to: isOut)
      let mayLead = runs.leading { isOut($0) || runs.isCut[$0] }
      var (trapped, out, unknown): (Set<Step>, Set<Step>, Set<Step>) = ([], [], [])
      for (number, machine) in runs.machines.enumerated() where !runs.hasLeft[number] {
        let step = runs.place(of: number).step
        // A run of the flow that was called by itself leaves by what it returns.
        guard step.flow == flow, machine.returned < 0, machine.callers.isEmpty else { continue }
        if leads[number] {
          out.insert(step)
        } else if mayLead[number] {
          unknown.insert(step)
        } else {
          trapped.insert(step)
        }
      }
      let reported = Set(context.steps).subtracting(WaysOut(context).steps.steps)
      agreement.compare(
        reported, of: trapped.union(out).subtracting(unknown), doneByNoneOf: out,
        isComplete: sample.runs.isComplete, sample)
    }
  }

  /// A run that has entered the secret leaves the flow, and has come neither to something that uses
  /// it nor back to the step.
  static let secretAlive = Judge("secret-alive") { sample, agreement in
    guard sample.runs.isComplete else { return }
    let arrivals = sample.arrivals
    for context in sample.contexts {
      let flow = context.flow
      let entering = sample.steps.filter { $0.flow == flow }.flatMap { step in
        step.rows(sample.reading).filter { $0.enters == ["pin"] }
      }
      guard !entering.isEmpty else { continue }
      let runs = Exploration(
        sample.program, from: arrivals[flow] ?? [], home: flow, most: Sample.most / 2)
      let findings = Findings.of(context, check: .secretAlive)
      let reported = Set(findings.entries.map(\.part))
      for row in entering {
        let step = row.step(sample.reading)
        let alive = sample.runs(entering: row, at: step, after: runs)
        let leads = alive.hasLeft.contains(true)
        let isCut = runs.isCut.contains(true) || alive.isCut.contains(true)
        switch (reported.contains(.row(row)), leads) {
        case (true, true): agreement.noteFound()
        case (true, false): if !isCut { agreement.alarm("\(row)", sample) }
        case (false, true): agreement.miss("\(row)", sample)
        case (false, false): agreement.noteSilent()
        }
      }
    }
  }
}

extension Sample {
  /// For each flow the steps at which runs come to it from outside.
  fileprivate var arrivals: [Flow: [Step]] {
    var arrivals: [Flow: [Step]] = [:]
    for flow in flows { arrivals[flow] = flow.firstStep.map { [$0] } ?? [] }
    for move in runs.moves where runs.target(of: move) == .goto {
      let to = runs.machines[move.to]
      let step = runs.place(of: move.to).step
      guard !to.hasEnded, runs.place(of: move.from).step.flow != step.flow,
        arrivals[step.flow]?.contains(step) != true
      else { continue }
      arrivals[step.flow, default: []].append(step)
    }
    return arrivals
  }

  /// The names that steps to which runs come give to an action or to a flow that is not written, or
  /// to one that does so in turn, by flows.
  fileprivate func used() -> [Flow: Set<String>] {
    var used: [Flow: Set<String>] = [:]
    var isNew = true
    while isNew {
      isNew = false
      for step in steps {
        for (parameter, value) in step.arguments
        where gives(step, parameter, used) && used[step.flow, default: []].insert(value).inserted {
          isNew = true
        }
      }
    }
    return used
  }

  private func gives(_ step: Step, _ parameter: String, _ used: [Flow: Set<String>]) -> Bool {
    guard let name = step.callee(reading), let callee = catalogue.flow(named: name),
      !callee.isOutline
    else { return true }
    return used[callee]?.contains(parameter) ?? false
  }

  /// All runs from where the row has entered its secret, up to what uses it.
  fileprivate func runs(entering row: Row, at step: Step, after runs: Exploration) -> Exploration {
    let used = used()
    let users = steps.filter { other in
      other.flow == step.flow
        && other.arguments.contains { $0.value == "pin" && gives(other, $0.parameter, used) }
    }
    var starts: [Machine] = []
    for (number, machine) in runs.machines.enumerated()
    where !runs.hasLeft[number] && machine.returned < 0 && machine.callers.isEmpty {
      let place = runs.place(of: number)
      guard place.step == step, let position = place.rows.firstIndex(of: row) else { continue }
      var next = machine
      if (try? next.take(position)) != nil { starts.append(next) }
    }
    let staysThere = starts.contains { !$0.hasEnded && $0.step == step }
    let known = Set(step.unless.map(\.fact.name))
    return Exploration(
      program, from: starts, home: step.flow, most: Sample.most / 2
    ) { machine, place, isSkip in
      guard machine.callers.isEmpty, place.step.flow == step.flow else { return true }
      if place.step == step, !staysThere { return false }
      guard users.contains(place.step) else { return true }
      return isSkip && !known.isSuperset(of: place.step.unless.map(\.fact.name))
    }
  }
}
