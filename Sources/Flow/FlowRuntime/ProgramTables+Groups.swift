// The entries of a table that belong to one step or row. The machine has loops of its own for them.
extension ProgramTables {
  /// The conditions from an index on. Empty for 0.
  package func conditions(at start: Int32) -> ArraySlice<ProgramCondition> {
    group(of: conditions, at: start)
  }

  /// The changes of facts from an index on, in their order. Empty for 0.
  package func changes(at start: Int32) -> ArraySlice<ProgramChange> {
    group(of: changes, at: start)
  }

  /// The rows of a step for outcomes, in document order.
  package func outcomes(of head: Cell) -> ArraySlice<OutcomeRow> {
    group(of: outcomes, at: head.target)
  }

  /// The conditions of a row of a step. Empty if it has none.
  package func conditions(ofRow row: Int, of head: Cell) -> ArraySlice<ProgramCondition> {
    conditions(at: outcomes(of: head).first { Int($0.row) == row }?.conditions ?? 0)
  }

  /// The conditions under which a step is skipped: one that holds is enough.
  package func unless(of head: Cell) -> ArraySlice<ProgramCondition> {
    guard head.flags & Block.hasUnless != 0 else { return [] }
    return conditions(at: rareFields[Int(head.number)].unless)
  }

  /// The rows with timers of a step, by its number.
  package func timers(ofStep number: Int) -> ArraySlice<ProgramTimer> {
    group(of: timers, at: rareFields[number].timers)
  }

  /// The rows of a block, as indices of their cells.
  package func rows(of block: Int32) -> Range<Int32> {
    var end = block
    while Int(end) < cells.count, cells[Int(end)].home == block { end += 1 }
    return block..<end
  }

  private func group<Entry: Grouped>(of table: [Entry], at start: Int32) -> ArraySlice<Entry> {
    guard start > 0 else { return [] }
    var end = Int(start)
    while !table[end].isLast { end += 1 }
    return table[Int(start)...end]
  }
}

/// An entry of a table that says whether it is the last of its group.
private protocol Grouped {
  var isLast: Bool { get }
}

extension ProgramCondition: Grouped {}
extension ProgramChange: Grouped {}
extension OutcomeRow: Grouped {}
extension ProgramTimer: Grouped {}
