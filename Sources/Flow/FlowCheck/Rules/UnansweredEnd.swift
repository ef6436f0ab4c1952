internal import FlowModel

extension Check {
  static let unansweredEnd = Check(
    "unanswered-end", "an end without an answer, where every other end gives one"
  ) { subject, findings in
    let graph = subject.graph
    let tables = subject.tables
    var answering: [Int] = []
    subject.forEachRow { step, row in
      if tables.rareFields(ofRow: row).answer.isPresent { answering.append(step) }
    }
    guard let first = answering.first else { return }
    let tree = DominatorTree(graph, from: subject.world.entries[graph.index])
    // All answers are given behind this step, so who has come this far is owed one.
    let owing = answering.dropFirst().reduce(first) { tree.common($0, $1) }
    guard owing < tables.steps.count else { return }
    let unanswered = graph.reached(from: [owing]) { !tables.rareFields(ofRow: $0).answer.isPresent }
    subject.forEachRow { step, row in
      guard unanswered[step], !tables.rareFields(ofRow: row).answer.isPresent,
        let target = graph.target(row), target.kind == .end, tree.dominates(owing, step)
      else { return }
      findings.add(
        at: .row(row), span: target.span,
        "the run ends at `\(graph.reference(row))` without an `answer`, and whoever started it "
          + "waits; every other end behind step `\(graph.id(ofStep: owing))` gives one",
        help: "add the step that answers")
    }
  }
}
