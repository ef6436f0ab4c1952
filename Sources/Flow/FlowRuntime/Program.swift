public import FlowModel

/// A catalogue compiled for one reading: integers in contiguous arrays, which a machine walks.
///
/// A state of the machine is the offset of its step's block in `blocks`. Names live at the edges:
/// in the catalogue, and in the tables that turn outcomes and facts into ordinals.
///
/// A class, because every machine and every copy of one refers to it (decision 0002).
public final class Program: Sendable {
  public let catalogue: Catalogue
  public let reading: Reading
  /// A block for every step; see ``Block`` for its layout.
  package let blocks: [Int32]
  /// What rows do to facts: a count, then pairs: `fact << 1` and the new value, or `fact << 1 | 1`
  /// and the last value where the fact goes up by one.
  package let changes: [Int32]
  /// What rows and steps ask of facts: a count, then `fact`, low and high half of the mask, and
  /// what the fact goes up by before it is looked at.
  package let conditions: [Int32]
  /// The rows that outcomes lead to: a count, then outcome, position of the row, conditions.
  package let outcomes: [Int32]
  /// Where every step's block starts, flow by flow.
  package let offsets: [Int32]
  /// The number of the first step and of the first row of every flow.
  package let firstSteps: [Int32]
  package let firstRows: [Int32]
  /// Which flow every step and every row is of.
  package let flowOfStep: [Int32]
  package let flowOfRow: [Int32]
  /// All facts of all flows, each once.
  public let facts: [FactDomain]
  /// All outcomes and results, each once.
  package let symbols: [String]
  package let symbolIndex: [String: Int32]

  package init(
    catalogue: Catalogue, reading: Reading, blocks: [Int32], changes: [Int32],
    conditions: [Int32], outcomes: [Int32], offsets: [Int32], firstSteps: [Int32],
    firstRows: [Int32], flowOfStep: [Int32], flowOfRow: [Int32], facts: [FactDomain],
    symbols: [String], symbolIndex: [String: Int32]
  ) {
    self.catalogue = catalogue
    self.reading = reading
    self.blocks = blocks
    self.changes = changes
    self.conditions = conditions
    self.outcomes = outcomes
    self.offsets = offsets
    self.firstSteps = firstSteps
    self.firstRows = firstRows
    self.flowOfStep = flowOfStep
    self.flowOfRow = flowOfRow
    self.facts = facts
    self.symbols = symbols
    self.symbolIndex = symbolIndex
  }

  /// A fact of the run and its values.
  public struct FactDomain: Hashable, Sendable {
    public let name: String
    public let values: [String]
  }

  /// The step with that block.
  package func step(at block: Int32) -> Step {
    let number = Int(blocks[Int(block) + Block.step])
    let flow = Int(flowOfStep[number])
    return Step(
      tables: catalogue.flows[flow].tables, index: number - Int(firstSteps[flow]))
  }

  /// The row with that number.
  package func row(_ number: Int32) -> Row {
    let flow = Int(flowOfRow[Int(number)])
    return Row(
      tables: catalogue.flows[flow].tables, index: Int(number) - Int(firstRows[flow]))
  }

  /// The block of a step of the catalogue; nil for a step of another one.
  package func block(of step: Step) -> Int32? {
    guard let flow = catalogue.indexByID[step.flow.id], catalogue.flows[flow] == step.flow else {
      return nil
    }
    return offsets[Int(firstSteps[flow]) + step.index]
  }
}

/// The layout of a step's block.
package enum Block {
  /// The step's number.
  package static let step = 0
  /// The flags, and from bit 8 the number of rows.
  package static let flags = 1
  /// The first block of the flow that is called; below 0, the outline `-1 - flow` or nothing.
  package static let callee = 2
  /// The position of the row with the timer; -1 for none.
  package static let timer = 3
  /// Where the step's outcomes start in `Program.outcomes`.
  package static let outcomes = 4
  /// Where the conditions start under which it is passed over; 0 for none.
  package static let unless = 5
  /// The rows follow: target, number of the row, start of its changes (0 for none).
  package static let rows = 6
  package static let rowSize = 3

  package static let isScreen: Int32 = 1
  package static let isCall: Int32 = 2
  package static let hasAction: Int32 = 4
  /// Nobody decides anything: the system does it, and there is one way on.
  package static let passes: Int32 = 8
  /// The user may choose, whatever an action is doing meanwhile.
  package static let asksUser: Int32 = 16

  /// The last four bits of a target word; what they are about is above them.
  package enum Operation {
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
}
