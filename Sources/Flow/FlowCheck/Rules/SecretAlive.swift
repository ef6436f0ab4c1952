internal import FlowModel

extension Check {
  static let secretAlive = Check(
    "secret-alive", "a secret that is entered, and a way out on which nothing uses it up"
  ) { subject, findings in
    subject.forEachRow { step, row in
      for text in subject.tables.details(ofRow: row).enters.range.map({ subject.tables.texts[$0] })
      {
        let name = subject.tables.string(text)
        guard isSecret(name, step, subject),
          let exit = firstExit(from: row, with: name, subject)
        else { continue }
        findings.add(
          at: .row(row), key: name, span: text.span,
          "`\(name)` is entered here, and row `\(subject.graph.reference(exit))` leaves the flow "
            + "without anything having used it",
          help: "hand it to the action that uses it up: `with: { \(name): \(name) }`")
      }
    }
  }

  private static func isSecret(_ name: String, _ step: Int, _ subject: Subject) -> Bool {
    subject.tables.steps[step].inputs.range.contains {
      subject.tables.inputs[$0].isSecret
        && subject.tables.string(subject.tables.inputs[$0].name) == name
    }
  }

  /// The first row that leaves the flow with the secret still there.
  private static func firstExit(
    from row: Int, with name: String, _ subject: Subject
  ) -> Int? {
    let graph = subject.graph
    guard let first = graph.next(row) else { return row }
    var seen: Set<Int> = [first, graph.step(of: row)]
    var waiting = [first]
    while let step = waiting.popLast() {
      let usesIt = subject.tables.details(ofStep: step).arguments.range.contains {
        subject.tables.string(subject.tables.arguments[$0].value) == name
      }
      if usesIt { continue }
      for row in graph.rows(of: step) {
        guard let next = graph.next(row) else { return row }
        if seen.insert(next).inserted { waiting.append(next) }
      }
    }
    return nil
  }
}
