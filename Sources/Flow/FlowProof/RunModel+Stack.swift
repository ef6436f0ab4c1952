internal import FlowModel
internal import FlowRuntime

// What happens to the stack.
extension RunModel {
  func giveBack(_ control: Control, on top: Top, _ ways: inout [Way]) {
    switch top.kind {
    case .call, .failure, .screen: ways.append(Way(kind: .leaves, control: control))
    // A departure or a suspension closes the call, so no result comes this far.
    case .departure, .suspension, .bottom: ways.append(stop(control))
    }
  }

  func goBack(_ control: Control, on top: Top, _ ways: inout [Way]) {
    let isHere = control.kind == .goingBackFromTop && top.block == control.block
    switch top.kind {
    case .screen where !isHere && !isPassedOver(top.block, in: control.facts):
      ways.append(
        arriving(
          at: top.block, .at, inFlow: nil, isInCall: control.isInCall, monitor: control.monitor,
          facts: control.facts))
    case .screen, .call, .failure, .departure: ways.append(Way(kind: .leaves, control: control))
    case .suspension, .bottom: ways.append(end(control, "back", inOutline: nil, deed: .none))
    }
  }

  func resume(_ control: Control, on top: Top, _ ways: inout [Way]) {
    switch top.kind {
    case .suspension, .screen, .call, .failure, .departure:
      ways.append(Way(kind: .leaves, control: control))
    case .bottom: ways.append(end(control, "resume", inOutline: nil, deed: .none))
    }
  }

  /// A timer of a calling step runs out: the calls in which it ran are abandoned.
  func timeOut(_ control: Control, on top: Top, _ ways: inout [Way]) {
    switch top.kind {
    case .screen, .call, .failure: ways.append(Way(kind: .leaves, control: control))
    // Nobody waits for who was left by `goto`, is suspended or was not called.
    case .departure, .suspension, .bottom: break
    }
  }

  func timingOut(_ control: Control) -> Control {
    Control(.timingOut, 0, isInCall: true, monitor: control.monitor, facts: control.facts)
  }

  /// Takes a timer of a calling step, or goes on to its caller.
  func takeTimers(_ control: Control, _ ways: inout [Way]) {
    for timer in timers[control.block] ?? [] {
      guard timer.scope != .step || control.argument == 1,
        allows(timer.row, at: control.block, in: control.facts)
      else { continue }
      take(
        Deed(cell: control.block + Int32(timer.row), isPassedOver: false), from: control, &ways)
    }
    if control.isInCall { ways.append(Way(kind: .goes, control: timingOut(control))) }
  }

  /// Whether a result that is given at a block can return to who made an entry: to a step that
  /// entered its flow.
  func returns(from block: Int32, to top: Top) -> Bool {
    let wanted = flow(of: block)
    if top.kind == .call {
      let callee = program.tables.rareFields[Int(program.head(of: top.block).number)].callee
      return callee >= 0 && flow(of: callee) == wanted
    }
    return rows(of: top.block).contains { cell in
      let row = program.tables.cells[Int(cell)]
      return row.operation == .error && flow(of: row.target) == wanted
    }
  }

  /// What follows when an entry was removed from the stack.
  func landing(_ control: Control, from top: Top) -> Way {
    switch (control.kind, top.kind) {
    case (.givingBack, .call):
      return Way(
        kind: .goes,
        control: Control(
          .returned, top.block, argument: control.argument, isInCall: top.isInCall,
          monitor: control.monitor, facts: control.facts))
    case (.timingOut, .call), (.timingOut, .failure):
      return Way(
        kind: .goes,
        control: Control(
          .timedOut, top.block, argument: top.kind == .call ? 1 : 0, isInCall: top.isInCall,
          monitor: control.monitor, facts: control.facts))
    case (.givingBack, .failure), (.resuming, .suspension):
      return arriving(
        at: top.block, .at, inFlow: nil, isInCall: top.isInCall, monitor: control.monitor,
        facts: control.facts)
    case (_, .screen), (_, .bottom), (_, .call), (_, .failure), (_, .departure),
      (_, .suspension):
      return Way(kind: .goes, control: control.removing(top))
    }
  }
}
