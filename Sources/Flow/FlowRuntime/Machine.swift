public import FlowModel

/// A run of a program: a small value that goes from row to row. A copy of it is a snapshot.
///
/// It is pure: it calls nobody and reads no clock. ``need`` says what it needs next; a driver
/// supplies that and calls ``take(_:)``, ``enterCall()`` or ``elapse(to:)``. A step does not
/// allocate memory.
public struct Machine: Sendable {
  package let program: Program
  // Copied from the program, so that a step need not go through it.
  private let cells: [Cell]
  /// The block of the current step. After the end it is `-1 -` the last one, so that no row is
  /// found.
  private var place: Int32
  /// The index in `history` of the current call; -1 for none.
  package var frame: Int32 = -1
  /// The result of a called flow until the caller's row is taken; -1 for none.
  package var returned: Int32 = -1
  package var history = History(capacity: 16)
  package var facts: FactValues
  /// The time, in milliseconds of the run's clock.
  public internal(set) var clock: Int64
  /// When the step was entered, in milliseconds of the run's clock.
  package var enteredAt: Int64
  package private(set) var endKind = End.Kind.none
  package private(set) var endArgument: Int32 = 0

  /// A machine at a step.
  package init(program: Program, block: Int32, clock: Int64) {
    self.program = program
    cells = program.tables.cells
    place = block
    facts = FactValues(count: program.facts.count)
    self.clock = clock
    enteredAt = clock
    enter(block)
  }

  /// The block of the current step, or of the last one if the run has ended.
  package var block: Int32 { place < 0 ? -1 - place : place }
  /// The head of the step's block.
  package var head: Cell { cells[Int(block) - 1] }
  package var hasEnded: Bool { place < 0 }

  /// Takes a row of the current step, by position, and goes to its target.
  ///
  /// - Returns: the number of the row, for the trace.
  @discardableResult
  public mutating func take(_ row: Int) throws(MachineError) -> RowNumber {
    let index = Int(place) &+ row
    guard index >= 0, index < cells.count else { return try Machine.refuse(place) }
    let cell = cells[index]
    guard cell.home == place else { return try Machine.refuse(place) }
    guard cell.flags == 0 else {
      guard cell.flags & 15 != Operation.error || depth < Machine.maximumDepth else {
        throw .callTooDeep
      }
      returned = -1
      return cell.flags > 15
        ? change(cell.flags, cell.target, cell.number)
        : follow(cell.flags, cell.target, cell.number)
    }
    returned = -1
    place = cell.target
    enteredAt = clock
    return RowNumber(rawValue: cell.number)
  }

  @inline(never)
  private static func refuse(_ place: Int32) throws(MachineError) -> RowNumber {
    throw place < 0 ? .ended : .noSuchRow
  }

  /// Enters the flow that the step calls.
  public mutating func enterCall() throws(MachineError) {
    guard !hasEnded, head.flags & Block.isCall != 0 else { throw .noCall }
    let callee = program.tables.rareFields[Int(head.number)].callee
    guard callee >= 0 else {
      end(.outline, -1 - callee)
      return
    }
    guard depth < Machine.maximumDepth else { throw .callTooDeep }
    open(.call)
    enter(callee)
  }

  /// Moves the clock forward. Earlier times are ignored.
  public mutating func elapse(to time: Int64) {
    clock = max(clock, time)
  }

  /// Suspends the run, as when the app goes to the background, and starts another flow on top of
  /// it. `resume` returns to the suspended run; Back does not go past the suspension.
  public mutating func suspend(into flow: Flow) throws(MachineError) {
    guard !hasEnded else { throw .ended }
    guard let first = flow.firstStep, let start = program.block(of: first) else {
      throw .noSuchFlow
    }
    push(.suspension)
    frame = -1
    returned = -1
    enter(start)
  }

  // MARK: Entering

  package mutating func enter(_ target: Int32) {
    place = target
    enteredAt = clock
    if cells[Int(target) - 1].flags & Block.isScreen != 0 { show(target) }
  }

  /// Pushes the current screen, unless it was the last one shown.
  @inline(__always)
  private mutating func show(_ block: Int32) {
    let screen = HistoryEntry(kind: .screen, block: block, frame: -1)
    guard history.last != screen else { return }
    if history.count >= Machine.maximumHistory { forget() }
    history.push(screen)
  }

  /// Pushes an entry that remembers the current step and call. The call is read after room was
  /// made, since ``forget()`` renumbers the calls.
  private mutating func push(_ kind: HistoryEntry.Kind) {
    if history.count >= Machine.maximumHistory { forget() }
    history.push(HistoryEntry(kind: kind, block: place, frame: frame))
  }

  /// Pushes a call or failure, which becomes the current call.
  private mutating func open(_ kind: HistoryEntry.Kind) {
    push(kind)
    frame = Int32(history.count - 1)
  }

  private mutating func end(_ kind: End.Kind, _ argument: Int32 = 0) {
    place = -1 - place
    endKind = kind
    endArgument = argument
  }

  // MARK: Rows that do more than lead to a step

  // Arguments in separate registers: passing a cell would pack and unpack it.

  /// Takes a row that changes facts.
  @inline(never)
  private mutating func change(
    _ flags: Int32, _ target: Int32, _ number: Int32
  ) -> RowNumber {
    apply(flags >> 4)
    guard flags & 15 == Operation.step else { return follow(flags & 15, target, number) }
    go(to: target)
    return RowNumber(rawValue: number)
  }

  @inline(never)
  private mutating func follow(
    _ operation: Int32, _ target: Int32, _ number: Int32
  ) -> RowNumber {
    switch operation {
    case Operation.screen:
      go(to: target)
      show(target)
    case Operation.back: goBack()
    default: leave(operation, target)
    }
    return RowNumber(rawValue: number)
  }

  private mutating func go(to block: Int32) {
    place = block
    enteredAt = clock
  }

  @inline(never)
  private mutating func leave(_ operation: Int32, _ target: Int32) {
    switch operation {
    case Operation.stay: enteredAt = clock
    case Operation.goto:
      if frame >= 0 { push(.departure) }
      frame = -1
      enter(target)
    case Operation.error:
      open(.failure)
      enter(target)
    case Operation.outline: end(.outline, target)
    case Operation.resume: resume()
    case Operation.result: giveBack(target)
    default: end(.end)
    }
  }

  private mutating func goBack() {
    var top = history.count
    if top > 0, history[top - 1].isScreen, history[top - 1].block == place { top -= 1 }
    while top > 0 {
      let entry = history[top - 1]
      if entry.isScreen {
        history.pop(to: top)
        go(to: entry.block)
        return
      }
      if entry.kind == .suspension { break }
      frame = entry.frame
      top -= 1
    }
    history.pop(to: top)
    end(.back)
  }

  private mutating func resume() {
    guard let place = history.lastIndex(where: { $0.kind == .suspension }) else {
      end(.resume)
      return
    }
    let entry = history[place]
    history.pop(to: place)
    frame = entry.frame
    go(to: entry.block)
  }

  private mutating func giveBack(_ symbol: Int32) {
    guard frame >= 0 else {
      end(.result, symbol)
      return
    }
    let entry = history[Int(frame)]
    history.pop(to: Int(frame))
    frame = entry.frame
    go(to: entry.block)
    if entry.kind == .call { returned = symbol }
  }

  // MARK: Facts

  @inline(__always)
  private mutating func apply(_ start: Int32) {
    var place = Int(start)
    while true {
      let change = program.tables.changes[place]
      facts.apply(change)
      if change.isLast { return }
      place += 1
    }
  }

  // Inlined, since a runner asks for these at every step and a call would copy the machine.

  /// Whether all conditions from this index hold.
  @inline(__always)
  package func holds(_ start: Int32) -> Bool {
    guard start != 0 else { return true }
    var place = Int(start)
    while true {
      let condition = program.tables.conditions[place]
      guard condition.holds(facts[Int(condition.fact)]) else { return false }
      if condition.isLast { return true }
      place += 1
    }
  }

  /// Whether the conditions of a row hold, after its outcome was counted.
  public func allows(_ row: Int) -> Bool {
    let outcomes = program.tables.outcomes
    var place = Int(head.target)
    while true {
      if Int(outcomes[place].row) == row { return holds(outcomes[place].conditions) }
      if outcomes[place].isLast { return true }
      place += 1
    }
  }

  /// The position of the row to take for an outcome now. Nil if the step has none.
  public func row(for outcome: Outcome) -> Int? {
    let outcomes = program.tables.outcomes
    var place = Int(head.target)
    while true {
      let row = outcomes[place]
      if row.symbol == outcome.symbol, holds(row.conditions) { return Int(row.row) }
      if row.isLast { return nil }
      place += 1
    }
  }

  /// The same by the name of the outcome. A step has few rows with short names, so comparing them
  /// is faster than hashing.
  @inline(__always)
  package func row(answering name: String) -> Int? {
    var place = Int(head.target)
    var symbol = Int32.min
    while true {
      let row = program.tables.outcomes[place]
      if symbol < 0, row.symbol >= 0, program.tables.symbols[Int(row.symbol)] == name {
        symbol = row.symbol
      }
      if row.symbol == symbol, row.conditions == 0 || holds(row.conditions) {
        return Int(row.row)
      }
      if row.isLast { return nil }
      place += 1
    }
  }
}
