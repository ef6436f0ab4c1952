internal import FlowModel

extension Check {
  static let unreachableFlow = Check(
    "unreachable-flow", sight: [.others],
    "a partial flow that no flow calls, or an error flow that no row leads to"
  ) { context, findings in
    let flow = context.flow
    let graph = context.catalogue.graph
    let isPartial = flow.kind == .partialFlow
    let arrivals = isPartial ? graph.arrivals(at: flow) : graph.failures(at: flow)
    // A flow that could not be read may lead to it.
    guard graph.catalogue.unread.isEmpty else { return }
    // Nor is a caller in another folder known.
    let callers = named(flow.usedBy, flow.spans(of: \.usedBy), context).map(\.name)
    guard callers.allSatisfy({ graph.catalogue.flow(id: $0)?.isOutline == false }) else { return }
    guard flow.kind != .useCase, context.callers.isEmpty, arrivals.isEmpty else { return }
    findings.add(
      at: .flow(flow),
      isPartial ? "no flow calls `\(flow.id)`" : "no row leads to the error flow `\(flow.id)`",
      help: isPartial
        ? "call it from a step with `call: \(flow.id)`, or remove the file"
        : "lead to it with `next: error \(flow.id)`, or remove the file")
  }
}
