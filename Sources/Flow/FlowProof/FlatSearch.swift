internal import FlowModel
internal import FlowRuntime

/// All runs from a flow, if neither facts nor the stack decide anything in them: a breadth-first
/// search of the cells.
///
/// It gives up at the first step that calls, asks for a fact, has a timer or goes back. What it
/// decides costs a small multiple of a bare search of the same graph in C;
/// `tools/bench --only prove` compares them.
struct FlatSearch {
  /// Everything of the sentence that happens in these runs.
  private(set) var seen: Monitor.Letter = []
  /// The number of places that runs come to.
  private(set) var count = 0

  private let program: Program
  private let letters: Letters
  private let monitor: Monitor
  /// For the head of every block, what entering the step is; for every row, what taking it is.
  private let marks: [Monitor.Letter]
  /// For every state and every letter the next state.
  private let next: [UInt8]
  /// A place is a block, followed by so many bits for the state.
  private let stateBits: Int32
  private var reached: [Bool]
  /// The places that were reached, in their order; the first `count` are used.
  private var places: [Int32]

  private static let letterCount = 16
  /// The most places for which there is room.
  private static let most = 4_000_000

  /// Nil if a run breaks the rule, or if more than the cells decides.
  init?(_ rule: ResolvedRule, from start: Int32, _ letters: Letters, on program: Program) {
    monitor = rule.monitor
    guard !monitor.isAboutEver, monitor.form != .alwaysPossible, rule.interruption == nil,
      letters.facts.isEmpty
    else { return nil }
    self.program = program
    self.letters = letters
    marks =
      letters.answered.isEmpty
      ? letters.cells : zip(letters.cells, letters.answered).map { $0.union($1) }
    let states = monitor.stateCount
    var bits: Int32 = 0
    while 1 << bits < states { bits += 1 }
    stateBits = bits
    guard program.tables.cells.count << Int(bits) < FlatSearch.most else { return nil }
    next = (0..<states * FlatSearch.letterCount).map { [monitor] place in
      monitor.next(
        UInt8(place / FlatSearch.letterCount),
        Monitor.Letter(rawValue: UInt8(place % FlatSearch.letterCount)))
    }
    reached = Array(repeating: false, count: program.tables.cells.count << Int(bits))
    places = Array(repeating: 0, count: program.tables.offsets.count << Int(bits))
    let letter = arriving(at: start)
    let state = after(letter, in: monitor.start)
    guard state != Monitor.broken else { return nil }
    seen = letter
    places[0] = start << bits | Int32(state)
    reached[Int(places[0])] = true
    guard search() else { return nil }
  }

  private func after(_ letter: Monitor.Letter, in state: UInt8) -> UInt8 {
    next[Int(state) * FlatSearch.letterCount + Int(letter.rawValue)]
  }

  /// Entering a flow at a block.
  private func arriving(at block: Int32) -> Monitor.Letter {
    let flow = program.tables.flowOfStep[Int(program.head(of: block).number)]
    return letters.arriving(at: block, inFlow: Int(flow)) { _ in 0 }
  }

  // One loop over spans, which holds little else, so that its numbers stay in registers. Rows that
  // the sentence does not speak of, and that lead to a step of which it does not speak, are taken
  // here; all others by a call.
  private mutating func search() -> Bool {
    // Copies, since constants of another module are read by a call.
    let broken = Monitor.broken
    let deciding = Block.isCall | Block.hasUnless | Block.hasTimer
    let bits = stateBits
    let stateMask: Int32 = 1 << bits - 1
    var reachedPlaces = reached
    var allPlaces = places
    reached = []
    places = []
    var reached = reachedPlaces.mutableSpan
    var places = allPlaces.mutableSpan
    let (allCells, allMarks) = (program.tables.cells, marks)
    let cells = allCells.span
    let marks = allMarks.span
    var seen = seen
    var place = 0
    var count = 1
    while place < count {
      let block = places[place] &>> bits
      let state = UInt8(truncatingIfNeeded: places[place] & stateMask)
      place &+= 1
      let head = cells[Int(block) &- 1]
      guard head.flags & deciding == 0, head.target == 0 || isPlain(head.target) else {
        return false
      }
      // The state after a row that is not spoken of. The row itself breaks no sentence; the step
      // after it may.
      let unmarked = after(.visit, in: after([], in: state))
      var index = Int(block)
      while index < cells.count, cells[index].home == block {
        let (target, operation) = (cells[index].target, cells[index].operation)
        var found = target &<< bits | Int32(unmarked)
        let row = index
        index &+= 1
        if (operation != .step && operation != .screen) || unmarked == broken
          || !marks[row].union(marks[Int(target) &- 1]).isEmpty
        {
          guard let taken = taking(row, at: block, in: state) else { return false }
          seen.formUnion(taken.seen)
          guard let place = taken.place else { continue }
          found = place
        }
        if !reached[Int(found)] {
          reached[Int(found)] = true
          places[count] = found
          count &+= 1
        }
      }
      // A run can stop at a step without rows.
      if index == Int(block), monitor.isBroken(atEndIn: state) { return false }
    }
    self.count = count
    self.seen = seen
    return true
  }

  /// What taking a row means for the rule, and the place to which it leads, if it does not end the
  /// run. Nil if it breaks the rule, or if more than the cells decides.
  private func taking(
    _ row: Int, at block: Int32, in state: UInt8
  ) -> (seen: Monitor.Letter, place: Int32?)? {
    let cell = program.tables.cells[row]
    let state = after(marks[row], in: state)
    guard state != Monitor.broken else { return nil }
    let target = cell.operation == .stay ? block : cell.target
    let arrival: Monitor.Letter
    switch cell.operation {
    case .step, .screen, .section, .stay:
      arrival = marks[Int(target) - 1].union(.visit)
    case .goto: arrival = arriving(at: target)
    case .screenUnless, .outline, .back, .resume, .end, .result, .error, .missing:
      guard let end = ending(cell), !monitor.isBroken(atEndIn: after(end, in: state)) else {
        return nil
      }
      return (marks[row].union(end), nil)
    }
    let next = after(arrival, in: state)
    guard next != Monitor.broken else { return nil }
    return (marks[row].union(arrival), target << stateBits | Int32(next))
  }

  /// Whether rows for outcomes have no conditions, and each outcome has one row.
  private func isPlain(_ start: Int32) -> Bool {
    let outcomes = program.tables.outcomes
    var place = Int(start)
    while true {
      let outcome = outcomes[place]
      guard outcome.conditions == 0 else { return false }
      if outcome.symbol != OutcomeRow.person {
        for earlier in Int(start)..<place where outcomes[earlier].symbol == outcome.symbol {
          return false
        }
      }
      if outcome.isLast { return true }
      place += 1
    }
  }

  /// The end to which a row leads. Nil if it does not lead to one, or only if the stack is empty.
  private func ending(_ cell: Cell) -> Monitor.Letter? {
    switch cell.operation {
    case .end: letters.ending("end")
    case .missing: letters.ending("missing")
    case .outline: letters.ending("outline", inOutline: Int(cell.target))
    // Nothing was called, so a result ends the run.
    case .result:
      letters.ending("result \(program.tables.symbols[Int(cell.target)])")
    case .step, .screen, .screenUnless, .section, .stay, .goto, .error, .back, .resume: nil
    }
  }
}
