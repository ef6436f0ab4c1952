internal import FlowModel
internal import FlowRuntime

extension EngineRun {
  /// The state as numbers, so that a host need not read the same text again: as doubles, each in
  /// two words, the clock, when the step was entered, and when the timer runs out (-1 without one);
  /// then a key. States with equal keys are equal but for these three times.
  ///
  /// Empty for what the words do not say: times of more than 68 years.
  public var mark: [Int32] {
    let machine = machine
    var mark = Mark()
    let timer = machine.timer
    mark.add(time: machine.clock)
    mark.add(time: machine.enteredAt)
    mark.add(time: timer?.due ?? -1)
    mark.add(machine.program.reading == .meant ? 1 : 0)
    mark.add(machine.block)
    mark.add(Int32(machine.endKind.rawValue))
    mark.add(machine.endArgument)
    mark.add(timer.map { Int32($0.row) } ?? -1)
    mark.add(timer.map { Int32($0.callers) } ?? -1)
    let need = machine.need
    mark.add(need == .result ? 2 + Int32(machine.resultRow ?? -1) : machine.waits ? 1 : 0)
    for position in machine.rows.indices {
      var rest: Int64 = 0
      switch machine.access(to: position) {
      case .now: break
      case .when(let timer): rest = max(timer.due.earlier(by: machine.clock), 0)
      case .never(.conditions): rest = -2
      case .never(.timer): rest = -3
      case .never: rest = -1
      }
      // The text of a time is in whole seconds.
      if rest > 0 { rest = rest / 1_000 + (rest % 1_000 > 0 ? 1 : 0) }
      guard let word = Int32(exactly: rest) else { return [] }
      mark.add(word)
    }
    for block in machine.callingBlocks { mark.add(block) }
    for value in machine.factValues { mark.add(Int32(value)) }
    return mark.words
  }
}

/// Numbers as words.
private struct Mark {
  var words: [Int32] = []

  init() { words.reserveCapacity(32) }

  @inline(never)
  mutating func add(time: Int64) {
    let bits = Double(time).bitPattern
    add(Int32(truncatingIfNeeded: bits))
    add(Int32(truncatingIfNeeded: bits >> 32))
  }

  @inline(never)
  mutating func add(_ word: Int32) { words.append(word) }
}
