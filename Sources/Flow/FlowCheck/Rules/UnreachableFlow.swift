internal import FlowModel

extension Check {
  static let unreachableFlow = Check(
    "unreachable-flow", "a partial flow that nobody calls, an error flow that nobody leads to"
  ) { subject, findings in
    let index = subject.graph.index
    let flow = subject.flow
    let world = subject.world
    let isUsed: Bool
    switch flow.kind {
    case .useCase: return
    case .partialFlow: isUsed = !world.callers[index].isEmpty || !world.leavers[index].isEmpty
    case .errorFlow: isUsed = !world.failers[index].isEmpty || !world.callers[index].isEmpty
    }
    guard !isUsed else { return }
    findings.add(
      at: .flow, span: flow.span,
      flow.kind == .partialFlow
        ? "no flow calls `\(flow.id)`" : "no row leads to the error flow `\(flow.id)`",
      help: flow.kind == .partialFlow
        ? "call it from a step with `call: \(flow.id)`, or remove the file"
        : "lead to it with `next: error \(flow.id)`, or remove the file")
  }
}
