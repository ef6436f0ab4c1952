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
    switch want {
    case .end: .end(end ?? .end)
    case .event: .event
    case .call: .call
    case .result: .result(Outcome(symbol: returned))
    case .passOver: .passOver
    }
  }

  /// ``Need`` without what comes with it.
  package enum Want: Sendable { case end, event, call, result, passOver }

  @inline(__always)
  package var want: Want {
    if hasEnded { return .end }
    if returned >= 0 { return .result }
    let head = head
    if head.flags & Block.hasUnless != 0, passesOver(head.number) { return .passOver }
    return head.flags & Block.isCall != 0 ? .call : .event
  }

  /// One of the conditions is enough to pass a step over.
  @inline(__always)
  private func passesOver(_ step: Int32) -> Bool {
    var place = Int(program.tables.rareFields[Int(step)].unless)
    while true {
      let condition = program.tables.conditions[place]
      if condition.holds(facts[Int(condition.fact)]) { return true }
      if condition.isLast { return false }
      place += 1
    }
  }

  /// How the run ended; nil while it goes on.
  public var end: End? {
    switch endKind {
    case .none: nil
    case .end: .end
    case .back: .back
    case .resume: .resume
    case .result: .result(program.tables.symbols[Int(endArgument)])
    case .outline: .outline(program.catalogue.flows[Int(endArgument)].id)
    }
  }

  /// The step the run stands at, or stood at when it ended.
  public var step: Step { program.step(at: block) }

  /// The rows of the step, by their position.
  public var rows: [Row] { step.rows(program.reading) }

  /// The position of the step's row with that id, with or without its flow: `1.3b`, `UC2.3:1.3b`.
  package func position(ofRow name: String) -> Int? {
    let rows = rows
    guard let flow = rows.first?.flow.id else { return nil }
    let prefix = "\(flow):"
    let id = name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : Substring(name)
    return rows.firstIndex { $0.reference == id } ?? rows.firstIndex { $0.id == id }
      ?? rows.firstIndex { program.reading == .meant && $0.meantID.map { $0 == id } ?? false }
  }

  /// Where a run that has not ended stands, in the words of a trace's last line.
  package var standing: String {
    step.flow.kind == .errorFlow && frame >= 0
      ? "error \(step.flow.id)" : "waiting \(step.qualified)"
  }

  /// The row that is taken by itself where the run waits: nobody decides at a step that has one row,
  /// its own, asks for no input and shows no button. A timer waits for its time.
  package var undecidedRow: Row? {
    let rows = rows
    guard rows.count == 1, let row = rows.first, row.kind == .own, row.enters.isEmpty,
      row.after == nil, step.buttons.isEmpty
    else { return nil }
    return row
  }

  /// The row with that number.
  public func row(_ number: RowNumber) -> Row { program.row(number.rawValue) }

  /// The row that the timer of the step takes, and when; nil without a timer.
  public var timer: (row: Int, due: Int64)? {
    guard !hasEnded, let timer = program.timer(at: block) else { return nil }
    return (timer.row, enteredAt + timer.after)
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

  /// The value of a fact of the run.
  public func value(of fact: String) -> String? {
    program.facts.firstIndex { $0.name == fact }.map { program.facts[$0].values[Int(facts[$0])] }
  }

  /// The value of every fact, as its position in the fact's values.
  package var factValues: [UInt8] { program.facts.indices.map { facts[$0] } }

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
    let name = Array(name.utf8)
    return tables.symbolIndex.find(name.indices, in: name).map(Outcome.init(symbol:))
  }
}
