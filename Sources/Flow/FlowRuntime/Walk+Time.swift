internal import FlowModel

/// Moves of hosts that keep the clock.
extension Walk {
  /// Takes a row of the current step, by its position, at the machine's time. If that is the time
  /// of its timer, the run goes to the step as that timer does.
  package mutating func take(_ position: Int) throws(WalkError) {
    let timer = machine.timer(ofRow: position).flatMap { $0.due <= machine.clock ? $0 : nil }
    try perform(Deed(.take(position), waitingFor: timer))
  }

  /// Lets time pass until `time`, in milliseconds of the run's clock.
  ///
  /// - Parameter isFiring: takes the rows of the timers that run out meanwhile, and settles after
  ///   each. Otherwise only the clock moves.
  package mutating func elapse(to time: Int64, isFiring: Bool) throws(WalkError) {
    while isFiring, machine.need == .event, let timer = machine.timer, timer.due <= time {
      try perform(Deed(.take(timer.row), waitingFor: timer))
      try settle(.waits)
      // A timer of 0 ms would run for ever.
      if machine.timer.map({ $0.due <= timer.due }) ?? false { break }
    }
    machine.elapse(to: time)
  }
}
