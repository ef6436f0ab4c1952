import FlowModel
import FlowRuntime

/// Says where a run that waits goes on in newer flows, or that it must be told of a change: by
/// comparing texts, without the checksums that a snapshot has.
struct MigrationJudge {
  let old: Machine
  let new: Program

  /// A step of the newer flows, and whether something about it is different.
  private typealias Place = (step: Step, isChanged: Bool)

  init(_ old: Machine, _ new: Program) { (self.old, self.new) = (old, new) }

  /// What is wrong with how a snapshot of the run is restored.
  func problems(restoring snapshot: Snapshot) -> [String] {
    var problems: [String] = []
    for accepts in [false, true] {
      let wanted = place(acceptingChanges: accepts)
      let restored = try? snapshot.machine(on: new, acceptingChanges: accepts)
      if restored?.step != wanted {
        problems.append(
          "it goes on at \(restored?.step.qualified ?? "no step"), should at "
            + "\(wanted?.qualified ?? "no step")\(accepts ? " with changes accepted" : "")")
      }
      guard let restored, restored.step == wanted else { continue }
      if facts(restored) != facts(old, in: restored) { problems.append("other facts") }
      if !accepts {
        if stack(restored) != stack(old).map({ "\(found($0)?.step.qualified ?? "")" }) {
          problems.append("another way back")
        }
        // What may happen now is what might have happened before.
        if possible(restored) != possible(old) {
          problems.append("\(possible(restored)) may happen, not \(possible(old))")
        }
      }
    }
    return problems
  }

  // MARK: Where it goes on

  private func place(acceptingChanges: Bool) -> Step? {
    guard let here = found(old.step), acceptingChanges || !here.isChanged else { return nil }
    for entry in old.history {
      let step = old.program.step(at: entry.block)
      guard let now = found(step) else {
        // A screen that is gone is one that Back passes over.
        if entry.isScreen, acceptingChanges { continue }
        return nil
      }
      if now.isChanged, !entry.isScreen, !acceptingChanges { return nil }
      if entry.isScreen, now.step.activity != .screen { return nil }
      if entry.kind == .call, now.step.activity != .call { return nil }
    }
    if !acceptingChanges {
      for (fact, value) in zip(old.program.facts, old.factValues) {
        let values = new.facts.first { $0.name == fact.name }?.values
        if let values, !values.contains(fact.values[Int(value)]) { return nil }
      }
    }
    if let result = old.result {
      guard here.step.rows(new.reading).contains(where: { $0.expectedOutcome == result }) else {
        return nil
      }
    }
    return here.step
  }

  private func found(_ step: Step) -> Place? {
    guard let flow = new.catalogue.flows.first(where: { $0.id == step.flow.id }) else { return nil }
    func place(_ now: Step) -> Place { (now, happenings(now) != happenings(step)) }
    if let name = step.name, let now = flow.steps.first(where: { $0.name == name }) {
      return (now, content(now) != content(step) || happenings(now) != happenings(step))
    }
    let same = flow.steps.first { $0.id == step.id }
    if let same, content(same) == content(step) { return place(same) }
    var alike = flow.steps.filter { content($0) == content(step) }
    if alike.count > 1 { alike = alike.filter { happenings($0) == happenings(step) } }
    if alike.count == 1 { return place(alike[0]) }
    // Only the words of the step itself are others, if all that can happen there is the same.
    guard flow.steps.allSatisfy({ content($0) != content(step) }), let same,
      happenings(same) == happenings(step)
    else { return nil }
    return (same, true)
  }

  private func found(_ name: String) -> Place? {
    old.program.catalogue.flows.flatMap(\.steps).first { $0.qualified == name }.flatMap(found)
  }

  // MARK: What a step is

  private func content(_ step: Step) -> [String] {
    let callee = step.activity == .call ? step.callee(new.reading) ?? "" : ""
    return [step.activity.key, step.subject, step.action ?? "", callee]
  }

  private func happenings(_ step: Step) -> [[String]] {
    func words(_ change: Change) -> String {
      "\(change.fact.name) \(change.kind) \(change.outcome ?? "")"
    }
    func words(_ condition: Condition) -> String { "\(condition.fact.name) \(condition.values)" }
    let inputs = step.inputs.map { "\($0.name) \($0.length) \($0.isSecret) \($0.isDigits)" }
    let rows = step.rows(new.reading).flatMap { row in
      let next = row.next(new.reading)
      let target = next.map(content) ?? [row.target(new.reading)?.description ?? ""]
      return [
        [row.kind.key, row.label, row.outcome ?? "", "\(row.after ?? 0)", "\(row.restarts)"],
        row.isAnywhere ? ["\(row.scope)"] : [], row.enters, row.conditions.map(words),
        row.changes.map(words), target,
      ]
    }
    return [inputs, step.unless.map(words), step.counts.map(words)] + rows
  }

  // MARK: What a run knows

  private func stack(_ machine: Machine) -> [String] {
    machine.history.map { machine.program.step(at: $0.block).qualified }
  }

  /// The facts that both versions have.
  private func facts(_ machine: Machine, in other: Machine? = nil) -> [String: String] {
    var facts: [String: String] = [:]
    let known = other ?? old
    for (fact, value) in zip(machine.program.facts, machine.factValues) {
      guard let there = known.program.facts.first(where: { $0.name == fact.name }) else { continue }
      let text = fact.values[Int(value)]
      // A value that is gone is the first one again.
      facts[fact.name] = there.values.contains(text) || other == nil ? text : there.values[0]
    }
    return facts
  }

  private func possible(_ machine: Machine) -> [String] {
    machine.rows.indices.map { "\(machine.rows[$0].label): \(machine.access(to: $0))" }
  }
}
