internal import FlowModel

/// Which rows may be taken, and what happens to time when one is. The only answer to these
/// questions: runs with handlers, scripts, paths and pages all ask it.
extension Machine {
  /// Whether a row may be taken.
  package enum Access: Hashable, Sendable {
    /// It may, and no time passes.
    case now
    /// It may when this timer runs out. Its step then has to be prepared; see
    /// ``Machine/prepare(for:)``.
    case when(Timer)
    /// It may not.
    case never(Obstacle)
  }

  /// Why a row may not be taken.
  package enum Obstacle: Hashable, Sendable {
    /// The run has ended, or the step has no such row.
    case ended
    /// The step is skipped.
    case skipped
    /// The called flow has returned the result of the row at this position; nil if no row is for
    /// it.
    case result(Int?)
    /// Its conditions do not hold.
    case conditions
    /// This other timer ends the step before.
    case timer(Timer)
    /// Its timer has run out already.
    case ranOut
  }

  /// Whether the run waits at its step, so that time may pass there.
  @inline(__always)
  package var waits: Bool { need == .event && head.flags & Block.passes == 0 }

  /// Whether a row of the current step may be taken, by its position.
  package func access(to position: Int) -> Access {
    switch need {
    case .end: return .never(.ended)
    case .passOver: return position == 0 ? .now : .never(.skipped)
    case .result:
      let row = resultRow
      return row == position ? .now : .never(.result(row))
    case .event, .call: break
    }
    guard mayHaveTimer(head.flags) else {
      return allows(position) ? .now : .never(.conditions)
    }
    if let first = timer(inPlaceOf: position) { return .never(.timer(first)) }
    guard allows(position) else { return .never(.conditions) }
    let row = rows[position]
    guard row.after != nil else { return .now }
    let hasAnswer = row.outcome != nil
    guard let timer = timer(ofRow: position), let first = self.timer else {
      return hasAnswer ? .now : .never(.ranOut)
    }
    if timer == first { return .when(timer) }
    // Its action may answer before the earlier timer.
    return hasAnswer ? .now : .never(.timer(first))
  }

  /// An obstacle in words, for the row at a position.
  package func refusal(_ obstacle: Obstacle, of position: Int) -> Refusal {
    switch obstacle {
    case .ended: .ended
    case .skipped: .skipped
    case .result(let row): .result(row.map { rows[$0].reference })
    case .conditions: .conditions(unmetValues(of: position))
    case .timer(let first): .laterTimer(than: row(of: first).reference)
    case .ranOut: .ranOut
    }
  }
}
