internal import FlowModel

// Rows that do more than lead to a step.
extension Machine {
  // Arguments in separate registers: passing a cell would pack and unpack it. `change` and `follow`
  // never throw, but say so that `take` can end with a jump to them: a step is a quarter shorter.

  /// Takes a row that changes facts.
  @inline(never)
  mutating func change(
    _ flags: Int32, _ target: Int32, _ number: Int32
  ) throws(MachineError) -> RowNumber {
    apply(flags >> 4, isCounting: true)
    guard flags & Operation.mask == Operation.step.rawValue else {
      return try follow(Operation(flags: flags), target, number)
    }
    go(to: target)
    return RowNumber(rawValue: number)
  }

  /// Takes a row that leads into an error flow. Failures nest no deeper than calls.
  @inline(never)
  mutating func fail(
    _ flags: Int32, _ target: Int32, _ number: Int32
  ) throws(MachineError) -> RowNumber {
    guard depth < Machine.maximumDepth else { throw .callTooDeep }
    returned = -1
    return try flags > 15
      ? change(flags, target, number) : follow(Operation(flags: flags), target, number)
  }

  @inline(never)
  mutating func follow(
    _ operation: Operation, _ target: Int32, _ number: Int32
  ) throws(MachineError) -> RowNumber {
    switch operation {
    case .step: go(to: target)
    case .screen:
      go(to: target)
      show(target)
    case .back: goBack()
    case .stay, .screenUnless, .section, .goto, .error, .outline, .missing, .resume, .result, .end:
      leave(operation, target)
    }
    return RowNumber(rawValue: number)
  }

  mutating func go(to block: Int32) {
    place = block
    enteredAt = clock
  }

  @inline(never)
  mutating func leave(_ operation: Operation, _ target: Int32) {
    switch operation {
    case .stay: enteredAt = clock
    case .screenUnless: enter(target)
    case .section:
      enter(target)
      enterSection()
    case .goto:
      if frame >= 0 { push(.departure) }
      frame = -1
      enter(target)
      enterFlow()
    case .error:
      open(.failure)
      enter(target)
      enterFlow()
    case .outline: end(.outline, target)
    case .missing: end(.missing, target)
    case .resume: resume()
    case .result: giveBack(target)
    case .end: end(.end)
    case .step, .screen, .back: break
    }
  }

  /// Goes back to the last screen that is not passed over by now.
  mutating func goBack() {
    var top = history.count
    var (left, outermost) = (place, -1)
    if top > 0, history[top - 1].isScreen, history[top - 1].block == place { top -= 1 }
    while top > 0 {
      let entry = history[top - 1]
      if entry.kind == .suspension { break }
      if !entry.isScreen {
        frame = entry.frame
        // A `goto` has left the flow, so its timers do not go on.
        if entry.kind != .departure { (left, outermost) = (entry.block, top - 1) }
      } else if cells[Int(entry.block) - 1].flags & Block.hasUnless == 0
        || !isPassedOver(at: entry.block)
      {
        history.pop(to: top)
        go(to: entry.block)
        if program.tables.hasLongTimers { goBackInTime(from: left, savedAt: outermost) }
        return
      }
      top -= 1
    }
    history.pop(to: top)
    end(.back)
  }

  mutating func resume() {
    guard let place = history.lastIndex(where: { $0.kind == .suspension }) else {
      end(.resume)
      return
    }
    goBack(to: place)
    resumedAt = clock
  }

  /// Returns to the step of an entry, whose times go on.
  mutating func goBack(to index: Int) {
    let entry = history[index]
    history.pop(to: index)
    frame = entry.frame
    place = entry.block
    restoreTimes(at: index)
  }

  /// Returns to the step of a timer. The calls in which it ran are abandoned with their screens.
  package mutating func prepare(for timer: Timer) {
    for _ in 0..<timer.callers { goBack(to: Int(frame)) }
    returned = -1
    markFired(timer.row)
  }

  mutating func giveBack(_ symbol: Int32) {
    guard frame >= 0 else {
      end(.result, symbol)
      return
    }
    let kind = history[Int(frame)].kind
    goBack(to: Int(frame))
    // A step that has failed runs again.
    if kind == .call { returned = symbol } else { enteredAt = clock }
  }
}
