public import FlowModel

extension Snapshot {
  /// The machine, to continue where the snapshot was taken.
  ///
  /// A step that was renumbered is found again by its content. The time since the snapshot counts:
  /// a timer that has run out meanwhile is due at once. If the clock was set back, no time has
  /// passed.
  ///
  /// - Parameters:
  ///   - timeOfDay: the time now, in milliseconds since 1970.
  ///   - acceptingChanges: continues although the current step or a calling step has changed, Back
  ///     leads to fewer screens, or the value of a fact is gone; the fact then has its first value.
  /// - Throws: ``SnapshotError``.
  public func machine(
    on program: Program, at timeOfDay: Int64 = 0, acceptingChanges: Bool = false
  ) throws(SnapshotError) -> Machine {
    guard program.reading == reading else { throw .otherReading(reading) }
    guard enteredAt <= clock else { throw .malformed("`entered` is after `clock`") }
    let current = program.find(step)
    var changes = current.change.map { [$0] } ?? []
    func refused() -> SnapshotError { .changed(changes, instead: instead(in: program)) }
    guard let step = current.step, let block = program.block(of: step) else { throw refused() }
    var machine = Machine(program: program, block: block, clock: clock)
    machine.enteredAt = enteredAt
    machine.history.pop(to: 0)
    if let now = times.first, !now.isEmpty { machine.times = [try restored(now)] }
    var kept = times.dropFirst()
    for entry in history {
      let found = entry.step == self.step ? current : program.find(entry.step)
      // Nothing depends on what can happen at an earlier screen.
      if entry.kind != .screen || found.step == nil, let change = found.change {
        changes.append(change)
      }
      guard let step = found.step, let block = program.block(of: step) else {
        if entry.kind == .screen { continue }
        throw refused()
      }
      guard machine.restore(entry.kind, at: block) else {
        throw changes.isEmpty
          ? .malformed("no run has this \(entry.kind.name) of `\(entry.step.id)` in `history`")
          : refused()
      }
      guard entry.kind != .screen else { continue }
      let index = machine.history.count - 1
      machine.saveTimes(at: index)
      if let times = kept.popFirst() { machine.times[index + 1] = try restored(times) }
    }
    guard kept.isEmpty else { throw .malformed("`times`") }
    set(facts, in: &machine, &changes)
    if let returned {
      // The facts may be such that no row is taken: the run waits for flows that have one.
      guard machine.head.flags & Block.isCall != 0, let outcome = program.outcome(returned),
        machine.handles(outcome)
      else { throw changes.isEmpty ? .malformed("`returned`, which no row handles") : refused() }
      machine.returned = outcome.symbol
    }
    guard acceptingChanges || changes.isEmpty else { throw refused() }
    elapse(&machine, to: timeOfDay)
    return machine
  }

  /// The values of the flows that still exist.
  func values(on program: Program) -> RunValues {
    RunValues(
      values.sorted { $0.key < $1.key }.compactMap { key, values in
        guard let (depth, id) = Snapshot.scope(key), let flow = program.catalogue.indexByID[id]
        else { return nil }
        return RunValues.Scope(
          flow: Int32(flow), depth: depth,
          values: values.sorted { $0.key < $1.key }.map { ShownValue(name: $0, text: $1) })
      })
  }

  private func restored(_ numbers: [Int64]) throws(SnapshotError) -> ScopeTimes {
    guard let times = ScopeTimes(numbers, clock: clock) else { throw .malformed("`times`") }
    return times
  }

  /// The machine at another step, such as the one that ``SnapshotError/changed(_:instead:)`` names:
  /// with the facts of the run, and with nothing to go back to.
  ///
  /// - Returns: nil for a step of another catalogue.
  public func machine(
    movedTo step: Step, on program: Program, at timeOfDay: Int64 = 0
  ) -> Machine? {
    guard var machine = program.start(at: step, clock: clock) else { return nil }
    var changes: [SnapshotChange] = []
    set(facts, in: &machine, &changes)
    machine.startOver()
    elapse(&machine, to: timeOfDay)
    return machine
  }

  /// Sets the facts that still exist. No row depends on those that do not.
  private func set(
    _ facts: [String: String], in machine: inout Machine, _ changes: inout [SnapshotChange]
  ) {
    for fact in machine.program.facts {
      guard let value = facts[fact.name], !machine.set(fact.name, to: value) else { continue }
      changes.append(.value(fact: fact.name, value))
    }
  }

  private func elapse(_ machine: inout Machine, to timeOfDay: Int64) {
    guard self.timeOfDay > 0, timeOfDay > self.timeOfDay else { return }
    machine.elapse(to: clock.later(by: timeOfDay - self.timeOfDay))
  }

  /// Where the run could go on if its step is lost or refused: at the last screen that is still
  /// there, or at the first step of its flow. Nil if the flow is gone.
  private func instead(in program: Program) -> String? {
    let screen = history.last { $0.kind == .screen && program.find($0.step).step != nil }
    if let screen { return program.find(screen.step).step?.qualified }
    let flow = String(step.id.prefix { $0 != ":" })
    return program.catalogue.flow(id: flow)?.firstStep?.qualified
  }
}
