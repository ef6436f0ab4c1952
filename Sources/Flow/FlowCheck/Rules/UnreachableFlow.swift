internal import FlowModel

extension Check {
  static let unreachableFlow = Check(
    "unreachable-flow",
    "a partial flow that no flow calls, or an error flow that no row leads to"
  ) { context, findings in
    let flow = context.flow
    let graph = context.catalogue.graph
    let isPartial = flow.kind == .partialFlow
    // A flow that could not be read may lead to it.
    guard context.catalogue.isUnled[context.place], graph.catalogue.unread.isEmpty else { return }
    let isLed =
      !context.callers.isEmpty || !graph.arrivals(at: flow).isEmpty
      || !graph.failures(at: flow).isEmpty
    findings.add(
      at: .flow(flow),
      isLed
        ? "only flows to which `\(flow.id)` leads itself lead to it"
        : isPartial ? "no flow calls `\(flow.id)`" : "no row leads to the error flow `\(flow.id)`",
      help: isPartial
        ? "call it from a step with `call: \(flow.id)`, or remove the file"
        : "lead to it with `next: error \(flow.id)`, or remove the file")
  }
}
