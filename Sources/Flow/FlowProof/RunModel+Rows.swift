internal import FlowModel
internal import FlowRuntime

// What can happen at a place.
extension RunModel {
  /// Adds what can happen at a place to `ways`.
  func expand(_ control: Control, on top: Top, into ways: inout [Way]) {
    guard !control.isBroken else { return }
    switch control.kind {
    case .ended: return
    case .entering: enter(control, on: top, &ways)
    case .at: act(control, on: top, &ways)
    case .returned: answer(control, on: top, &ways)
    case .givingBack: giveBack(control, on: top, &ways)
    case .goingBack, .goingBackFromTop: goBack(control, on: top, &ways)
    case .resuming: resume(control, on: top, &ways)
    case .timingOut: timeOut(control, on: top, &ways)
    case .timedOut: takeTimers(control, &ways)
    }
  }

  /// Puts the screen that is entered on the stack, unless it is the newest one, or no row goes
  /// back.
  private func enter(_ control: Control, on top: Top, _ ways: inout [Way]) {
    let screen = Top(kind: .screen, block: control.block, isInCall: false)
    let isShown =
      program.head(of: control.block).flags & Block.isScreen != 0
      && !isPassedOver(control.block, in: control.facts)
    let there = Control(
      .at, control.block, isInCall: control.isInCall, monitor: control.monitor,
      facts: control.facts)
    guard isShown, goesBack, top != screen else {
      ways.append(Way(kind: .goes, control: there))
      return
    }
    ways.append(Way(kind: .pushes, control: there, top: screen))
  }

  private func act(_ control: Control, on top: Top, _ ways: inout [Way]) {
    let block = control.block
    let head = program.head(of: block)
    if isPassedOver(block, in: control.facts) {
      take(Deed(cell: block, isPassedOver: true), from: control, &ways)
    } else if head.flags & Block.isCall != 0 {
      call(control, head, &ways)
    } else {
      forEachOpenRow(of: block, in: control.facts) { cell in
        take(Deed(cell: cell, isPassedOver: false), from: control, &ways)
      }
      // A timer of a section, a flow or a caller may have run out before.
      if ways.allSatisfy({ way in way.deed.cell.map(longTimers.contains) ?? false }), canStop {
        ways.append(stop(control))
      }
      // Where the system passes at once, no time passes, and the app cannot be left.
      guard head.flags & Block.passes == 0 else { return }
      if isTimed, control.isInCall, callers.contains(block) {
        ways.append(Way(kind: .goes, control: timingOut(control)))
      }
      if let way = suspending(control) { ways.append(way) }
    }
  }

  /// Whether a run in which no row can be taken has stopped. What stays possible may still happen
  /// after an interruption.
  var canStop: Bool { interruption == nil || monitor.form != .alwaysPossible }

  /// The way into the background. Nil if the rule does not speak of it.
  func suspending(_ control: Control) -> Way? {
    guard let interruption else { return nil }
    var way = arriving(
      at: interruption, .entering, inFlow: flow(of: interruption), isInCall: false,
      monitor: control.monitor, facts: control.facts)
    way.kind = .pushes
    way.top = Top(kind: .suspension, block: control.block, isInCall: control.isInCall)
    way.deed = .suspension
    way.isUsers = true
    return way
  }

  /// Takes the rows of a waiting step that need no timer.
  func takeAnswers(_ control: Control, _ ways: inout [Way]) {
    let timers = timers[control.block] ?? []
    forEachOpenRow(of: control.block, in: control.facts) { cell in
      let row = Int(cell - control.block)
      guard !timers.contains(where: { $0.row == row && !$0.isAnswer }) else { return }
      take(Deed(cell: cell, isPassedOver: false), from: control, &ways)
    }
  }

  /// Whether time passes at a place until something happens.
  func waits(at control: Control) -> Bool {
    control.kind == .at && !control.isBroken
      && program.head(of: control.block).flags & (Block.isCall | Block.passes) == 0
      && !isPassedOver(control.block, in: control.facts)
  }

  private func call(_ control: Control, _ head: Cell, _ ways: inout [Way]) {
    let callee = program.tables.rareFields[Int(head.number)].callee
    guard callee != BlockRareFields.missing else {
      ways.append(end(control, "missing", inOutline: nil, deed: .none))
      return
    }
    guard callee >= 0 else {
      ways.append(end(control, "outline", inOutline: Int(-1 - callee), deed: .none))
      return
    }
    var way = arriving(
      at: callee, .entering, inFlow: flow(of: callee), isInCall: true, monitor: control.monitor,
      facts: control.facts)
    way.kind = .pushes
    way.top = Top(kind: .call, block: control.block, isInCall: control.isInCall)
    ways.append(way)
  }

  /// Takes the row of a calling step for the result.
  private func answer(_ control: Control, on top: Top, _ ways: inout [Way]) {
    let row = program.tables.outcomes(of: program.head(of: control.block)).first {
      $0.symbol == control.argument && holds($0.conditions, in: control.facts)
    }
    guard let row else {
      ways.append(stop(control))
      return
    }
    take(Deed(cell: control.block + row.row, isPassedOver: false), from: control, &ways)
  }

  /// The run cannot go on: no row can be taken.
  func stop(_ control: Control) -> Way {
    var control = Control(
      .ended, control.block, isInCall: control.isInCall, monitor: control.monitor,
      facts: control.facts)
    if monitor.isBroken(atEndIn: control.monitor) { control = broken(control) }
    return Way(kind: .goes, control: control)
  }

  func broken(_ control: Control) -> Control {
    Control(
      .ended, control.block, isInCall: control.isInCall, monitor: Monitor.broken,
      facts: control.facts)
  }

  func take(_ deed: Deed, from control: Control, _ ways: inout [Way]) {
    guard let place = deed.cell else { return }
    let cell = program.tables.cells[Int(place)]
    var facts = control.facts
    if cell.changes > 0 { facts = applying(cell.changes, to: facts, deed.isPassedOver) }
    if !contracts.isEmpty, !deed.isPassedOver, let contract = contracts[place] {
      let next = contract.next[Int(code.value(of: contract.field, in: facts))]
      guard next >= 0 else { return }
      facts = code.set(contract.field, to: UInt8(next), in: facts)
    }
    let letter = counting(letters.taking(deed) { value(of: $0, in: facts) }, control.facts)
    let state = monitor.next(control.monitor, letter)
    var after = Control(
      .at, control.block, isInCall: control.isInCall, monitor: state, facts: facts)
    if state == Monitor.broken { after = broken(after) }
    var way = Way(kind: .goes, control: after)
    if state != Monitor.broken { way = lead(cell, after) }
    way.deed = deed
    way.seen.formUnion(letter)
    way.isUsers = !isUsers.isEmpty && isUsers.contains(place)
    ways.append(way)
  }

  /// Where a row leads. `control` is at its step, after the row's changes.
  private func lead(_ cell: Cell, _ control: Control) -> Way {
    func arrive(
      _ kind: Control.Kind, inFlow: Bool = false, isInCall: Bool? = nil, at block: Int32? = nil
    ) -> Way {
      let block = block ?? cell.target
      return arriving(
        at: block, kind, inFlow: inFlow ? flow(of: block) : nil,
        isInCall: isInCall ?? control.isInCall, monitor: control.monitor, facts: control.facts)
    }
    func popping(_ kind: Control.Kind, _ argument: Int32 = 0) -> Way {
      Way(
        kind: .goes,
        control: Control(
          kind, control.block, argument: argument, isInCall: control.isInCall,
          monitor: control.monitor, facts: control.facts))
    }
    switch cell.operation {
    case .step: return arrive(.at)
    case .screen, .screenUnless, .section: return arrive(.entering)
    case .stay: return arrive(.at, at: control.block)
    case .goto:
      var way = arrive(.entering, inFlow: true, isInCall: false)
      if control.isInCall {
        way.kind = .pushes
        way.top = Top(kind: .departure, block: control.block, isInCall: true)
      }
      return way
    case .error:
      var way = arrive(.entering, inFlow: true, isInCall: true)
      way.kind = .pushes
      way.top = Top(kind: .failure, block: control.block, isInCall: control.isInCall)
      return way
    case .outline:
      return end(control, "outline", inOutline: Int(cell.target), deed: .none)
    case .missing: return end(control, "missing", inOutline: nil, deed: .none)
    case .back: return popping(.goingBackFromTop)
    case .resume: return popping(.resuming)
    case .result:
      guard control.isInCall else {
        let name = program.tables.symbols[Int(cell.target)]
        return end(control, "result \(name)", inOutline: nil, deed: .none)
      }
      return popping(.givingBack, cell.target)
    case .end: return end(control, "end", inOutline: nil, deed: .none)
    }
  }

  func end(
    _ control: Control, _ way: String, inOutline flow: Int?, deed: Deed
  ) -> Way {
    let letter = counting(letters.ending(way, inOutline: flow), control.facts)
    let state = monitor.next(control.monitor, letter)
    var after = Control(
      .ended, control.block, isInCall: control.isInCall, monitor: state, facts: control.facts)
    if monitor.isBroken(atEndIn: state) { after = broken(after) }
    return Way(
      kind: .goes, control: after, deed: deed, seen: letter)
  }

  /// The way to a step, with what the arrival means for the rule.
  func arriving(
    at block: Int32, _ kind: Control.Kind, inFlow flow: Int?, isInCall: Bool, monitor state: UInt8,
    facts: UInt64
  ) -> Way {
    let found: Monitor.Letter? =
      isPassedOver(block, in: facts)
      ? letters.skipping(inFlow: flow) { value(of: $0, in: facts) }
      : letters.arriving(at: block, inFlow: flow) { value(of: $0, in: facts) }
    let letter = found.map { counting($0, facts) }
    let next = letter.map { monitor.next(state, $0) } ?? state
    let control = Control(kind, block, isInCall: isInCall, monitor: next, facts: facts)
    return Way(
      kind: .goes, control: next == Monitor.broken ? broken(control) : control,
      seen: letter ?? [])
  }

  /// The letter without the subject if that does not count with these facts.
  func counting(_ letter: Monitor.Letter, _ facts: UInt64) -> Monitor.Letter {
    guard letter.contains(.subject), !letters.counts(value: { value(of: $0, in: facts) }) else {
      return letter
    }
    return letter.subtracting(.subject)
  }

  func value(of fact: Int, in facts: UInt64) -> UInt8 {
    code.field(of: fact).map { code.value(of: $0, in: facts) } ?? 0
  }

  func applying(_ start: Int32, to facts: UInt64, _ isPassedOver: Bool) -> UInt64 {
    program.tables.changes(at: start).reduce(facts) { facts, change in
      isPassedOver && change.counts ? facts : code.applying(change, to: facts)
    }
  }
}
