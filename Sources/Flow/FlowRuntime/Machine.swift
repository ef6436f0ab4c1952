public import FlowModel

/// A run of a program: a small value that steps from row to row. Copying it is a snapshot.
///
/// Pure: it calls nobody and reads no clock. What it needs next is in ``need``; a driver supplies
/// that and calls ``take(_:)``, ``enterCall()`` or ``elapse(to:)``. A step taken does not allocate.
public struct Machine: Sendable {
  package let program: Program
  // The program's own, at hand: a step looks into them without asking the program.
  package let blocks: [Int32]
  package let changes: [Int32]
  /// The block of the step the run stands at.
  package var block: Int32
  /// The place in `history` of the call that the run is inside of; -1 for none.
  package var frame: Int32 = -1
  /// What a called flow has returned, while the caller's row is not yet taken; -1 for nothing.
  package var returned: Int32 = -1
  package var history: [HistoryEntry] = []
  /// The value of every fact, as its position in the fact's values.
  package var facts: [UInt8]
  /// Milliseconds of the run's clock.
  public internal(set) var clock: Int64
  /// When the step was entered.
  package var enteredAt: Int64
  package var endKind = End.Kind.none
  package var endArgument: Int32 = 0

  /// A machine that stands at a step.
  package init(program: Program, block: Int32, clock: Int64) {
    self.program = program
    blocks = program.blocks
    changes = program.changes
    self.block = block
    facts = Array(repeating: 0, count: program.facts.count)
    self.clock = clock
    enteredAt = clock
    history.reserveCapacity(16)
    enter(block)
  }

  /// Takes a row of the step the run stands at, by its position, and goes where it leads.
  ///
  /// - Returns: the number of the row, for the trace.
  @discardableResult
  public mutating func take(_ row: Int) throws(MachineError) -> RowNumber {
    let base = Int(block)
    guard endKind == .none, row >= 0, row < Int(blocks[base + Block.flags] >> 8) else {
      throw endKind == .none ? .noSuchRow : .ended
    }
    returned = -1
    let place = base + Block.rows + row * Block.rowSize
    // The last first: one check of the bounds does for all three.
    let effects = Int(blocks[place + 2])
    let number = RowNumber(rawValue: blocks[place + 1])
    let word = blocks[place]
    if effects != 0 { apply(effects) }
    switch word & 15 {
    case Block.Operation.step:
      block = word >> 4
      enteredAt = clock
    case Block.Operation.screen:
      block = word >> 4
      enteredAt = clock
      show()
    default: follow(word)
    }
    return number
  }

  /// Goes into the flow that the step calls.
  public mutating func enterCall() throws(MachineError) {
    guard endKind == .none, blocks[Int(block) + Block.flags] & Block.isCall != 0 else {
      throw .noCall
    }
    let callee = blocks[Int(block) + Block.callee]
    guard callee >= 0 else {
      end(.outline, -1 - callee)
      return
    }
    guard depth < Machine.maximumDepth else { throw .callTooDeep }
    push(HistoryEntry(kind: .call, block: block, frame: frame))
    frame = Int32(history.count - 1)
    enter(callee)
  }

  /// Moves the clock forward. Times in the past are ignored.
  public mutating func elapse(to time: Int64) {
    clock = max(clock, time)
  }

  /// Puts the run aside, as when the app goes to the background, and starts another flow over it.
  /// `resume` returns to it; Back does not reach behind it.
  public mutating func suspend(into flow: Flow) throws(MachineError) {
    guard endKind == .none else { throw .ended }
    guard let first = flow.firstStep, let start = program.block(of: first) else {
      throw .noSuchFlow
    }
    push(HistoryEntry(kind: .suspension, block: block, frame: frame))
    frame = -1
    returned = -1
    enter(start)
  }

  // MARK: Entering

  package mutating func enter(_ target: Int32) {
    block = target
    enteredAt = clock
    if blocks[Int(target) + Block.flags] & Block.isScreen != 0 { show() }
  }

  /// Remembers the screen the run stands at, unless it is the one that was shown last.
  private mutating func show() {
    if let last = history.last, last.block == block, last.isScreen { return }
    push(HistoryEntry(kind: .screen, block: block, frame: -1))
  }

  private mutating func push(_ entry: HistoryEntry) {
    if history.count >= Machine.maximumHistory { forget() }
    history.append(entry)
  }

  private mutating func end(_ kind: End.Kind, _ argument: Int32 = 0) {
    endKind = kind
    endArgument = argument
  }

  // MARK: Targets other than a step of the same flow

  @inline(never)
  private mutating func follow(_ word: Int32) {
    let argument = word >> 4
    switch word & 15 {
    case Block.Operation.stay: enteredAt = clock
    case Block.Operation.goto:
      if frame >= 0 { push(HistoryEntry(kind: .departure, block: block, frame: frame)) }
      frame = -1
      enter(argument)
    case Block.Operation.error:
      push(HistoryEntry(kind: .failure, block: block, frame: frame))
      frame = Int32(history.count - 1)
      enter(argument)
    case Block.Operation.outline: end(.outline, argument)
    case Block.Operation.back: goBack()
    case Block.Operation.resume: resume()
    case Block.Operation.result: giveBack(argument)
    default: end(.end)
    }
  }

  private mutating func goBack() {
    if let last = history.last, last.isScreen, last.block == block { history.removeLast() }
    while let last = history.last {
      if last.isScreen {
        block = last.block
        enteredAt = clock
        return
      }
      if last.kind == .suspension { break }
      frame = last.frame
      history.removeLast()
    }
    end(.back)
  }

  private mutating func resume() {
    guard let place = history.lastIndex(where: { $0.kind == .suspension }) else {
      end(.resume)
      return
    }
    let entry = history[place]
    history.removeSubrange(place...)
    frame = entry.frame
    block = entry.block
    enteredAt = clock
  }

  private mutating func giveBack(_ symbol: Int32) {
    guard frame >= 0 else {
      end(.result, symbol)
      return
    }
    let entry = history[Int(frame)]
    history.removeSubrange(Int(frame)...)
    frame = entry.frame
    block = entry.block
    enteredAt = clock
    if entry.kind == .call { returned = symbol }
  }

  // MARK: Facts

  @inline(never)
  private mutating func apply(_ start: Int) {
    let end = start + 1 + Int(changes[start]) * 2
    var place = start + 1
    while place < end {
      let fact = Int(changes[place] >> 1)
      let value = UInt8(truncatingIfNeeded: changes[place + 1])
      if changes[place] & 1 == 0 {
        facts[fact] = value
      } else if facts[fact] < value {
        facts[fact] += 1
      }
      place += 2
    }
  }

  /// Whether all conditions that start there hold.
  package func holds(_ start: Int32) -> Bool {
    guard start != 0 else { return true }
    let conditions = program.conditions
    var place = Int(start) + 1
    for _ in 0..<conditions[Int(start)] {
      let fact = Int(conditions[place])
      let last = program.facts[fact].values.count - 1
      let value = min(Int(facts[fact]) + Int(conditions[place + 3]), last)
      let half = UInt32(bitPattern: conditions[place + (value < 32 ? 1 : 2)])
      guard half >> UInt32(value & 31) & 1 == 1 else { return false }
      place += 4
    }
    return true
  }

  /// Whether the conditions of a row hold, with what its outcome counts.
  public func allows(_ row: Int) -> Bool {
    let outcomes = program.outcomes
    let place = Int(blocks[Int(block) + Block.outcomes])
    for entry in 0..<Int(outcomes[place]) where outcomes[place + 2 + entry * 3] == Int32(row) {
      return holds(outcomes[place + 3 + entry * 3])
    }
    return true
  }

  /// The position of the row that an outcome leads to now; nil when the step has none for it.
  public func row(for outcome: Outcome) -> Int? {
    let outcomes = program.outcomes
    var place = Int(blocks[Int(block) + Block.outcomes])
    let end = place + 1 + Int(outcomes[place]) * 3
    place += 1
    while place < end {
      if outcomes[place] == outcome.symbol, holds(outcomes[place + 2]) {
        return Int(outcomes[place + 1])
      }
      place += 3
    }
    return nil
  }
}
