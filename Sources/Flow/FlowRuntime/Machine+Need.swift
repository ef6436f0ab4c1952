public import FlowModel

extension Machine {
  /// What the run needs from outside to go on.
  public enum Need: Hashable, Sendable {
    /// It has ended.
    case end(End)
    /// Something outside happens: an action answers, the user acts, a timer runs out.
    case event
    /// The step calls a flow: go in with ``Machine/enterCall()``, or take one of its rows.
    case call
    /// The called flow has returned this; take the row for it.
    case result(Outcome)
    /// The step is passed over: take its own row, the first.
    case passOver
  }

  public var need: Need {
    if let end { return .end(end) }
    if returned >= 0 { return .result(Outcome(symbol: returned)) }
    let base = Int(block)
    let unless = blocks[base + Block.unless]
    if unless != 0, passesOver(unless) { return .passOver }
    if blocks[base + Block.flags] & Block.isCall != 0 { return .call }
    return .event
  }

  /// One of the conditions is enough to pass a step over.
  private func passesOver(_ start: Int32) -> Bool {
    var place = Int(start) + 1
    for _ in 0..<program.conditions[Int(start)] {
      let fact = Int(program.conditions[place])
      let value = Int(facts[fact])
      let half = UInt32(bitPattern: program.conditions[place + (value < 32 ? 1 : 2)])
      if half >> UInt32(value & 31) & 1 == 1 { return true }
      place += 4
    }
    return false
  }

  /// How the run ended; nil while it goes on.
  public var end: End? {
    switch endKind {
    case .none: nil
    case .end: .end
    case .back: .back
    case .resume: .resume
    case .result: .result(program.symbols[Int(endArgument)])
    case .outline: .outline(program.catalogue.flows[Int(endArgument)].id)
    }
  }

  /// The step the run stands at, or stood at when it ended.
  public var step: Step { program.step(at: block) }

  /// The rows of the step, by their position.
  public var rows: [Row] { step.rows(program.reading) }

  /// The row with that number.
  public func row(_ number: RowNumber) -> Row { program.row(number.rawValue) }

  /// The row that the timer of the step takes, and when; nil without a timer.
  public var timer: (row: Int, due: Int64)? {
    let place = Int(blocks[Int(block) + Block.timer])
    guard endKind == .none, place >= 0, let after = rows[place].after else { return nil }
    return (place, enteredAt + Int64(after))
  }

  /// The flows whose callers wait, the innermost first.
  public var callers: [Step] {
    var steps: [Step] = []
    var frame = frame
    while frame >= 0 {
      steps.append(program.step(at: history[Int(frame)].block))
      frame = history[Int(frame)].frame
    }
    return steps
  }

  /// Whether Back would show a screen.
  public var hasScreenBehind: Bool {
    for entry in history.reversed() {
      switch entry.kind {
      case .screen where entry.block != block: return true
      case .suspension: return false
      case .screen, .call, .failure, .departure: continue
      }
    }
    return false
  }

  /// The value of a fact of the run.
  public func value(of fact: String) -> String? {
    program.facts.firstIndex { $0.name == fact }.map { program.facts[$0].values[Int(facts[$0])] }
  }

  /// Gives a fact a value. False when there is no such fact or value.
  public mutating func set(_ fact: String, to value: String) -> Bool {
    guard let index = program.facts.firstIndex(where: { $0.name == fact }),
      let place = program.facts[index].values.firstIndex(of: value)
    else { return false }
    facts[index] = UInt8(truncatingIfNeeded: place)
    return true
  }
}

extension Program {
  /// A machine at the first step of a flow. Nil for an outline and for a flow of another catalogue.
  public func start(_ flow: Flow, clock: Int64 = 0) -> Machine? {
    flow.firstStep.flatMap { start(at: $0, clock: clock) }
  }

  /// A machine that is entered at a step.
  public func start(at step: Step, clock: Int64 = 0) -> Machine? {
    block(of: step).map { Machine(program: self, block: $0, clock: clock) }
  }

  /// The outcome of that name; nil when no row stands for it.
  public func outcome(_ name: String) -> Outcome? {
    symbolIndex[name].map(Outcome.init(symbol:))
  }
}
