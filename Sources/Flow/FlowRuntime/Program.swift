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
  package let tables: ProgramTables

  package init(catalogue: Catalogue, reading: Reading, tables: ProgramTables) {
    self.catalogue = catalogue
    self.reading = reading
    self.tables = tables
  }

  /// All facts of all flows, each once.
  public var facts: [FactDomain] { tables.facts }

  /// A fact of the run and its values.
  public struct FactDomain: Hashable, Sendable {
    public let name: String
    public let values: [String]
  }

  /// The head of a block.
  package func head(of block: Int32) -> Cell { tables.cells[Int(block) - 1] }

  /// The position of the row with the step's timer, and its milliseconds; nil without one.
  package func timer(at block: Int32) -> (row: Int, after: Int64)? {
    let head = head(of: block)
    guard head.flags & Block.hasTimer != 0 else { return nil }
    let rare = tables.rareFields[Int(head.number)]
    return (Int(rare.timer), Int64(rare.after))
  }

  /// The blocks of the flow that has that one.
  package func blocks(ofFlowAt block: Int32) -> Range<Int32> {
    let flow = Int(tables.flowOfStep[Int(head(of: block).number)])
    let next =
      flow + 1 < tables.firstSteps.count ? Int(tables.firstSteps[flow + 1]) : tables.offsets.count
    return tables.offsets[
      Int(tables.firstSteps[flow])]..<(next < tables.offsets.count
      ? tables.offsets[next] : Int32(tables.cells.count) + 1)
  }

  /// The step with that block.
  package func step(at block: Int32) -> Step {
    let number = Int(head(of: block).number)
    let flow = Int(tables.flowOfStep[number])
    return Step(
      tables: catalogue.flows[flow].tables, index: number - Int(tables.firstSteps[flow]))
  }

  /// The row with that number.
  package func row(_ number: Int32) -> Row {
    let flow = Int(tables.flowOfRow[Int(number)])
    return Row(
      tables: catalogue.flows[flow].tables, index: Int(number) - Int(tables.firstRows[flow]))
  }

  /// The block of a step of the catalogue; nil for a step of another one.
  package func block(of step: Step) -> Int32? {
    guard let flow = catalogue.indexByID[step.flow.id], catalogue.flows[flow] == step.flow else {
      return nil
    }
    return tables.offsets[Int(tables.firstSteps[flow]) + step.index]
  }
}
