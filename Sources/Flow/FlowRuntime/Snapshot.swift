package import FlowModel
internal import JSON

/// A machine as JSON: where the run stands, in the names of the documents.
///
/// It contains no inputs, and so no secrets. It knows a fingerprint of every step it needs, so that
/// changes of the catalogue are noticed when the run is restored. A checksum finds damage, not
/// forgery: an app that keeps snapshots where others can write signs ``json`` itself.
public struct Snapshot: Hashable, Sendable {
  /// The version of the format.
  public static let format = 2

  package var reading: Reading
  /// The qualified id of the current step.
  package var step: String
  package var clock: Int64
  package var enteredAt: Int64
  package var returned: String?
  package var facts: [String: String]
  package var history: [Entry]
  /// The fingerprints of the steps of every flow that the run needs.
  package var flows: [String: [String: String]]

  package struct Entry: Hashable, Sendable {
    package var kind: HistoryEntry.Kind
    package var step: String

    package init(kind: HistoryEntry.Kind, step: String) {
      self.kind = kind
      self.step = step
    }
  }

  /// The snapshot of a run. Nil if the run has ended.
  public init?(_ machine: Machine) {
    guard machine.end == nil else { return nil }
    let program = machine.program
    reading = program.reading
    step = machine.step.qualified
    clock = machine.clock
    enteredAt = machine.enteredAt
    returned = machine.result
    facts = Dictionary(
      uniqueKeysWithValues: zip(program.facts, machine.factValues).map {
        ($0.name, $0.values[Int($1)])
      })
    history = machine.history.map {
      Entry(kind: $0.kind, step: program.step(at: $0.block).qualified)
    }
    flows = [:]
    for block in [machine.block] + machine.history.map(\.block) {
      let flow = program.step(at: block).flow
      if flows[flow.id] == nil { flows[flow.id] = flow.fingerprints(program.reading) }
    }
  }

  /// The machine, to continue where the snapshot was taken.
  ///
  /// - Parameter acceptingChanges: continues although steps have changed, if all steps that the run
  ///   needs exist.
  /// - Throws: ``SnapshotError``.
  public func machine(
    on program: Program, acceptingChanges: Bool = false
  ) throws(SnapshotError) -> Machine {
    guard program.reading == reading else { throw .otherReading(reading) }
    let changed = changes(in: program)
    guard acceptingChanges || changed.isEmpty else { throw .changed(changed) }
    guard enteredAt <= clock else { throw .malformed("`enteredAt` is after `clock`") }
    var machine = Machine(program: program, block: try block(step, in: program), clock: clock)
    machine.enteredAt = enteredAt
    machine.history.pop(to: 0)
    for entry in history where !machine.restore(entry.kind, at: try block(entry.step, in: program))
    {
      throw changed.isEmpty
        ? .malformed("no run has this \(entry.kind.name) of `\(entry.step)` in `history`")
        : .changed(changed)
    }
    for (fact, value) in facts where !machine.set(fact, to: value) && !acceptingChanges {
      throw .malformed("the fact `\(fact)` has no value `\(value)`")
    }
    if let returned {
      guard machine.head.flags & Block.isCall != 0, let outcome = program.outcome(returned),
        machine.row(for: outcome) != nil
      else { throw .malformed("`returned`, which no row handles") }
      machine.returned = outcome.symbol
    }
    return machine
  }

  /// The changes of the flows since the snapshot was taken, as sentences, sorted.
  public func changes(in program: Program) -> [String] {
    var changes: [String] = []
    for (id, steps) in flows {
      guard let flow = program.catalogue.flow(id: id) else {
        changes.append("the flow `\(id)` is gone")
        continue
      }
      let now = flow.fingerprints(program.reading)
      for (step, fingerprint) in steps where now[step] != fingerprint {
        changes.append(
          now[step] == nil
            ? "step `\(id):\(step)` is gone" : "step `\(id):\(step)` has changed")
      }
      for step in now.keys where steps[step] == nil {
        changes.append("step `\(id):\(step)` is new")
      }
    }
    return changes.sorted()
  }

  private func block(_ qualified: String, in program: Program) throws(SnapshotError) -> Int32 {
    // Ids of flows contain no colon, so the first one ends the id.
    guard let colon = qualified.firstIndex(of: ":"),
      let flow = program.catalogue.flow(id: String(qualified[..<colon])),
      let step = flow.step(String(qualified[qualified.index(after: colon)...])),
      let block = program.block(of: step)
    else { throw .noSuchStep(qualified) }
    guard flows[flow.id] != nil else { throw .malformed("`\(flow.id)` is missing in `flows`") }
    return block
  }
}

extension Flow {
  /// For every step, a number that changes with everything that a run depends on.
  package func fingerprints(_ reading: Reading) -> [String: String] {
    Dictionary(
      steps.map { ($0.id, $0.fingerprint(reading)) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Step {
  fileprivate func fingerprint(_ reading: Reading) -> String {
    var parts = [id, activity.key, action ?? "", callee(reading) ?? ""]
    parts += unless.map { "\($0.fact.name)=\($0.mask)" }
    for row in rows(reading) {
      parts += [row.reference, row.kind.key, row.outcome ?? "", "\(row.after ?? 0)"]
      parts.append(row.target(reading)?.description ?? "")
      parts += row.conditions.map { "\($0.fact.name)=\($0.mask)" }
      parts += row.changes.map { "\($0.fact.name):\($0.kind)" }
    }
    var sum = Checksum()
    for part in parts { sum.add("\(part)\0") }
    return sum.text
  }
}
