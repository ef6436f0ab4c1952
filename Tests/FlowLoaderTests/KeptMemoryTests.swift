import Diagnostics
import FlowModel
import TestSupport
import Testing

@testable import FlowLoader

/// A reader keeps its memory from file to file, and nothing else.
@Suite struct KeptMemoryTests {
  @Test("A file is read the same, whatever the reader read before")
  func reusedReader() {
    var dice = SplitMix(seed: 2)
    var kept = FlowReader()
    var good = 0
    for round in 0..<400 {
      // Every second file is correct, and follows one that may be anything.
      let text =
        round % 2 == 0
        ? FuzzTests.changed(&dice) : FuzzTests.corpus.randomElement(using: &dice) ?? []
      let file = SourceFile(path: "A.yaml", bytes: text)
      var new = FlowReader()
      let first = new.read(file)
      let again = kept.read(file)
      #expect(again.diagnostics == first.diagnostics)
      #expect(told(again.tables) == told(first.tables))
      if first.tables != nil { good += 1 }
    }
    #expect(good > 50)
  }

  @Test("Nothing of a long file shows in the short one read next")
  func shortAfterLong() {
    let flow = "flow: A\ntitle: A\nsections:\n- section: 1\n  title: B\n  steps:\n"
    let step = "  - step: 1.1\n    screen: C\n    rows:\n"
    let rows = (0..<40).map { "      r\($0): { user: goes, why: D, next: end }\n" }.joined()
    var kept = FlowReader()
    _ = kept.read(SourceFile(path: "A.yaml", bytes: Array((flow + step + rows).utf8)))
    let short = SourceFile(
      path: "A.yaml", bytes: Array((flow + "  - step: 1.1\n    screen: C\n    next: end\n").utf8))
    let tables = kept.read(short).tables
    #expect(tables?.all.rows.count == 1)
    #expect(tables?.all.rowRareFields.isEmpty == true)
    #expect(tables?.all.stepRows == [0])
  }

  /// The content of a flow, one line per row.
  private func told(_ tables: FlowTables?) -> [String] {
    guard let tables else { return [] }
    let flow = Flow(tables: tables)
    let rows = flow.rows.map { row in
      "\(row.qualified) \(row.step.id) \(row.text) \(row.outcome ?? "") \(row.line) "
        + "\(row.next?.description ?? "-") \(row.meant?.description ?? "-") \(row.why ?? "") "
        + "\(row.conditions.map { "\($0.fact.name) \($0.values)" }) \(row.enters) \(row.span)"
    }
    let steps = flow.steps.map { step in
      "\(step.qualified) \(step.text) \(step.buttons) \(step.note ?? "") "
        + "\(step.rows(.written).map(\.reference)) \(step.rows(.meant).map(\.reference))"
    }
    return [flow.id, flow.title, "\(tables.all.pool.count) \(tables.all.texts.count)"] + steps
      + rows
  }
}
