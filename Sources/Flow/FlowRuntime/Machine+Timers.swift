package import FlowModel

/// When the parts of a flow were entered, in milliseconds of the run's clock.
package struct ScopeTimes: Hashable, Sendable {
  /// When the step was entered; for the times of now, when the run was last resumed.
  package var step = Int64.min
  package var section: Int64 = 0
  package var flow: Int64 = 0
  /// The longest timer of the section and of the flow that has run out, in milliseconds. Each runs
  /// out once.
  package var sectionDone: UInt32 = 0
  package var flowDone: UInt32 = 0

  package init() {}

  /// The numbers of a snapshot, without those that nothing needs: none, when the step was entered,
  /// when the section and the flow were, or all five.
  package var numbers: [Int64] {
    let rest = [section, flow, Int64(sectionDone), Int64(flowDone)]
    if rest == [0, 0, 0, 0] { return step == .min ? [] : [step] }
    return step == .min && sectionDone == 0 && flowDone == 0 ? [section, flow] : [step] + rest
  }

  /// The same, where a time of 0 has to be told from one that is not known.
  package var knownNumbers: [Int64] {
    let numbers = numbers
    return numbers.isEmpty ? [0, 0] : numbers.count == 1 ? [step, 0, 0, 0, 0] : numbers
  }

  /// Nil unless these are the numbers of a run at this time.
  package init?(_ numbers: [Int64], clock: Int64) {
    guard [0, 1, 2, 5].contains(numbers.count), numbers.prefix(3).allSatisfy({ $0 <= clock })
    else { return nil }
    if numbers.count == 2 {
      (section, flow) = (numbers[0], numbers[1])
      return
    }
    step = numbers.first ?? .min
    guard numbers.count == 5 else { return }
    (section, flow) = (numbers[1], numbers[2])
    guard let sectionDone = UInt32(exactly: numbers[3]), let flowDone = UInt32(exactly: numbers[4])
    else { return nil }
    (self.sectionDone, self.flowDone) = (sectionDone, flowDone)
  }
}

// Timers run from entering a step, a section or a flow. Those of a section or flow, and those of a
// call, go on while called flows run. Those of a suspended run go on too, but take effect only when
// it is resumed.
//
// `times[0]` are the times of now, and `times[1 + i]` those that entry `i` of the history remembers
// when it is not a screen.
extension Machine {
  /// A row that is taken at a time.
  public struct Timer: Hashable, Sendable {
    /// The position of the row in its step.
    public let row: Int
    /// The time, in milliseconds of the run's clock.
    public let due: Int64
    /// How many calls are abandoned when it is taken: 0 for a row of the current step, 1 for a row
    /// of the step that has called the flow.
    public let callers: Int

    package init(row: Int, due: Int64, callers: Int) {
      self.row = row
      self.due = due
      self.callers = callers
    }
  }

  /// The timer that runs out first; of several at the same time that of the innermost step, and
  /// there that of the earliest row. Nil if none runs.
  public var timer: Timer? { firstTimer(ofRow: -1, callers: nil) }

  /// The timer that is taken in place of a row of the current step, since its time is over: the run
  /// was suspended, or its conditions did not hold before. Nil if there is none. Rows that only
  /// have a timer are compared by their times.
  package func timer(inPlaceOf position: Int) -> Timer? {
    guard mayHaveTimer(head.flags), waits, let first = timer, first.due <= clock,
      first.callers > 0 || first.row != position
    else { return nil }
    let row = rows[position]
    return row.after == nil || row.outcome != nil ? first : nil
  }

  /// All timers that run, those of the current step first.
  package var timers: [Timer] {
    var timers: [Timer] = []
    var (block, frame) = (block, frame)
    for callers in 0...depth {
      let rows = program.step(at: block).rows(program.reading).count
      timers += (0..<rows).compactMap { firstTimer(ofRow: $0, callers: callers) }
      guard frame >= 0 else { break }
      (block, frame) = (history[Int(frame)].block, history[Int(frame)].frame)
    }
    return timers
  }

  /// Whether a timer may run at a step with these flags.
  @inline(__always)
  package func mayHaveTimer(_ flags: Int32) -> Bool {
    flags & Block.hasTimer != 0 || frame >= 0 && program.tables.hasLongTimers
  }

  /// The row of a timer.
  package func row(of timer: Timer) -> Row {
    var (block, frame) = (block, frame)
    for _ in 0..<timer.callers {
      let entry = history[Int(frame)]
      (block, frame) = (entry.block, entry.frame)
    }
    return program.row(program.tables.cells[Int(block) + timer.row].number)
  }

  /// The timer of a row of the current step. Nil if it has none, or has run out already.
  package func timer(ofRow row: Int) -> Timer? { firstTimer(ofRow: row, callers: 0) }

  /// The timer of a calling step whose row has this name; of several the first to run out.
  package func callerTimer(ofRow name: String) -> Timer? {
    guard program.tables.hasLongTimers else { return nil }
    var caller = self
    var first: Timer?
    for callers in 0..<depth {
      caller.prepare(for: Timer(row: 0, due: 0, callers: 1))
      if let row = caller.position(ofRow: name),
        let timer = firstTimer(ofRow: row, callers: callers + 1),
        first.map({ timer.due < $0.due }) ?? true
      {
        first = timer
      }
    }
    return first
  }

  /// The timer that runs out first: at the current step, or else at a calling step, the innermost
  /// first. Does not allocate.
  ///
  /// - Parameters:
  ///   - row: the position of its row; -1 for any.
  ///   - level: how many callers away its step is. Nil for any.
  @inline(never)
  private func firstTimer(ofRow row: Int, callers level: Int?) -> Timer? {
    guard !hasEnded else { return nil }
    var now = times.first ?? ScopeTimes()
    now.step = enteredAt
    var first: Timer?
    var (block, frame, callers, waits) = (block, frame, 0, true)
    while true {
      let head = program.head(of: block)
      if head.flags & Block.hasTimer != 0, level == nil || level == callers {
        var place = Int(program.tables.rareFields[Int(head.number)].timers)
        while true {
          let timer = program.tables.timers[place]
          if row < 0 || timer.row == row, let due = due(timer, now, waits, head),
            first.map({ due < $0.due }) ?? true
          {
            first = Timer(row: Int(timer.row), due: due, callers: callers)
          }
          if timer.isLast { break }
          place += 1
        }
      }
      guard frame >= 0, program.tables.hasLongTimers else { return first }
      let entry = history[Int(frame)]
      now = times[Int(frame) + 1]
      // A step that has failed does not wait.
      waits = entry.kind == .call
      (block, frame, callers) = (entry.block, entry.frame, callers + 1)
    }
  }

  /// When a timer runs out. Nil if it has done so already, or if its conditions do not hold.
  private func due(
    _ timer: ProgramTimer, _ times: ScopeTimes, _ waits: Bool, _ head: Cell
  ) -> Int64? {
    let (start, done): (Int64, UInt32) =
      switch timer.scope {
      case .step: (times.step, waits ? 0 : .max)
      case .section: (times.section, times.sectionDone)
      case .flow: (times.flow, times.flowDone)
      }
    guard timer.after > done, allows(Int(timer.row), at: head) else { return nil }
    return (timer.restarts ? max(start, resumedAt) : start).later(by: Int64(timer.after))
  }

  /// When the run was last resumed.
  package var resumedAt: Int64 {
    get { times.first?.step ?? .min }
    set {
      if times.isEmpty { times.append(ScopeTimes()) }
      times[0].step = newValue
    }
  }

  // MARK: What a step changes

  /// Starts the timers of the flow and section that are entered.
  package mutating func enterFlow() {
    guard program.tables.hasLongTimers else { return }
    if times.isEmpty { times.append(ScopeTimes()) }
    (times[0].flow, times[0].flowDone) = (clock, 0)
    enterSection()
  }

  package mutating func enterSection() {
    (times[0].section, times[0].sectionDone) = (clock, 0)
  }

  /// Remembers the times of now for a new entry of the history.
  package mutating func saveTimes(at index: Int) {
    while times.count < index + 2 { times.append(ScopeTimes()) }
    times[index + 1] = times[0]
    times[index + 1].step = enteredAt
  }

  package mutating func restoreTimes(at index: Int) {
    guard index + 1 < times.count else { return }
    let resumedAt = resumedAt
    times[0] = times[index + 1]
    enteredAt = times[0].step
    self.resumedAt = resumedAt
  }

  /// The times after Back: those of the flow that is returned to go on if the history remembers
  /// them. A flow or section that was left for good begins again.
  ///
  /// - Parameters:
  ///   - block: the step where these times were valid.
  ///   - index: the entry that remembers them; -1 for those of now.
  package mutating func goBackInTime(from block: Int32, savedAt index: Int) {
    if index >= 0 {
      restoreTimes(at: index)
      enteredAt = clock
    }
    let (old, new) = (program.step(at: block), step)
    let flows = program.tables.flowOfStep
    if flows[Int(program.head(of: block).number)] != flows[Int(head.number)] {
      enterFlow()
    } else if old.record.section != new.record.section {
      enterSection()
    }
  }

  /// Remembers that the timer of a section's or flow's row has run out.
  package mutating func markFired(_ row: Int) {
    let rows = rows
    // A step whose call ends the run may have none.
    guard rows.indices.contains(row) else { return }
    let row = rows[row]
    guard row.scope != .step, !times.isEmpty, let after = row.after else { return }
    if row.scope == .flow {
      times[0].flowDone = UInt32(after)
    } else {
      times[0].sectionDone = UInt32(after)
    }
  }
}
