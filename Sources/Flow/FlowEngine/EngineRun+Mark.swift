internal import FlowModel
internal import FlowRuntime

extension EngineRun {
  /// The state as numbers, little-endian, so that a host need not read the same text again: as
  /// doubles the clock, when the step was entered, and when the timer runs out (-1 without one);
  /// then 32-bit words. States with equal words are equal but for these three times.
  ///
  /// Empty for what the words do not say: how a run ended, and times of more than 68 years.
  public var mark: [UInt8] {
    let machine = machine
    guard !machine.hasEnded else { return [] }
    var mark = Mark()
    let timer = machine.timer
    mark.add(time: machine.clock)
    mark.add(time: machine.enteredAt)
    mark.add(time: timer?.due ?? -1)
    mark.add(machine.program.reading == .meant ? 1 : 0)
    mark.add(machine.block)
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
    mark.bytes += machine.factValues
    if mark.bytes.count % 2 > 0 { mark.bytes.append(0) }
    return mark.bytes
  }
}

/// Numbers as bytes.
private struct Mark {
  var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(128) }

  @inline(never)
  mutating func add(time: Int64) {
    var bits = Double(time).bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  @inline(never)
  mutating func add(_ word: Int32) {
    var bits = word
    for _ in 0..<4 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }
}
