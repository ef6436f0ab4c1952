internal import FlowModel
internal import FlowRuntime

extension TraceWalk {
  /// Ends the run in the words of a trace's last line. Returns why no run ends so, or nil.
  mutating func end(_ end: String, _ suspensions: [TraceClaim.Suspension]) -> String? {
    for suspension in suspensions {
      if let reason = suspend(suspension) { return reason }
    }
    guard let now = machine, let last else { return nil }
    if let toldEnd {
      return end == toldEnd ? nil : "after `\(last.qualified)` the run has ended with `\(toldEnd)`"
    }
    if now.hasEnded {
      let actual = now.end?.description ?? ""
      if end == actual { return nil }
      // Where these lead depends on what was before the first row.
      if let step = waitingStep(end), arrive(at: step) { return nil }
      return "after `\(last.qualified)` the run has ended with `\(actual)`"
    }
    // A handler may fail at any step with an action.
    if now.step.action != nil, end.hasPrefix("failed: ") { return nil }
    if end == now.standing || endsInCall(end, now) || isLeft(end, last, now) { return nil }
    if let step = waitingStep(end), arrive(at: step) { return nil }
    if isPartial, !isTold, let target = last.target(program.reading), end == target.description {
      switch target.kind.destination {
      case .screen, .suspension, .caller: return nil
      case .step, .itself, .flow, .errorFlow, .end: break
      }
    }
    return "after `\(last.qualified)` the run is at `\(now.step.qualified)`"
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

  /// Whether the step calls a flow that is not written yet, or not there.
  private func endsInCall(_ end: String, _ now: Machine) -> Bool {
    var inside = now
    while inside.step.activity == .call, !inside.hasEnded, (try? inside.enterCall()) != nil {}
    return inside.end?.description == end
  }

  /// Whether a run that stays in its flow has left it by the last row.
  private func isLeft(_ end: String, _ last: Row, _ now: Machine) -> Bool {
    guard isInRoot, now.step.flow != last.flow else { return false }
    return end == last.target(program.reading)?.description || end == "goto \(now.step.flow.id)"
  }
}
