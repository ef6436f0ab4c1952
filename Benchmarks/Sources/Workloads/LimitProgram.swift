import CLimits
import FlowModel

/// A flow as tables for the C code that does the work of the machine.
package struct LimitProgram {
  let cells: [limit_cell]
  let changes: [limit_change]
  /// The block of each step: the index of its first row.
  let blocks: [Int32]

  init(_ flow: Flow) {
    var blocks: [Int32] = []
    var next: Int32 = 1
    for step in flow.steps {
      blocks.append(next)
      next += 1 + Int32(step.rows(.written).count)
    }
    let facts = flow.facts.map(\.name)
    var cells: [limit_cell] = []
    // Index 0 means that a row changes nothing.
    var changes = [limit_change()]
    for step in flow.steps {
      let home = blocks[step.index]
      cells.append(limit_cell(home: .min, target: 0, number: Int32(step.index), flags: 0))
      for row in step.rows(.written) {
        var flags: Int32 = 0
        var target: Int32 = 0
        switch row.target(.written)?.kind {
        case .back: flags = 3
        case .stay: flags = 2
        case .end: flags = 4
        default:
          if let next = row.next(.written) {
            target = blocks[next.index]
            flags = next.activity == .screen ? 1 : 0
          }
        }
        var made: [limit_change] = []
        for change in step.counts.filter({ $0.outcome == row.outcome }) + row.changes {
          let fact = UInt8(facts.firstIndex(of: change.fact.name) ?? 0)
          let values = change.fact.values
          switch change.kind {
          case .count:
            made.append(
              limit_change(fact: fact, value: UInt8(values.count - 1), counts: 1, is_last: 0))
          case .reset: made.append(limit_change(fact: fact, value: 0, counts: 0, is_last: 0))
          case .set(let value):
            let index = UInt8(values.firstIndex(of: value) ?? 0)
            made.append(limit_change(fact: fact, value: index, counts: 0, is_last: 0))
          }
        }
        if !made.isEmpty {
          made[made.count - 1].is_last = 1
          flags |= Int32(changes.count) << 4
          changes += made
        }
        cells.append(limit_cell(home: home, target: target, number: Int32(row.index), flags: flags))
      }
    }
    self.cells = cells
    self.changes = changes
    self.blocks = blocks
  }
}
