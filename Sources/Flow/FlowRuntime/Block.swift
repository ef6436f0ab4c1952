/// Sixteen bytes of a program: the head of a step's block, or one of the rows that follow it.
///
/// A state of a machine is its step's block: the place of the step's first row, behind the head. One
/// look at one cell says whether the step has the row that is to be taken, where it leads, and
/// whether it does more than that.
package struct Cell: Hashable, Sendable {
  /// The block that a row is of; ``Cell/head`` for a head, which no row can be taken for.
  package var home: Int32
  /// For a row, the block it leads to, or what its operation is about; for a head, where the step's
  /// outcomes start in `Program.outcomes`.
  package var target: Int32
  /// The number of the row, or of the step.
  package var number: Int32
  /// For a row, its ``Operation``, and from bit 4 where its changes start in `Program.changes`; for a
  /// head, the flags of ``Block``.
  package var flags: Int32

  package static let head = Int32.min
}

/// The flags in the head of a step's block.
package enum Block {
  package static let isScreen: Int32 = 1
  package static let isCall: Int32 = 2
  package static let hasAction: Int32 = 4
  /// Nobody decides anything: the system does it, and there is one way on.
  package static let passes: Int32 = 8
  /// The user may choose, whatever an action is doing meanwhile.
  package static let asksUser: Int32 = 16
  /// A row is taken by the time that passes.
  package static let hasTimer: Int32 = 32
  /// There are conditions under which the step is passed over.
  package static let hasUnless: Int32 = 64
}

/// How a row goes to its target: the last four bits of its cell's flags.
package enum Operation {
  /// To a step that is no screen. 0, so that a row that only does this has no flags at all.
  package static let step: Int32 = 0
  package static let screen: Int32 = 1
  package static let stay: Int32 = 2
  package static let goto: Int32 = 3
  package static let outline: Int32 = 4
  package static let back: Int32 = 5
  package static let resume: Int32 = 6
  package static let end: Int32 = 7
  package static let result: Int32 = 8
  package static let error: Int32 = 9
}

/// What few steps have, by the number of the step.
package struct BlockRareFields: Hashable, Sendable {
  /// The first block of the flow that is called; below 0, the outline `-1 - flow` or nothing.
  package var callee = Int32.min
  /// The position of the row with the timer, and its milliseconds.
  package var timer: Int32 = 0
  package var after: UInt32 = 0
  /// Where the conditions start under which the step is passed over.
  package var unless: Int32 = 0
}

/// What a row does to a fact.
package struct ProgramChange: Hashable, Sendable {
  package var fact: Int32
  /// The new value, or the last one that counting reaches.
  package var value: UInt8
  package var counts: Bool
  /// Whether the row has no other change behind this one.
  package var isLast: Bool
}

/// What a row or a step asks of a fact.
package struct ProgramCondition: Hashable, Sendable {
  /// The values that are right, a bit each.
  package var mask: UInt64
  package var fact: Int32
  /// The last value of the fact.
  package var last: UInt8
  /// Whether the fact goes up by one before it is looked at.
  package var counts: Bool
  /// Whether there is no other condition behind this one.
  package var isLast: Bool

  package func holds(_ value: UInt8) -> Bool {
    mask &>> UInt64(counts && value < last ? value &+ 1 : value) & 1 == 1
  }
}

/// A row that an outcome leads to.
package struct OutcomeRow: Hashable, Sendable {
  /// The outcome; ``OutcomeRow/person`` for a row that a person takes.
  package var symbol: Int32
  /// The position of the row in its step.
  package var row: Int32
  /// Where its conditions start in `Program.conditions`; 0 for none.
  package var conditions: Int32
  package var isLast: Bool

  package static let person: Int32 = -1
}
