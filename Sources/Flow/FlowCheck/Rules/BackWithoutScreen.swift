internal import FlowModel

extension Check {
  static let backWithoutScreen = Check(
    "back-without-screen", "a Back where no screen can lie behind: it ends the run"
  ) { subject, findings in
    let behind = subject.world.screenBehind[subject.graph.index]
    subject.forEachRow { step, row in
      guard subject.graph.target(row)?.kind == .back, !behind[step] else { return }
      findings.add(
        at: .row(row), span: subject.graph.targetSpan(row),
        "row `\(subject.graph.reference(row))` goes back, but no screen was shown before",
        help: "say where it leads; `end` if it closes the app")
    }
  }
}
