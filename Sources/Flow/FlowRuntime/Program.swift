public import FlowModel

/// A catalogue compiled for one reading: contiguous arrays of numbers, which a machine walks.
///
/// The state of a machine is its step's block, an index into `cells`. Names are kept in the
/// catalogue, and in the tables that map outcomes and facts to numbers.
///
/// A class, because every machine and every copy of one refers to it (decision 0002).
public final class Program: Sendable {
  /// The compiled catalogue.
  public let catalogue: Catalogue
  /// The reading.
  public let reading: Reading
  package let tables: ProgramTables

  package init(catalogue: Catalogue, reading: Reading, tables: ProgramTables) {
    self.catalogue = catalogue
    self.reading = reading
    self.tables = tables
  }

  /// The facts of all flows, without duplicates.
  public var facts: [FactDomain] { tables.facts }

  /// A fact of the run, with its values.
  public struct FactDomain: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The values in order. A run starts with the first one.
    public let values: [String]
  }

  /// Whether every run of this program is one of another, row by row, whatever is shown.
  package func isLike(_ other: Program) -> Bool {
    let (a, b) = (tables, other.tables)
    return a.cells == b.cells && a.rareFields == b.rareFields && a.changes == b.changes
      && a.conditions == b.conditions && a.outcomes == b.outcomes && a.timers == b.timers
      && a.facts == b.facts && a.symbols == b.symbols
  }

  /// The head of a step's block.
  package func head(of block: Int32) -> Cell { tables.cells[Int(block) - 1] }

  /// The step of a block.
  package func step(at block: Int32) -> Step {
    let number = Int(head(of: block).number)
    let flow = Int(tables.flowOfStep[number])
    return Step(
      tables: catalogue.flows[flow].tables, index: number - Int(tables.firstSteps[flow]))
  }

  /// The row with this number.
  package func row(_ number: Int32) -> Row {
    let flow = Int(tables.flowOfRow[Int(number)])
    return Row(
      tables: catalogue.flows[flow].tables, index: Int(number) - Int(tables.firstRows[flow]))
  }

  /// The block of a step. Nil for a step of another catalogue.
  package func block(of step: Step) -> Int32? {
    guard let flow = catalogue.indexByID[step.flow.id], catalogue.flows[flow] == step.flow else {
      return nil
    }
    return tables.offsets[Int(tables.firstSteps[flow]) + step.index]
  }
}
