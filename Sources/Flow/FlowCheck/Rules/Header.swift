internal import Diagnostics
internal import FlowModel

// Checks the header of a document against its rows.
extension Check {
  static let headerErrors = Check(
    "header-errors", "error flows of the header that never happen, or that it leaves out"
  ) { context, findings in
    let flow = context.flow
    let declared = flow.errors
    var own: Set<String> = []
    for row in context.rows(leading: .error) {
      guard let target = context.graph.target(of: row), own.insert(target.name).inserted,
        !declared.isEmpty, !declared.contains(target.name)
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
    let happening = own.union(context.catalogue.errors[context.place])
    for (name, span) in zip(declared, flow.spans(of: \.errors)) where !happening.contains(name) {
      findings.add(
        at: .flow(flow), key: name, span: span,
        "no row leads to the error flow `\(name)`, here or in a flow that is called",
        help: "add the row where it happens, or remove it from `errors`")
    }
  }

  static let headerUsedBy = Check(
    "header-used-by",
    "a caller in the header that does not call, or one that it leaves out"
  ) { context, findings in
    let flow = context.flow
    let declared = named(flow.usedBy, flow.spans(of: \.usedBy), context.catalogue.graph.catalogue)
    compare(
      declared, context, with: Set(context.callers.map(\.flow.id)), in: flow, &findings,
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
    let declared = named(
      flow.triggeredBy, flow.spans(of: \.triggeredBy), context.catalogue.graph.catalogue)
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

  /// The flows that a list of the header names. An entry is the id of a flow, with or without its
  /// title; other sentences are left out.
  static func named(
    _ entries: [String], _ spans: [Span], _ flows: Catalogue
  ) -> [(name: String, span: Span)] {
    zip(entries, spans).compactMap { words, span in
      if flows.flow(id: words) != nil { return (words, span) }
      let first = String(words.prefix { !" ,:;_".contains($0) })
      let isID = first.first?.isLetter == true && first.last?.isNumber == true
      return isID || flows.flow(id: first) != nil ? (first, span) : nil
    }
  }

  /// Compares a list of flows in the header, if there is one, with the flows it should contain.
  private static func compare(
    _ declared: [(name: String, span: Span)], _ context: CheckContext, with names: Set<String>,
    in flow: Flow, _ findings: inout Findings, gone: (String) -> (message: String, help: String),
    missing: (String) -> String
  ) {
    guard let first = declared.first else { return }
    for (name, span) in declared
    where !names.contains(name) && !context.catalogue.graph.catalogue.unread.contains(name) {
      let catalogue = context.catalogue.graph.catalogue
      guard catalogue.flow(id: name) != nil else {
        // Another folder may have it, unless it is a misspelling.
        if let question = DidYouMean.question(for: name, in: catalogue.flows.map(\.id)) {
          findings.add(
            at: .flow(flow), key: name, span: span, "there is no flow `\(name)`", help: question)
        }
        continue
      }
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
