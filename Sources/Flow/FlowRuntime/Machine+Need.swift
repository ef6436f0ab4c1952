public import FlowModel

extension Machine {
  /// What the machine needs from its driver to go on.
  public enum Need: Hashable, Sendable {
    /// Nothing: the run has ended; see ``Machine/end``.
    case end
    /// An event: an action answers, the user acts, or a timer runs out.
    case event
    /// The step calls a flow. Enter it with ``Machine/enterCall()``, or take one of the step's
    /// rows.
    case call
    /// The called flow has returned a result. Take ``Machine/resultRow``.
    case result
    /// The step is skipped. Call ``Machine/passOver()``.
    case passOver
  }

  /// What the machine needs now.
  @inline(__always)
  public var need: Need {
    if hasEnded { return .end }
    if returned >= 0 { return .result }
    let head = head
    if head.flags & Block.hasUnless != 0, passesOver(head.number) { return .passOver }
    return head.flags & Block.isCall != 0 ? .call : .event
  }

  /// Whether a step would be skipped now.
  @inline(never)
  package func isPassedOver(at block: Int32) -> Bool {
    let head = program.head(of: block)
    return head.flags & Block.hasUnless != 0 && passesOver(head.number)
  }

  /// Whether one of the conditions for skipping the step holds.
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

  /// How the run ended. Nil while it goes on.
  public var end: End? {
    switch endKind {
    case .none: nil
    case .end: .end
    case .back: .back
    case .resume: .resume
    case .result: .result(program.tables.symbols[Int(endArgument)])
    case .outline: .outline(program.catalogue.flows[Int(endArgument)].id)
    case .missing: .missing(missing)
    }
  }

  /// The result that the called flow has returned, until a row is taken for it.
  package var result: String? { returned < 0 ? nil : program.tables.symbols[Int(returned)] }

  /// The position of the row for that result. Nil if the step has none.
  public var resultRow: Int? { row(for: Outcome(symbol: returned)) }

  /// The target or the call that does not exist.
  private var missing: String {
    let reading = program.reading
    return
      (endArgument < 0
      ? step.callee(reading) : program.row(endArgument).target(reading)?.description) ?? ""
  }

  /// The current step, or the last one if the run has ended.
  public var step: Step { program.step(at: block) }

  /// The rows of the current step, by position.
  public var rows: [Row] { step.rows(program.reading) }

  /// The position of the current step's row with this id, with or without its flow: `1.3b`,
  /// `UC2.3:1.3b`.
  package func position(ofRow name: String) -> Int? {
    let rows = rows
    func names(_ id: String?, _ row: Row) -> Bool {
      id.map { $0 == name || "\(row.flow.id):\($0)" == name } ?? false
    }
    return rows.firstIndex { names($0.name, $0) } ?? rows.firstIndex { names($0.reference, $0) }
      ?? rows.firstIndex { names($0.id, $0) }
      ?? rows.firstIndex { program.reading == .meant && names($0.meantID, $0) }
  }

  /// Where a run that has not ended stands, in the words of the last line of a trace.
  package var standing: String {
    step.flow.kind == .errorFlow && frame >= 0
      ? "error \(step.flow.id)" : "waiting \(step.qualified)"
  }

  /// The row to take if nobody decides: the only row of a step that has no inputs and no buttons.
  /// Nil if somebody decides, or if a timer has to run out first.
  package var undecidedRow: Row? {
    let rows = rows.filter { !$0.isAnywhere }
    guard rows.count == 1, let row = rows.first, row.kind == .own, row.enters.isEmpty,
      row.after == nil, step.buttons.isEmpty
    else { return nil }
    return row
  }

  /// The row with this number.
  public func row(_ number: RowNumber) -> Row { program.row(number.rawValue) }

  /// The calling steps, the innermost first.
  public var callers: [Step] { callingBlocks.map { program.step(at: $0) } }

  /// Their blocks, in the same order.
  package var callingBlocks: [Int32] {
    var blocks: [Int32] = []
    var frame = frame
    while frame >= 0 {
      blocks.append(history[Int(frame)].block)
      frame = history[Int(frame)].frame
    }
    return blocks
  }

  /// The value of a fact.
  public func value(of fact: String) -> String? {
    program.facts.firstIndex { $0.name == fact }.map { program.facts[$0].values[Int(facts[$0])] }
  }

  /// The values of all facts, each as its index in the fact's values.
  package var factValues: [UInt8] { program.facts.indices.map { facts[$0] } }

  /// Sets a fact. Returns false if there is no such fact or value.
  public mutating func set(_ fact: String, to value: String) -> Bool {
    guard let index = program.facts.firstIndex(where: { $0.name == fact }),
      let place = program.facts[index].values.firstIndex(of: value)
    else { return false }
    facts[index] = UInt8(truncatingIfNeeded: place)
    return true
  }
}

extension Program {
  /// A machine at the first step of a flow. Nil for an outline, or a flow of another catalogue.
  public func start(_ flow: Flow, clock: Int64 = 0) -> Machine? {
    flow.firstStep.flatMap { start(at: $0, clock: clock) }
  }

  /// A machine that is entered at a step. Nil for a step of another catalogue.
  public func start(at step: Step, clock: Int64 = 0) -> Machine? {
    block(of: step).map { Machine(program: self, block: $0, clock: clock) }
  }

  /// The outcome with this name. Nil if no row is for it.
  public func outcome(_ name: String) -> Outcome? {
    let name = Array(name.utf8)
    return tables.symbolIndex.find(name.indices, in: name).map(Outcome.init(symbol:))
  }
}
