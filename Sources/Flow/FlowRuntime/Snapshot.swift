public import FlowModel
internal import JSON

/// A machine as JSON: where the run stands, in the names of the documents.
///
/// It contains no inputs, and so no secrets. It knows a fingerprint of every step it needs, so that
/// changes of the catalogue are noticed when the run is restored.
public struct Snapshot: Hashable, Sendable {
  /// The version of the format.
  public static let format = 1

  package var reading: Reading
  /// The qualified id of the current step.
  package var step: String
  package var clock: Int64
  package var enteredAt: Int64
  package var frame: Int
  package var returned: String?
  package var facts: [String: String]
  package var history: [Entry]
  /// The fingerprints of the steps of every flow that the run needs.
  package var flows: [String: [String: String]]

  package struct Entry: Hashable, Sendable {
    package var kind: HistoryEntry.Kind
    package var step: String
    package var frame: Int
  }

  /// The snapshot of a run. Nil if the run has ended.
  public init?(_ machine: Machine) {
    guard machine.end == nil else { return nil }
    let program = machine.program
    reading = program.reading
    step = machine.step.qualified
    clock = machine.clock
    enteredAt = machine.enteredAt
    frame = Int(machine.frame)
    returned = machine.returned < 0 ? nil : program.tables.symbols[Int(machine.returned)]
    facts = Dictionary(
      uniqueKeysWithValues: zip(program.facts, machine.factValues).map {
        ($0.name, $0.values[Int($1)])
      })
    history = machine.history.map {
      Entry(kind: $0.kind, step: program.step(at: $0.block).qualified, frame: Int($0.frame))
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
    var machine = Machine(program: program, block: try block(step, in: program), clock: clock)
    machine.enteredAt = min(enteredAt, clock)
    machine.history.pop(to: 0)
    for (index, entry) in history.enumerated() {
      guard entry.frame < index, entry.frame >= -1 else { throw .malformed("a call in `history`") }
      machine.history.push(
        HistoryEntry(
          kind: entry.kind, block: try block(entry.step, in: program), frame: Int32(entry.frame)))
    }
    machine.frame = Int32(clamping: frame)
    for frame in [frame] + history.map(\.frame) where frame >= 0 {
      guard frame < history.count, [.call, .failure].contains(history[frame].kind) else {
        throw .malformed("a call in `history`")
      }
    }
    guard machine.depth <= Machine.maximumDepth, history.count <= Machine.maximumHistory else {
      throw .malformed("`history`, which is too long")
    }
    if let returned {
      guard let outcome = program.outcome(returned), machine.row(for: outcome) != nil else {
        throw .malformed("`returned`, which no row handles")
      }
      machine.returned = outcome.symbol
    }
    for (fact, value) in facts where !machine.set(fact, to: value) && !acceptingChanges {
      throw .malformed("the fact `\(fact)`, which has no value `\(value)`")
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
    return block
  }
}

/// Why a snapshot could not be read or restored.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not JSON; the reason and the byte.
  case notJSON(String)
  /// The snapshot has another version of the format.
  case otherFormat(String)
  /// A part of the snapshot is missing or invalid.
  case malformed(String)
  /// The snapshot was taken in this other reading.
  case otherReading(Reading)
  /// The flows have changed since then; the changes.
  case changed([String])
  /// The flows no longer have this step.
  case noSuchStep(String)

  /// What happened, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .notJSON(let reason): "the snapshot is no JSON: \(reason)"
    case .otherFormat(let format):
      "the snapshot has the format `\(format)`; this reads `\(Snapshot.format)`"
    case .malformed(let what): "the snapshot is damaged: \(what)"
    case .otherReading(let reading): "the snapshot is of a run as \(reading.rawValue)"
    case .changed(let changes):
      "the flows have changed since the snapshot: \(changes.joined(separator: "; "))"
    case .noSuchStep(let step): "the snapshot needs the step `\(step)`, which does not exist"
    }
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
    // FNV-1a: small, the same on every machine, and nobody gains from a collision here.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
