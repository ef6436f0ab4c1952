internal import Diagnostics
internal import FlowModel

// Checks the header of a document against its rows.
extension Check {
  static let headerErrors = Check(
    "header-errors", "error flows of the header that never happen, or that it leaves out"
  ) { context, findings in
    let flow = context.flow
    let declared = Set(flow.errors.map(WrittenName.error))
    var own: Set<String> = []
    for row in context.rows(leading: .error) {
      guard let target = context.graph.target(of: row), own.insert(target.name).inserted,
        !declared.isEmpty, !declared.contains(WrittenName.error(target.name))
      else { continue }
      findings.add(
        at: .row(row), key: target.name, span: context.targetSpan(row),
        "row `\(row.reference)` leads to `\(target.name)`, which is not under `errors`",
        help: "add it to `errors: [...]` of the flow")
    }
    // A flow that is not written yet, or that cannot be read, may end in any error flow.
    let isOpen = context.steps(.call).contains {
      context.graph.callee(of: $0)?.isOutline ?? true
    }
    guard !isOpen else { return }
    let happening = Set(
      own.union(context.catalogue.errors[context.place]).map(WrittenName.error))
    for (entry, span) in zip(flow.errors, flow.spans(of: \.errors))
    where !happening.contains(WrittenName.error(entry)) {
      let name = WrittenName.unlinked(entry)
      findings.add(
        at: .flow(flow), key: name, span: span,
        "no row leads to the error flow `\(name)`, here or in a flow that is called",
        help: "add the row where it happens, or remove it from `errors`",
        // A document may list what happens anywhere, and have no rows for any of it.
        isUnsure: happening.isEmpty)
    }
  }

  static let headerUsedBy = Check(
    "header-used-by",
    "a caller in the header that does not call, or one that it leaves out"
  ) { context, findings in
    let flow = context.flow
    let declared = context.catalogue.declared.named(flow.usedBy, flow.spans(of: \.usedBy))
    let arriving = Set(context.catalogue.graph.arrivals(at: flow).map(\.flow.id))
    compare(
      declared, context, with: Set(context.callers.map(\.flow.id)), orWith: arriving, in: flow,
      &findings,
      gone: {
        ("`\($0)` does not call `\(flow.id)`", "remove it from `used by`, or call the flow there")
      },
      missing: { "`\($0)` calls `\(flow.id)` and is not under `used by`" })
  }

  static let headerTriggeredBy = Check(
    "header-triggered-by",
    "a flow in the header that does not lead here, or one that it leaves out"
  ) { context, findings in
    let flow = context.flow
    let graph = context.catalogue.graph
    let declared = context.catalogue.declared.named(
      flow.triggeredBy, flow.spans(of: \.triggeredBy))
    let leading = Set(graph.arrivals(at: flow).map(\.flow) + context.callers.map(\.flow))
    compare(
      declared, context, with: Set(leading.subtracting([flow]).map(\.id)), in: flow, &findings,
      gone: {
        (
          "no row of `\($0)` leads to `\(flow.id)`",
          "remove it from `triggered by`, or lead here with `goto \(flow.id)`"
        )
      },
      missing: { "`\($0)` leads to `\(flow.id)` and is not under `triggered by`" })
  }

  /// Compares a list of flows in the header, if there is one, with the flows it should contain.
  ///
  /// - Parameter others: flows that it may contain as well.
  private static func compare(
    _ declared: [(name: String, span: Span)], _ context: CheckContext, with names: Set<String>,
    orWith others: Set<String> = [], in flow: Flow, _ findings: inout Findings,
    gone: (String) -> (message: String, help: String),
    missing: (String) -> String
  ) {
    guard let first = declared.first else { return }
    let catalogue = context.catalogue.graph.catalogue
    for (name, span) in declared
    where !names.contains(name) && !others.contains(name) && !catalogue.unread.contains(name)
      // `Record an answer` in a document whose flow is called `RECORD` names no flow.
      && (name != flow.id || name.contains(where: \.isNumber))
    {
      guard let named = catalogue.flow(id: name) else {
        // Another folder may have it, unless it is a misspelling.
        if let question = DidYouMean.question(for: name, in: catalogue.flows.map(\.id)) {
          findings.add(
            at: .flow(flow), key: name, span: span, "there is no flow `\(name)`", help: question)
        }
        continue
      }
      // Nobody knows where a flow leads that is not written yet.
      if named.isOutline { continue }
      let (message, help) = gone(name)
      findings.add(at: .flow(flow), key: name, span: span, message, help: help)
    }
    for name in names.subtracting(declared.map(\.name)).sorted() {
      findings.add(at: .flow(flow), key: name, span: first.span, missing(name), help: "add it")
    }
  }

  static let testedPrecondition = Check(
    "tested-precondition", "a precondition that the flow itself tests"
  ) { context, findings in
    let flow = context.flow
    let preconditions = flow.preconditions
    guard !preconditions.isEmpty else { return }
    let lowered = preconditions.map { $0.lowercased() }
    var tested: [String: Row] = [:]
    for row in flow.rows {
      switch row.kind {
      case .case, .result, .event:
        let bytes = row.labelBytes
        guard lowered.contains(where: { Words.mayBe($0, lowercaseOf: bytes) }) else { continue }
        tested[row.label.lowercased()] = row
      case .own, .user, .error, .extension: continue
      }
    }
    for ((text, lower), span) in zip(
      zip(preconditions, lowered), flow.spans(of: \.preconditions))
    {
      guard let row = tested[lower] else { continue }
      findings.add(
        at: .flow(flow), key: text, span: span,
        "row `\(row.reference)` tests this precondition",
        help: "what a flow tests cannot be known before it starts")
    }
  }
}
