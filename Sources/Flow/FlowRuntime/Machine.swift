public import FlowModel

/// A run of a program: a small value that goes from row to row. A copy of it is a snapshot.
///
/// It is pure: it makes no calls and reads no clock. ``need`` says what it needs next; a driver
/// supplies that and calls ``take(_:)``, ``enterCall()`` or ``elapse(to:)``. A step does not
/// allocate memory.
public struct Machine: Sendable {
  package private(set) var program: Program
  // Copied from the program, so that a step need not go through it.
  let cells: [Cell]
  /// The block of the current step. After the end it is `-1 -` the last one, so that no row is
  /// found.
  var place: Int32
  /// The index in `history` of the current call; -1 for none.
  package var frame: Int32 = -1
  /// The result of a called flow until the caller's row is taken; -1 for none.
  package var returned: Int32 = -1
  package var history = History(capacity: 16)
  /// Empty until they are needed.
  package var times: [ScopeTimes] = []
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
    enterFlow()
  }

  #if !hasFeature(Embedded)
    /// The same run of a program that differs from its own in texts only.
    package func shown(by program: Program) -> Machine {
      var machine = self
      machine.program = program
      return machine
    }
  #endif

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
      if cell.flags & Operation.mask == Operation.error.rawValue {
        return try fail(cell.flags, cell.target, cell.number)
      }
      returned = -1
      return try cell.flags > 15
        ? change(cell.flags, cell.target, cell.number)
        : follow(cell.operation, cell.target, cell.number)
    }
    returned = -1
    place = cell.target
    enteredAt = clock
    return RowNumber(rawValue: cell.number)
  }

  /// Skips the step: takes its first row, whatever its conditions. Nothing is counted, since no
  /// action has answered.
  @discardableResult
  public mutating func passOver() throws(MachineError) -> RowNumber {
    let index = Int(place)
    guard index >= 0, index < cells.count, cells[index].home == place else {
      return try Machine.refuse(place)
    }
    let cell = cells[index]
    let operation = cell.operation
    if operation == .error, depth >= Machine.maximumDepth { throw .callTooDeep }
    returned = -1
    if cell.changes > 0 { apply(cell.changes, isCounting: false) }
    return try follow(operation, cell.target, cell.number)
  }

  @inline(never)
  static func refuse(_ place: Int32) throws(MachineError) -> RowNumber {
    throw place < 0 ? .ended : .noSuchRow
  }

  /// Enters the flow that the step calls.
  public mutating func enterCall() throws(MachineError) {
    guard !hasEnded, head.flags & Block.isCall != 0 else { throw .noCall }
    let callee = program.tables.rareFields[Int(head.number)].callee
    guard callee >= 0 else {
      if callee == BlockRareFields.missing { end(.missing, -1) } else { end(.outline, -1 - callee) }
      return
    }
    guard depth < Machine.maximumDepth else { throw .callTooDeep }
    open(.call)
    enter(callee)
    enterFlow()
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
    enterFlow()
  }

  // MARK: Entering

  /// Enters the current step as the first of the run, with the facts as they are now: if they pass
  /// over its screen, Back must not lead there.
  package mutating func startOver() {
    history.pop(to: 0)
    enter(place)
    enterFlow()
  }

  package mutating func enter(_ target: Int32) {
    place = target
    enteredAt = clock
    if cells[Int(target) - 1].flags & Block.isScreen != 0, !isPassedOver(at: target) {
      show(target)
    }
  }

  /// Pushes the current screen, unless it was the last one shown.
  @inline(__always)
  mutating func show(_ block: Int32) {
    let screen = HistoryEntry(kind: .screen, block: block, frame: -1)
    guard history.last != screen else { return }
    if history.count >= Machine.maximumHistory { forget() }
    history.push(screen)
  }

  /// Pushes an entry that remembers the current step and call. The call is read after room was
  /// made, since ``forget()`` renumbers the calls.
  mutating func push(_ kind: HistoryEntry.Kind) {
    if history.count >= Machine.maximumHistory { forget() }
    saveTimes(at: history.count)
    history.push(HistoryEntry(kind: kind, block: place, frame: frame))
  }

  /// Pushes a call or failure, which becomes the current call.
  mutating func open(_ kind: HistoryEntry.Kind) {
    push(kind)
    frame = Int32(history.count - 1)
  }

  mutating func end(_ kind: End.Kind, _ argument: Int32 = 0) {
    place = -1 - place
    endKind = kind
    endArgument = argument
  }

  // MARK: Facts

  @inline(__always)
  mutating func apply(_ start: Int32, isCounting: Bool) {
    var place = Int(start)
    while true {
      let change = program.tables.changes[place]
      if isCounting || !change.counts { facts.apply(change) }
      if change.isLast { return }
      place += 1
    }
  }
}
