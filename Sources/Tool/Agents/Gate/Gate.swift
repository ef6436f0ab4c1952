internal import CompiledFlows
internal import CryptoCore
internal import Encodings
package import FlowModel
internal import FlowRuntime
internal import JSON
internal import Secrets

/// Runs in which an assistant can do only what the tables allow (docs/agents.md).
///
/// Only rows that somebody decides can be taken. Answers come from the commands of the gate's file,
/// and time from the clock. A run is its handle: its snapshot, sealed by the store. The store's log
/// says which handle is the last one, so each acts once.
package struct Gate: Sendable {
  package let file: GateFile
  package let catalogue: Catalogue
  package let rows: GateRows
  package let store: GateStore
  private let program: Program
  let fingerprint: String
  let clock: any RunClock
  let questions: GateQuestions

  package init(_ file: GateFile, _ catalogue: Catalogue, _ store: GateStore) {
    self.init(file, catalogue, store, clock: SystemRunClock())
  }

  init(_ file: GateFile, _ catalogue: Catalogue, _ store: GateStore, clock: any RunClock) {
    (self.file, self.catalogue, self.store, self.clock) = (file, catalogue, store, clock)
    rows = GateRows(file, catalogue)
    program = catalogue.compiled(as: file.reading)
    fingerprint = Hexadecimal.text(Hash.sha256.digest(of: catalogue.compiledFile).prefix(16))
    questions = GateQuestions(store)
  }

  /// What a handle holds.
  private struct Handle {
    var run: String
    var head: String
    var fingerprint: String
    /// Whether the last decision was a person's, or one that the file leaves to the agent.
    var consent: Bool
    /// Nil once the run has ended.
    var snapshot: String?

    var text: String {
      JSONValue.object([
        "run": .string(run), "head": .string(head), "flows": .string(fingerprint),
        "consent": .bool(consent), "snapshot": snapshot.map { .string($0) },
      ]).text
    }

    init(_ run: String, _ head: String, _ fingerprint: String, consent: Bool, _ snapshot: String?) {
      (self.run, self.head, self.fingerprint) = (run, head, fingerprint)
      (self.consent, self.snapshot) = (consent, snapshot)
    }

    init?(_ text: String) {
      guard let json = JSONValue(parsing: text), let run = json["run"]?.string,
        GateStore.isNumber(run), let head = json["head"]?.string,
        let fingerprint = json["flows"]?.string, let consent = json["consent"]?.bool
      else { return nil }
      self.init(run, head, fingerprint, consent: consent, json["snapshot"]?.string)
    }
  }

  private func handle(_ text: String) throws(AgentRefusal) -> Handle {
    guard let text = store.opened(text), let handle = Handle(text) else {
      throw AgentRefusal(
        "this is not a handle of this gate", next: "send the handle of the last answer unchanged")
    }
    return handle
  }

  // MARK: What an assistant may do

  /// Starts a run.
  func start(_ name: String) async throws(AgentRefusal) -> AgentAnswer {
    guard let flow = catalogue.flow(named: name),
      let facts = file.starts[flow.id] ?? flow.alias.flatMap({ file.starts[$0] })
    else {
      throw AgentRefusal(
        "`\(AgentArguments.short(name))` may not be started",
        next: "the flows that may be are: \(file.starts.keys.sorted().joined(separator: ", "))")
    }
    let run = try store.newRun()
    let begun = JSONValue.object(members: [
      ("do", .string("start")), ("flow", .string(flow.id)), ("as", .string(file.reading.rawValue)),
      ("flows", .string(fingerprint)),
    ])
    guard let head = try store.add([begun], to: run, after: nil) else {
      throw AgentRefusal("the run cannot be started")
    }
    do {
      let runner = try Runner(
        program, start: flow, handlers: handlers(run, consent: false), facts: facts, clock: clock)
      return try await goOn(runner, run, head, consent: false) { try await runner.run() }
    } catch { throw Gate.refusal(error) }
  }

  /// Where a run stands. Changes nothing.
  func state(_ text: String) async throws(AgentRefusal) -> AgentAnswer {
    let handle = try handle(text)
    guard let runner = try await restored(handle) else {
      return AgentAnswer("over\n", data: .object(["handle": .string(text), "over": .bool(true)]))
    }
    return answer(await runner.state, handle: text)
  }

  /// Enters the value of an input that is not secret.
  func enter(
    _ text: String, _ values: [(name: String, text: String)]
  ) async throws(AgentRefusal) -> AgentAnswer {
    var handle = try handle(text)
    guard let runner = try await restored(handle) else { throw AgentRefusal("the run is over") }
    let machine = await runner.state
    for (name, value) in values {
      guard let input = machine.step.inputs.first(where: { $0.name == name }) else {
        throw AgentRefusal(
          Refusal.unknown(AgentArguments.short(name), has: machine.step.inputs.map(\.name))
            .description)
      }
      guard !input.isSecret else {
        throw AgentRefusal(
          "`\(name)` is secret: nobody may send it here",
          next: "take the row that enters it; the host fills it from its vault")
      }
      if let refusal = input.refusal(of: EnteredInput(value.utf8, isSecret: false)) {
        throw AgentRefusal(refusal.description)
      }
      await runner.enter(value, as: name)
    }
    handle.snapshot = await runner.snapshot?.json
    return answer(machine, handle: try store.sealed(handle.text))
  }

  /// Takes a row, or performs again the action at which the run stands.
  func take(_ text: String, _ name: String) async throws(AgentRefusal) -> AgentAnswer {
    let handle = try handle(text)
    guard let before = try await restored(handle), let snapshot = await before.snapshot else {
      throw AgentRefusal("the run is over")
    }
    let machine = await before.state
    let isAgain = name == Gate.again
    let (title, taker) = isAgain ? try again(machine) : try row(name, of: machine)
    var consent = false
    switch taker {
    case .agent:
      consent = !isAgain && machine.rows.contains { $0.qualified == title && rows.isLeft($0) }
    case .person:
      let subject = subject(title, machine, snapshot, run: handle.run, head: handle.head)
      switch questions.answer(to: subject) {
      case .granted: consent = true
      case .refused:
        throw AgentRefusal("a person has refused `\(title)`", next: "take another row, or none")
      case nil:
        return try await ask(subject, machine)
      }
    }
    for row in machine.rows where !isAgain && row.qualified == title {
      for input in machine.step.inputs where input.isSecret && row.enters.contains(input.name) {
        guard file.vault[input.name] != nil else {
          throw AgentRefusal("no secret `\(input.name)` is in the vault of \(GateFile.name)")
        }
      }
    }
    let taking = JSONValue.object(members: [
      ("do", .string("take")), ("row", .string(title)), ("by", .string(taker.rawValue)),
    ])
    guard let head = try store.add([taking], to: handle.run, after: handle.head) else {
      throw AgentRefusal(
        "this handle was used: the run has gone on",
        next: "send the handle of the last answer, or start again")
    }
    do {
      let runner = try Runner(
        restoring: snapshot, on: program, handlers: handlers(handle.run, consent: consent),
        clock: clock)
      if !isAgain { await fill(machine, title, runner) }
      let earlier = await before.trace
      return try await goOn(runner, handle.run, head, consent: consent, after: earlier) {
        isAgain ? try await runner.run() : try await runner.choose(title)
      }
    } catch { throw Gate.refusal(error) }
  }

  /// The name by which an action that has failed is performed again.
  static let again = "again"

  // MARK: Steps

  /// A row that somebody decides now, and who.
  private func row(
    _ name: String, of machine: Machine
  ) throws(AgentRefusal) -> (String, Taker) {
    guard let position = machine.position(ofRow: name) else {
      throw AgentRefusal(
        "`\(machine.step.qualified)` has no row `\(AgentArguments.short(name))`",
        next: Gate.choices(machine, rows))
    }
    let row = machine.rows[position]
    guard row.isDecided(file.reading) else {
      throw AgentRefusal(
        "`\(row.qualified)` is not decided by anybody: it is an answer, a result or a timer, and "
          + "comes from the action, the called flow or the clock",
        next: Gate.choices(machine, rows))
    }
    if let refusal = machine.refusal(of: position) {
      throw AgentRefusal(
        "`\(row.qualified)` cannot be taken: \(refusal)", next: Gate.choices(machine, rows))
    }
    return (row.qualified, rows.taker(of: row))
  }

  private func again(_ machine: Machine) throws(AgentRefusal) -> (String, Taker) {
    guard let action = machine.step.action, machine.need == .event else {
      throw AgentRefusal("no action is to be performed here", next: Gate.choices(machine, rows))
    }
    guard file.handlers[action] != nil else {
      throw AgentRefusal("nothing performs `\(action)`: \(GateFile.name) has no command for it")
    }
    return ("\(machine.step.qualified) \(action)", rows.changes(action) ? .person : .agent)
  }

  /// Stands in for the secrets that a row needs. The commands get them from the vault; no value of
  /// one is ever in this process.
  private func fill(_ machine: Machine, _ title: String, _ runner: Runner) async {
    guard let row = machine.rows.first(where: { $0.qualified == title }) else { return }
    for input in machine.step.inputs where input.isSecret && row.enters.contains(input.name) {
      var digits = [UInt8](repeating: 0x30, count: input.length.lowerBound)
      await runner.enter(secret: Secret(moving: &digits), as: input.name)
    }
  }

  /// The run of a handle as it is now, without handlers: nothing is performed. Nil if it is over.
  private func restored(_ handle: Handle) async throws(AgentRefusal) -> Runner? {
    guard let text = handle.snapshot else { return nil }
    do {
      let snapshot = try Snapshot(json: text)
      let runner = try Runner(restoring: snapshot, on: program, clock: clock)
      // Timers that have run out meanwhile take their rows, without what these lead to.
      for _ in 0..<Gate.mostTimers {
        guard case .waiting = try await runner.run(), let due = await runner.due, due <= clock.now
        else { break }
        _ = try await runner.wait()
      }
      return await runner.state.end == nil ? runner : nil
    } catch { throw Gate.refusal(error) }
  }

  private static let mostTimers = 100

  /// Lets a run go on to where somebody has to decide, and logs what happened.
  private func goOn(
    _ runner: Runner, _ run: String, _ head: String, consent: Bool, after: [TraceEntry] = [],
    _ begin: () async throws -> Pause
  ) async throws -> AgentAnswer {
    var failure: String?
    await runner.holdsSecretsElsewhere()
    do {
      var pause = try await begin()
      while case .working = pause { pause = try await runner.wait() }
    } catch let error as RunnerError {
      failure = error.description
    }
    await runner.cancel()
    let machine = await runner.state
    var lines = (after + (await runner.trace)).map { entry in
      JSONValue.object(members: [
        ("do", .string("row")), ("trace", JSONValue(parsing: entry.json) ?? .null),
      ])
    }
    if let failure {
      lines.append(
        .object(members: [("do", .string("failed")), ("why", .string(failure))]))
    }
    let standing = machine.end?.description ?? machine.standing
    lines.append(.object(members: [("do", .string("stands")), ("at", .string(standing))]))
    guard let last = try store.add(lines, to: run, after: head) else {
      throw AgentRefusal("the log of the run was changed meanwhile")
    }
    let snapshot = await runner.snapshot?.json
    let handle = Handle(run, last, fingerprint, consent: consent, snapshot)
    return answer(
      machine, handle: try store.sealed(handle.text), took: after + (await runner.trace),
      failure: failure)
  }

  static func refusal(_ error: any Error) -> AgentRefusal {
    if let refusal = error as? AgentRefusal { return refusal }
    return AgentRefusal("\(error)")
  }
}
