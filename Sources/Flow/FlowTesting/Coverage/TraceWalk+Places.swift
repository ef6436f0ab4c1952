internal import FlowModel
internal import FlowRuntime

// Where the run of a trace may be.
extension TraceWalk {
  /// Where the run may stand when it takes the row, and the row's position there; the likeliest
  /// first.
  mutating func places(of claim: TraceClaim) -> [(machine: Machine, position: Int)] {
    let row = claim.row
    let claimed = claim.step.flatMap { program.catalogue.step(qualified: $0) }
    if row.isAnywhere || row.after != nil, let now = machine {
      let places = places(of: row, claimed, now)
      if !places.isEmpty { return places }
    }
    let step = claimed ?? row.step(program.reading)
    if row.after != nil, let now = machine, hasBegunInside(step, now) {
      isPartial = true
      machine = program.start(at: step, clock: .min)
    }
    if row.isAnywhere, claimed == nil {
      // It also holds in the flows that its steps call.
      isPartial = true
      machine = program.start(at: step, clock: .min)
    }
    guard arrive(at: step), let now = machine, let position = TraceWalk.position(of: row, in: now)
    else { return [] }
    return [(now, position)]
  }

  /// The current step if it has a row, and the calling steps if the row has a timer, since that
  /// runs while the called flow does; the innermost first.
  private func places(
    of row: Row, _ claimed: Step?, _ now: Machine
  ) -> [(machine: Machine, position: Int)] {
    var places: [(machine: Machine, position: Int)] = []
    if claimed == nil || claimed == now.step, let position = TraceWalk.position(of: row, in: now) {
      places.append((now, position))
    }
    guard !now.hasEnded, row.after != nil else { return places }
    for (index, caller) in now.callers.enumerated() where claimed == nil || claimed == caller {
      // Which row it is has to be known before the call is left.
      var (there, fired) = (now, now)
      there.prepare(for: Machine.Timer(row: -1, due: 0, callers: index + 1))
      guard let position = TraceWalk.position(of: row, in: there) else { continue }
      fired.prepare(for: Machine.Timer(row: position, due: 0, callers: index + 1))
      places.append((fired, position))
    }
    return places
  }

  /// Whether the flow in which the run took its first row may have been called from a step, whose
  /// timers then go on.
  private func hasBegunInside(_ step: Step, _ now: Machine) -> Bool {
    let isLeft = now.history.contains { $0.kind == .departure || $0.kind == .suspension }
    guard mayBeCalled, !isLeft, let root, var inside = program.start(at: step, clock: .min) else {
      return false
    }
    while inside.step.activity == .call, (try? inside.enterCall()) != nil, !inside.hasEnded {
      if inside.step.flow == root { return true }
    }
    return false
  }

  /// Goes on at a step that asks for secrets, after rows were taken back. Returns why no run does,
  /// or nil.
  mutating func goBack(_ back: TraceClaim.Return) -> String? {
    guard let step = program.catalogue.step(qualified: back.to) else {
      return "no step is called `\(back.to)`"
    }
    guard step.inputs.contains(where: \.isSecret) else {
      return "`\(back.to)` asks for no secret, so no run goes back there"
    }
    guard arrive(at: step) else {
      let place = machine.map(TraceWalk.standing) ?? "nothing starts here"
      return "\(place), when \(back.rows) rows are taken back, and not at `\(back.to)`"
    }
    if let at = back.at { machine?.elapse(to: at) }
    return nil
  }

  /// A row that may be taken at many steps is another one at each of them.
  private static func position(of row: Row, in machine: Machine) -> Int? {
    machine.rows.firstIndex { $0.original == row.original }
  }

  /// Goes to a step without taking a row: into a call, or into a flow that starts when the app
  /// returns.
  mutating func arrive(at step: Step) -> Bool {
    guard let now = machine else {
      isPartial = step != step.flow.firstStep
      machine = program.start(at: step, clock: .min)
      return machine != nil
    }
    if !now.hasEnded {
      if now.step == step { return true }
      var inside = now
      while inside.step.activity == .call, inside.returned < 0, !inside.hasEnded,
        (try? inside.enterCall()) != nil
      {
        guard !inside.hasEnded, inside.step == step else { continue }
        machine = inside
        return true
      }
      if isLenient, step == step.flow.firstStep, now.need != .call {
        machine?.suspend(intoFlowOf: step)
        isTimed = false
        return machine?.step == step
      }
    }
    return !isTold && returns(to: step, from: now)
  }

  /// Whether the run may have returned to a step by the last row.
  ///
  /// Where Back, Resume and results lead depends on facts, and on what was before the first row:
  /// the run may have begun with a call, or with the app in the background.
  private mutating func returns(to step: Step, from now: Machine) -> Bool {
    guard let last, let target = last.target(program.reading) else { return false }
    let isPossible =
      switch target.kind.destination {
      case .screen: step.activity == .screen && (seen.contains(step) || isPartial)
      case .suspension: now.hasEnded
      case .caller:
        now.hasEnded
          && step.callee(program.reading).flatMap(program.catalogue.flow(named:)) == last.flow
      case .step, .itself, .flow, .errorFlow, .end: false
      }
    guard isPossible else { return false }
    (isPartial, mayBeCalled) = (true, true)
    if root != step.flow { isInRoot = false }
    root = step.flow
    machine = program.start(at: step, clock: .min)
    if target.kind.destination == .caller, let result = program.outcome(target.name) {
      machine?.returned = result.symbol
    }
    return machine != nil
  }

  /// Goes where a line says that its row led, although the machine would not: the names of a step,
  /// or of an end.
  mutating func arrive(atPlace name: String, after target: Target) -> Bool {
    guard let machine else { return false }
    if let step = program.catalogue.step(qualified: name) {
      return returns(to: step, from: machine)
    }
    // Facts may let Back pass over the screens to which it would lead. What was before the first
    // row cannot end a run that has somewhere to return to.
    guard target.kind.destination == .screen, name == "back",
      seen.contains(where: { $0.isSkippable })
    else { return false }
    toldEnd = name
    return true
  }
}

extension Machine {
  /// Suspends the run, if it has not ended, and starts the flow of a step.
  fileprivate mutating func suspend(intoFlowOf step: Step) {
    do { try suspend(into: step.flow) } catch { return }
  }
}
