internal import FlowModel

/// Runs whose rules are watched, or whose trace is a full one. Kept apart from the others, which
/// ask once per row whether there is any of this.
extension RunState {
  /// Takes a row, unless that breaks a rule, and keeps where the run stood.
  @inline(never)
  mutating func takeWatched(_ position: Int, isPassedOver: Bool) throws(RunnerError) {
    let state = keepsStates ? TraceState(walk.machine) : nil
    try takeGuarded(position, isPassedOver: isPassedOver)
    if let state { walk.recorder.note(state) }
  }

  /// Takes a row, unless that breaks a rule.
  private mutating func takeGuarded(_ position: Int, isPassedOver: Bool) throws(RunnerError) {
    guard var rules else { return try takeFreely(position, isPassedOver: isPassedOver) }
    let before = walk.machine
    var after = walk.machine
    do {
      if isPassedOver { try after.passOver() } else { try after.take(position) }
    } catch {
      return try takeFreely(position, isPassedOver: isPassedOver)
    }
    try refuse(
      rules.take(position, isPassedOver: isPassedOver, before: before, after: after))
    self.rules = rules
    try takeFreely(position, isPassedOver: isPassedOver)
  }

  /// Enters the flow that the step calls, unless that breaks a rule.
  mutating func enterCall() throws(RunnerError) {
    var after = walk.machine
    do { try after.enterCall() } catch { throw .callTooDeep(step: walk.machine.step.place) }
    try move(to: after)
  }

  /// Suspends the run into a flow where it waits, unless that breaks a rule.
  mutating func suspend(into flow: Flow) throws(RunnerError) {
    guard !walk.machine.hasEnded else { throw .ended }
    walk.machine.elapse(to: now)
    guard walk.machine.waits else { throw .notWaiting(step: walk.machine.step.place) }
    var after = walk.machine
    do { try after.suspend(into: flow) } catch { throw .cannotStart(flow.id) }
    try move(to: after)
    walk.recorder.addSuspension(to: after.block, at: after.clock)
    if !asked.isEmpty { asked.enter(walk.machine.secretScope) }
  }

  private mutating func move(to after: Machine) throws(RunnerError) {
    if var rules {
      try refuse(rules.enter(after))
      self.rules = rules
    }
    walk.machine = after
  }

  private func refuse(_ broken: BrokenRule?) throws(RunnerError) {
    if let broken { throw .ruleBroken(broken, step: walk.machine.step.place) }
  }
}
