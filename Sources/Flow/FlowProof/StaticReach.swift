internal import FlowModel
internal import FlowRuntime

/// The blocks that runs from some blocks may come to, whatever their facts.
///
/// A result, Back and Resume lead to blocks that were reached before, so they need no edges.
struct StaticReach {
  private(set) var blocks: [Int32]
  private var isReached: [Bool]
  /// The facts that conditions of these blocks ask for.
  private(set) var facts: Set<Int> = []

  init(from starts: [Int32], on program: Program) {
    let tables = program.tables
    isReached = Array(repeating: false, count: tables.cells.count + 1)
    blocks = []
    for block in starts { insert(block) }
    var next = 0
    while next < blocks.count {
      let block = blocks[next]
      next += 1
      let head = program.head(of: block)
      let rare = tables.rareFields[Int(head.number)]
      if head.flags & Block.isCall != 0, rare.callee >= 0 { insert(rare.callee) }
      if head.flags & Block.hasUnless != 0 { ask(rare.unless, tables) }
      askOutcomes(head.target, tables)
      var cell = Int(block)
      while cell < tables.cells.count, tables.cells[cell].home == block {
        if tables.cells[cell].operation.leadsToBlock { insert(tables.cells[cell].target) }
        cell += 1
      }
    }
  }

  func contains(_ block: Int32) -> Bool { isReached[Int(block)] }

  private mutating func insert(_ block: Int32) {
    guard !isReached[Int(block)] else { return }
    isReached[Int(block)] = true
    blocks.append(block)
  }

  private mutating func askOutcomes(_ start: Int32, _ tables: ProgramTables) {
    guard start != 0 else { return }
    var place = Int(start)
    while true {
      if tables.outcomes[place].conditions != 0 { ask(tables.outcomes[place].conditions, tables) }
      if tables.outcomes[place].isLast { return }
      place += 1
    }
  }

  private mutating func ask(_ start: Int32, _ tables: ProgramTables) {
    var place = Int(start)
    while true {
      facts.insert(Int(tables.conditions[place].fact))
      if tables.conditions[place].isLast { return }
      place += 1
    }
  }
}
