internal import FlowModel

extension Check {
  static let abandonedCaller = Check(
    "abandoned-caller", "a go-to inside a partial flow: whoever called it waits for nothing"
  ) { subject, findings in
    guard subject.flow.kind == .partialFlow,
      let caller = subject.world.callers[subject.graph.index].first
    else { return }
    let other = subject.world.graphs[caller.flow]
    let name = "\(subject.world.id(caller.flow)):\(other.id(ofStep: caller.step))"
    subject.forEachRow { _, row in
      guard let target = subject.graph.target(row), target.kind == .goto else { return }
      findings.add(
        at: .row(row), span: target.span,
        "row `\(subject.graph.reference(row))` leaves for `\(subject.tables.string(target.name))`, "
          + "and its caller `\(name)` never gets a result",
        help: "return a result and let the caller go on, or say why with `allow`")
    }
  }
}
