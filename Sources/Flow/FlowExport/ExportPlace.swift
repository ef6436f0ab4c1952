package import FlowModel

/// A step of an exported flow: where a run may stand.
package struct ExportPlace: Sendable {
  /// Where a call leads.
  package enum Callee: Sendable {
    /// The first step of the called flow.
    case step(Step)
    /// A flow that is not yet written. The run ends there.
    case outline(String)
    /// A flow that does not exist. The run ends there.
    case missing(String)
  }

  /// The step.
  package let step: Step
  /// Its rows, in document order.
  package let rows: [ExportRow]
  /// The step is skipped, by its first row, if one of these holds.
  package let unless: [ExportGuard]
  /// The flow that the step calls. Nil if it calls none.
  package let callee: Callee?
  /// Whether a run goes on by itself: the system acts, and there is one row.
  package let passes: Bool

  /// Back can lead here.
  package var isScreen: Bool { step.activity == .screen }

  /// The flows that the step may lead to.
  package var others: [Flow] {
    let called: [Step] = if case .step(let step)? = callee { [step] } else { [] }
    let led = rows.compactMap { row -> Step? in
      switch row.way {
      case .goto(let step), .error(let step): step
      case .step, .stay, .back, .resume, .result, .end, .outline, .missing: nil
      }
    }
    return (called + led).map(\.flow)
  }
}

/// A row of an exported flow at one step.
package struct ExportRow: Sendable {
  /// The row of the flow.
  package let row: Row
  /// The outcome of the action, or the result of the call, for which it is taken.
  package let outcome: String?
  /// All must hold, with the facts as they are before the row is taken.
  package let guards: [ExportGuard]
  /// The changes when it is taken, in order.
  package let changes: [ExportChange]
  /// Where it leads.
  package let way: ExportWay
  /// The time after which it is taken, in milliseconds. Nil without a timer.
  package let after: Int64?

  /// Whether its timer runs longer than a step: that of a section, a flow or a call.
  package func hasLongTimer(at place: ExportPlace) -> Bool {
    after != nil && (row.scope != .step || place.callee != nil)
  }
}

/// Where a row leads, and what that does to the stack.
package enum ExportWay: Sendable {
  /// A step of the same flow.
  case step(Step)
  /// The same step again.
  case stay
  /// A step of another flow: pushes a departure, and the callers are abandoned until Back.
  case goto(Step)
  /// An error flow: pushes a failure, at which the step is performed again.
  case error(Step)
  /// The last screen on the stack.
  case back
  /// The last suspension on the stack.
  case resume
  /// The last call or failure on the stack.
  case result(String)
  /// The end.
  case end
  /// A flow that is not yet written. The run ends there.
  case outline(String)
  /// What does not exist. The run ends there.
  case missing(String)
}

/// A condition: a fact has one of these values.
package struct ExportGuard: Hashable, Sendable {
  /// The number of the fact.
  package let fact: Int
  /// The positions of the values, in order.
  package let values: [Int]
}

/// A change of a fact when a row is taken.
package struct ExportChange: Hashable, Sendable {
  /// The number of the fact.
  package let fact: Int
  /// The position of the new value; for a count, that of the last one.
  package let value: Int
  /// Whether the fact goes up by one instead, but not beyond `value`.
  package let counts: Bool
}
