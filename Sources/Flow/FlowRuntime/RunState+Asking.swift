internal import FlowModel
internal import Secrets

/// What happens when an action needs a secret that is gone: it is not performed, and the run goes
/// back to how it was when the step asked for the secret. The rows since then are taken back.
extension RunState {
  /// Takes a row that the user has chosen, with the secrets that were entered for it.
  mutating func takeChosen(_ position: Int, mark: String) throws(RunnerError) {
    let (row, step) = (walk.machine.rows[position], walk.machine.step)
    if key != nil { key?.decide(row.qualifiedName, inputs: inputs.values, mark: mark) }
    let names =
      row.enters.isEmpty
      ? [] : row.enters.filter { name in step.inputs.contains { $0.name == name && $0.isSecret } }
    guard !names.isEmpty else { return try take(position) }
    let scope = walk.machine.secretScope
    let origin = AskedSecrets.Origin(
      machine: walk.machine, values: values, rules: rules, rows: walk.recorder.standing)
    try take(position)
    // A run that has ended keeps nothing.
    if !walk.machine.hasEnded { asked.add(names, in: scope, origin) }
  }

  /// Keeps a secret that was entered at the current step. A parameter of a flow that is run alone
  /// is asked for by no step.
  mutating func enter(_ name: String, secret: consuming Secret) {
    let step = walk.machine.step
    inputs.set(name, secret: secret, at: step)
    if step.flow.parameters.contains(name), !step.inputs.contains(where: { $0.name == name }) {
      asked.add([name], in: walk.machine.secretScope, nil)
    }
  }

  /// Goes back if the step's action is to get a secret that was entered, and that is gone.
  ///
  /// - Returns: whether the run has gone back.
  @inline(never)
  mutating func asksAgain() throws(RunnerError) -> Bool {
    let lost = walk.machine.step.arguments.map(\.value).filter { !inputs.hasSecret($0) }
    let found = lost.compactMap { name in
      asked.find(name, at: walk.machine).map { (name: name, place: $0.place) }
    }
    guard let first = found.map(\.place).min() else { return false }
    try goBack(to: first, for: found.map(\.name))
    return true
  }

  /// Goes back since a handler misses a secret.
  mutating func askAgain(for lost: LostSecret) throws(RunnerError) {
    guard let found = asked.find(lost.name, at: walk.machine) else {
      throw .secretMissing(
        [lost.name], action: walk.machine.step.action ?? "", step: walk.machine.step.place)
    }
    try goBack(to: found.place, for: [lost.name])
  }

  private mutating func goBack(to place: Int, for names: [String]) throws(RunnerError) {
    let step = walk.machine.step
    guard let origin = asked.entries[place].origin else {
      throw .secretMissing(names, action: step.action ?? "", step: step.place)
    }
    inputs.wipeSecrets(asked.takeBack(to: place))
    var machine = origin.machine
    machine.elapse(to: max(now, walk.machine.clock))
    walk.machine = machine
    values = origin.values
    if rules != nil, let before = origin.rules { rules = before }
    walk.recorder.takeBack(
      to: machine.block, standing: origin.rows, secrets: names, at: machine.clock)
    againFor = (AskedAgain(secrets: names, action: step.action ?? ""), machine)
  }

  /// An action has answered: the secrets that it was given are used, unless it gave them back.
  @inline(never)
  mutating func spendSecrets() {
    for (_, name) in walk.machine.step.arguments where !inputs.hasSecret(name) {
      asked.spend(name, at: walk.machine)
    }
  }

  /// A row has led to another flow or to the end. What was entered belongs to its flow, and to the
  /// flows that it calls, of which an error flow is one: it is wiped when the flow is left.
  @inline(never)
  mutating func leaveFlow(by row: RowNumber) {
    guard !walk.machine.hasEnded else {
      inputs.wipeSecrets()
      return asked.removeAll()
    }
    let target = walk.machine.row(row).target(walk.machine.program.reading)
    let destination = target?.kind.destination
    if destination != .errorFlow, destination != .caller { inputs.wipeSecrets() }
    guard !asked.isEmpty else { return }
    if destination == .flow || destination == .errorFlow { asked.enter(walk.machine.secretScope) }
  }

  /// The step has got a result of the flow that it called.
  @inline(never)
  mutating func takeOverSecrets() {
    let machine = walk.machine
    let caller = machine.secretScope
    let callee = machine.program.tables.rareFields[Int(machine.head.number)].callee
    guard callee >= 0 else { return }
    let left = SecretScope(
      level: caller.level, depth: caller.depth + 1, flow: machine.program.flow(of: callee))
    asked.move(from: left, to: caller)
  }

  /// Why the run is back at its step. Nil if it is there for another reason, or has gone on.
  var askedAgain: AskedAgain? {
    guard let againFor, !walk.machine.hasMoved(since: againFor.at) else { return nil }
    return againFor.reason
  }
}
