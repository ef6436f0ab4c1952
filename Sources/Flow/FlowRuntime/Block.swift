package import FlowModel

/// Sixteen bytes of a program: the head of a step, or one of the rows that follow it.
///
/// The state of a machine is its step's block: the index of the step's first row, right after the
/// head. A row's cell says whether the step has the row, where the row leads, and whether it does
/// more than that.
package struct Cell: Hashable, Sendable {
  /// The block that a row belongs to; ``Cell/head`` for a head, which can never be taken as a row.
  package var home: Int32
  /// For a row, the block it leads to, or the argument of its operation. For a head, the index in
  /// `Program.outcomes` of the step's outcomes.
  package var target: Int32
  /// The number of the row, or of the step.
  package var number: Int32
  /// For a row, its ``Operation``, and from bit 4 the index of its changes in `Program.changes`.
  /// For a head, the flags of ``Block``.
  package var flags: Int32

  package static let head = Int32.min
}

/// The flags in the head of a step.
package enum Block {
  package static let isScreen: Int32 = 1
  package static let isCall: Int32 = 2
  package static let hasAction: Int32 = 4
  /// The run continues by itself: the system acts, and the step has a single row.
  package static let passes: Int32 = 8
  /// The user may choose, also while an action runs.
  package static let asksUser: Int32 = 16
  /// A row is taken after a time.
  package static let hasTimer: Int32 = 32
  /// The step has conditions under which it is skipped, and a row to take then.
  package static let hasUnless: Int32 = 64
  /// The action or the called flow returns values.
  package static let hasValues: Int32 = 128
  /// A text of the step or the message of one of its rows shows values.
  package static let showsValues: Int32 = 256
}

/// How a row is taken: the last four bits of its cell's flags.
package enum Operation: Int32, CaseIterable, Sendable {
  // In the order of their numbers, so that a number becomes a case without a table.
  /// Goes to a step that is not a screen. 0, so that a row that does nothing else has no flags.
  case step = 0
  case screen
  case stay
  case goto
  case outline
  case back
  case resume
  case end
  case result
  case error
  /// Goes to a screen that may be skipped.
  case screenUnless
  /// Leads to a step or a flow that does not exist. The cell's target is the number of the row.
  case missing
  /// Goes to a step of another section, which has timers.
  case section

  /// The bits of the flags that are the operation.
  static let mask: Int32 = 15

  /// The operation in the flags of a row's cell. The compiler writes no other numbers.
  ///
  /// In the order of the numbers this is no work at all, where `init(rawValue:)` is a call, a fifth
  /// of a step.
  @inline(__always)
  package init(flags: Int32) {
    switch flags & Operation.mask {
    case 0: self = .step
    case 1: self = .screen
    case 2: self = .stay
    case 3: self = .goto
    case 4: self = .outline
    case 5: self = .back
    case 6: self = .resume
    case 7: self = .end
    case 8: self = .result
    case 9: self = .error
    case 10: self = .screenUnless
    case 11: self = .missing
    case 12: self = .section
    default: self = .end
    }
  }

  /// What others than the machine ask of an operation: whether the cell's target is the block to
  /// which the row leads, and whose timers begin in the call that the run is in. An error flow is
  /// a call of its own.
  package var traits: (leadsToBlock: Bool, begins: Row.Scope) {
    switch self {
    case .step, .screen, .screenUnless, .error: (true, .step)
    case .section: (true, .section)
    case .goto: (true, .flow)
    case .stay, .outline, .back, .resume, .end, .result, .missing: (false, .step)
    }
  }

  package var leadsToBlock: Bool { traits.leadsToBlock }
}

extension Cell {
  /// How a row is taken.
  @inline(__always)
  package var operation: Operation { Operation(flags: flags) }
  /// The index of a row's changes in `Program.changes`; 0 for none.
  @inline(__always)
  package var changes: Int32 { flags >> 4 }
}

/// Rarely used fields of a step, by the number of the step.
package struct BlockRareFields: Hashable, Sendable {
  /// The first block of the called flow. Below 0 it is `-1 - flow` for an outline, or `missing`.
  package var callee = missing
  /// No call, or the call of a flow that does not exist.
  package static let missing = Int32.min
  /// The index of its timers in `Program.timers`; 0 for none.
  package var timers: Int32 = 0
  /// The index of the conditions under which the step is skipped.
  package var unless: Int32 = 0
}

/// A row that is taken after a time.
package struct ProgramTimer: Hashable, Sendable {
  /// The position of the row in its step.
  package var row: Int32
  /// Milliseconds after entering the step, the section or the flow.
  package var after: UInt32
  package var scope: Row.Scope
  /// Whether it begins again when a suspended run is resumed.
  package var restarts: Bool
  /// Whether this is the last timer of the step.
  package var isLast: Bool
}

/// A change of a fact when a row is taken.
package struct ProgramChange: Hashable, Sendable {
  package var fact: Int32
  /// The new value, or the last value when counting.
  package var value: UInt8
  package var counts: Bool
  /// Whether this is the row's last change.
  package var isLast: Bool
}

/// A condition of a row or a step on a fact.
package struct ProgramCondition: Hashable, Sendable {
  /// The values for which the condition holds, as a bit set.
  package var mask: UInt64
  package var fact: Int32
  /// The last value of the fact.
  package var last: UInt8
  /// Whether the fact is incremented before the condition is evaluated.
  package var counts: Bool
  /// Whether this is the last condition.
  package var isLast: Bool

  package func holds(_ value: UInt8) -> Bool {
    mask &>> UInt64(counts && value < last ? value &+ 1 : value) & 1 == 1
  }
}

/// A row that is taken for an outcome.
package struct OutcomeRow: Hashable, Sendable {
  /// The outcome; ``OutcomeRow/person`` for a row that a person takes.
  package var symbol: Int32
  /// The position of the row in its step.
  package var row: Int32
  /// The index of its conditions in `Program.conditions`; 0 for none.
  package var conditions: Int32
  package var isLast: Bool

  package static let person: Int32 = -1
}
