public import FlowModel

/// A catalogue compiled for one reading: numbers in contiguous arrays, which a machine walks.
///
/// A state of the machine is its step's block, a place in `cells`. Names live at the edges:
/// in the catalogue, and in the tables that turn outcomes and facts into ordinals.
///
/// A class, because every machine and every copy of one refers to it (decision 0002).
public final class Program: Sendable {
  public let catalogue: Catalogue
  public let reading: Reading
  /// For every step its head, then its rows in the order of the document. A block is the place behind
  /// a head.
  package let cells: [Cell]
  /// What few steps have, by the number of the step.
  package let details: [BlockDetails]
  /// What rows do to facts, one after the other; the first is nobody's.
  package let changes: [Change]
  /// What rows and steps ask of facts, one after the other; the first is nobody's.
  package let conditions: [Condition]
  /// The rows that outcomes lead to, one after the other; the first is for steps that have none.
  package let outcomes: [OutcomeRow]
  /// Every step's block, flow by flow.
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
    catalogue: Catalogue, reading: Reading, cells: [Cell], details: [BlockDetails],
    changes: [Change], conditions: [Condition], outcomes: [OutcomeRow], offsets: [Int32],
    firstSteps: [Int32], firstRows: [Int32], flowOfStep: [Int32], flowOfRow: [Int32],
    facts: [FactDomain], symbols: [String], symbolIndex: [String: Int32]
  ) {
    self.catalogue = catalogue
    self.reading = reading
    self.cells = cells
    self.details = details
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

  /// The head of a block.
  package func head(of block: Int32) -> Cell { cells[Int(block) - 1] }

  /// The position of the row with the step's timer, and its milliseconds; nil without one.
  package func timer(at block: Int32) -> (row: Int, after: Int64)? {
    let head = head(of: block)
    guard head.flags & Block.hasTimer != 0 else { return nil }
    let details = details[Int(head.number)]
    return (Int(details.timer), Int64(details.after))
  }

  /// The blocks of the flow that has that one.
  package func blocks(ofFlowAt block: Int32) -> Range<Int32> {
    let flow = Int(flowOfStep[Int(head(of: block).number)])
    let next = flow + 1 < firstSteps.count ? Int(firstSteps[flow + 1]) : offsets.count
    return offsets[
      Int(firstSteps[flow])]..<(next < offsets.count ? offsets[next] : Int32(cells.count) + 1)
  }

  /// The step with that block.
  package func step(at block: Int32) -> Step {
    let number = Int(head(of: block).number)
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
