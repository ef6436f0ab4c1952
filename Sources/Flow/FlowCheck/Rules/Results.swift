internal import Diagnostics
internal import FlowModel

// What a called flow returns, and what its callers make of it.
extension Check {
  static let resultUnhandled = Check(
    "result-unhandled", severity: .error, "a result of the called flow that the step has no row for"
  ) { context, findings in
    forEachCall(context) { step, callee, returned in
      let handled = Set(context.graph.rows(of: step).compactMap { context.graph.outcome($0) })
      for result in returned.subtracting(handled).sorted() {
        let id = context.graph.id(ofStep: step)
        findings.add(
          at: .step(step), key: result,
          span: context.tables.steps[step].subject.span,
          "`\(callee)` may return `\(result)`, and step `\(id)` has no row for it",
          help: "add a row with `result: \(result)`")
      }
    }
  }

  static let resultNotReturned = Check(
    "result-not-returned", "a row for a result that the called flow never returns"
  ) { context, findings in
    forEachCall(context) { step, callee, returned in
      for row in context.graph.rows(of: step) {
        let kind = context.tables.rows[row].kind
        guard kind == .result || kind == .own, let outcome = context.graph.outcome(row) else {
          continue
        }
        let name = context.graph.reference(row)
        let label = kind == .result ? context.graph.label(row) : outcome
        let known = returned.isEmpty ? "none" : Words.list(returned.sorted())
        if !returned.contains(outcome) {
          findings.add(
            at: .row(row), span: context.tables.rows[row].span,
            "row `\(name)` waits for `\(outcome)`, which `\(callee)` never returns",
            help: "its results are: \(known)")
        } else if label != outcome, !returned.contains(label) {
          findings.add(
            at: .row(row), span: context.tables.rows[row].label.span,
            "row `\(name)` says `\(label)`, and `\(callee)` calls it `\(outcome)`",
            help: "use one name in both documents")
        }
      }
    }
  }

  static let resultNeverReturned = Check(
    "result-never-returned", "a result in the header that no row returns"
  ) { context, findings in
    let returned = context.world.returned[context.graph.index]
    for text in context.tables.header.results.range.map({ context.tables.texts[$0] }) {
      let result = context.tables.string(text)
      guard !returned.contains(result) else { continue }
      findings.add(
        at: .flow, key: result, span: text.span,
        "no row that can be reached returns `\(result)`",
        help: "let a row lead to `result \(result)`, or remove it from `results`")
    }
  }

  static let parameterMissing = Check(
    "parameter-missing", "a parameter of the called flow that the step does not hand in"
  ) { context, findings in
    forEachCall(context) { step, callee, _ in
      guard let index = context.graph.callee(step) else { return }
      let other = context.world.graphs[index].tables
      let given = Set(
        context.tables.rareFields(ofStep: step).arguments.range.map {
          context.tables.string(context.tables.arguments[$0].parameter)
        })
      for parameter in other.strings(other.header.parameters) where !given.contains(parameter) {
        findings.add(
          at: .step(step), key: parameter,
          span: context.tables.steps[step].subject.span,
          "step `\(context.graph.id(ofStep: step))` calls `\(callee)` without `\(parameter)`",
          help: "add `with: { \(parameter): ... }`, the input that holds it")
      }
    }
  }

  private static func forEachCall(
    _ context: CheckContext,
    _ body: (_ step: Int, _ callee: String, _ returned: Set<String>) -> Void
  ) {
    for step in context.steps {
      guard let callee = context.graph.callee(step),
        !context.world.catalogue.flows[callee].isOutline
      else { continue }
      body(step, context.world.id(callee), context.world.returned[callee])
    }
  }
}
