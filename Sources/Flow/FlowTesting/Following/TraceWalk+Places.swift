internal import FlowModel
internal import FlowRuntime

// Where the run of a trace stands without taking a row.
extension TraceWalk {
  /// Suspends the run. Returns why no run is suspended there, or nil.
  mutating func suspend(_ suspension: TraceClaim.Suspension) -> String? {
    guard
      let first = program.catalogue.flows.lazy.compactMap(\.firstStep)
        .first(where: { $0.qualified == suspension.to })
    else { return "no flow starts at `\(suspension.to)`" }
    isTimed = suspension.at != nil
    guard var now = machine else {
      isPartial = true
      machine = program.start(at: first, clock: suspension.at ?? .min)
      return nil
    }
    if let at = suspension.at { now.elapse(to: at) }
    guard let inside = TraceWalk.moves.entered(now).last,
      let next = TraceWalk.moves.suspended(inside, into: first.flow)
    else { return "\(place), where it does not wait to be suspended" }
    machine = next
    return nil
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
    guard let there = standing(at: step) else {
      return "\(place), when \(back.rows) rows are taken back, and not at `\(back.to)`"
    }
    self = there
    if let at = back.at { machine?.elapse(to: at) }
    return nil
  }

  /// The walk at a step, in a call, or in a flow that starts when the app returns.
  func standing(at step: Step) -> TraceWalk? {
    guard let now = machine else {
      var walk = begun(at: step)
      walk?.isPartial = step != step.flow.firstStep
      return walk
    }
    var walk = self
    if let place = TraceWalk.moves.entered(now).first(where: { !$0.hasEnded && $0.step == step }) {
      walk.machine = place
      return walk
    }
    if isLenient, step == step.flow.firstStep, !now.hasEnded, now.need != .call {
      walk.isTimed = false
      walk.machine = TraceWalk.moves.suspended(now, into: step.flow)
      return walk.machine == nil ? nil : walk
    }
    return isTold ? nil : returned(to: step)
  }

  /// The walk that is entered at a step, after something that the trace does not have.
  func begun(at step: Step) -> TraceWalk? {
    var walk = self
    walk.isPartial = true
    walk.machine = program.start(at: step, clock: .min)
    return walk.machine == nil ? nil : walk
  }

  /// The walk that has returned to a step by the last row. Nil if it cannot have.
  ///
  /// Where Back, Resume and results lead depends on facts, and on what was before the first row:
  /// the run may have begun with a call, or with the app in the background.
  func returned(to step: Step) -> TraceWalk? {
    guard let now = machine, let last, let target = last.target(program.reading) else { return nil }
    let isPossible =
      switch target.kind.destination {
      case .screen: step.activity == .screen && (seen.contains(step) || isPartial)
      case .suspension: now.hasEnded
      case .caller:
        now.hasEnded
          && step.callee(program.reading).flatMap(program.catalogue.flow(named:)) == last.flow
      case .step, .itself, .flow, .errorFlow, .end: false
      }
    guard isPossible, var walk = begun(at: step) else { return nil }
    if walk.root != step.flow { walk.isInRoot = false }
    walk.root = step.flow
    if target.kind.destination == .caller, let result = program.outcome(target.name) {
      walk.machine?.returned = result.symbol
    }
    return walk
  }

  // MARK: Its end

  /// Ends the run in the words of a trace's last line. Returns why no run ends so, or nil.
  mutating func end(_ end: String, _ suspensions: [TraceClaim.Suspension]) -> String? {
    for suspension in suspensions {
      if let reason = suspend(suspension) { return reason }
    }
    guard let now = machine, let last else { return nil }
    let after = "after `\(last.qualified)` "
    if let toldEnd {
      return end == toldEnd ? nil : after + "the run has ended with `\(toldEnd)`"
    }
    // Where the last row has led may depend on facts, and on what was before the first row.
    if let step = waitingStep(end), standing(at: step) != nil { return nil }
    if now.hasEnded {
      let actual = now.end?.description ?? ""
      return end == actual ? nil : after + "the run has ended with `\(actual)`"
    }
    // A handler may fail at any step with an action.
    if now.step.action != nil, end.hasPrefix("failed: ") { return nil }
    let place = TraceWalk.moves.entered(now).last ?? now
    if end == now.standing || end == place.end?.description || isLeft(end, last, now) { return nil }
    if isPartial, !isTold, let target = last.target(program.reading), end == target.description {
      switch target.kind.destination {
      case .screen, .suspension, .caller: return nil
      case .step, .itself, .flow, .errorFlow, .end: break
      }
    }
    return after + "the run is at `\(now.step.qualified)`"
  }

  /// The step in `waiting UC2.3:1.3`, or the first one of the flow in `error No internet`.
  private func waitingStep(_ end: String) -> Step? {
    if end.hasPrefix("error ") {
      let flow = program.catalogue.flow(id: String(end.dropFirst(6)))
      return flow?.kind == .errorFlow ? flow?.firstStep : nil
    }
    guard end.hasPrefix("waiting ") else { return nil }
    return program.catalogue.step(qualified: String(end.dropFirst(8)))
  }

  /// Whether a run that stays in its flow has left it by the last row.
  private func isLeft(_ end: String, _ last: Row, _ now: Machine) -> Bool {
    guard isInRoot, now.step.flow != last.flow else { return false }
    return end == last.target(program.reading)?.description || end == "goto \(now.step.flow.id)"
  }
}

extension Machine {
  /// Where a run stands, with everything that its way there has left.
  struct Placement: Equatable {
    let numbers: [Int64]
    let end: End.Kind
    let facts: [UInt8]
    let history: [HistoryEntry]
    let times: [ScopeTimes]
  }

  var placement: Placement {
    Placement(
      numbers: [
        Int64(block), Int64(frame), Int64(returned), clock, enteredAt, Int64(endArgument),
      ], end: endKind, facts: factValues, history: Array(history),
      times: Array(times.prefix(history.count + 1)))
  }
}

extension Catalogue {
  /// The step with a name like `UC2.3:1.4`.
  func step(qualified name: String) -> Step? {
    name.firstIndex(of: ":").flatMap {
      flow(id: String(name[..<$0]))?.step(String(name[name.index(after: $0)...]))
    }
  }
}
