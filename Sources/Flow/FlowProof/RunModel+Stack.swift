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
      return row.flags & 15 == Operation.error && flow(of: row.target) == wanted
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
