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
      ask(tables.unless(of: head))
      for outcome in tables.outcomes(of: head) { ask(tables.conditions(at: outcome.conditions)) }
      for cell in tables.rows(of: block) where tables.cells[Int(cell)].operation.leadsToBlock {
        insert(tables.cells[Int(cell)].target)
      }
    }
  }

  func contains(_ block: Int32) -> Bool { isReached[Int(block)] }

  private mutating func insert(_ block: Int32) {
    guard !isReached[Int(block)] else { return }
    isReached[Int(block)] = true
    blocks.append(block)
  }

  private mutating func ask(_ conditions: ArraySlice<ProgramCondition>) {
    for condition in conditions { facts.insert(Int(condition.fact)) }
  }
}
