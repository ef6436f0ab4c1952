internal import Diagnostics
internal import FlowModel

// What a called flow returns, and what its callers make of it.
extension Check {
  static let resultUnhandled = Check(
    "result-unhandled", severity: .error, "a result of the called flow that the step has no row for"
  ) { subject, findings in
    forEachCall(subject) { step, callee, returned in
      let handled = Set(subject.graph.rows(of: step).compactMap { subject.graph.outcome($0) })
      for result in returned.subtracting(handled).sorted() {
        let id = subject.graph.id(ofStep: step)
        findings.add(
          at: .step(step), key: result,
          span: subject.tables.steps[step].subject.span,
          "`\(callee)` may return `\(result)`, and step `\(id)` has no row for it",
          help: "add a row with `result: \(result)`")
      }
    }
  }

  static let resultNotReturned = Check(
    "result-not-returned", "a row for a result that the called flow never returns"
  ) { subject, findings in
    forEachCall(subject) { step, callee, returned in
      for row in subject.graph.rows(of: step) {
        let kind = subject.tables.rows[row].kind
        guard kind == .result || kind == .own, let outcome = subject.graph.outcome(row) else {
          continue
        }
        let name = subject.graph.reference(row)
        let label = kind == .result ? subject.graph.label(row) : outcome
        let known = returned.isEmpty ? "none" : Words.list(returned.sorted())
        if !returned.contains(outcome) {
          findings.add(
            at: .row(row), span: subject.tables.rows[row].span,
            "row `\(name)` waits for `\(outcome)`, which `\(callee)` never returns",
            help: "its results are: \(known)")
        } else if label != outcome, !returned.contains(label) {
          findings.add(
            at: .row(row), span: subject.tables.rows[row].label.span,
            "row `\(name)` says `\(label)`, and `\(callee)` calls it `\(outcome)`",
            help: "use one name in both documents")
        }
      }
    }
  }

  static let resultNeverReturned = Check(
    "result-never-returned", "a result in the header that no row returns"
  ) { subject, findings in
    let returned = subject.world.returned[subject.graph.index]
    for text in subject.tables.header.results.range.map({ subject.tables.texts[$0] }) {
      let result = subject.tables.string(text)
      guard !returned.contains(result) else { continue }
      findings.add(
        at: .flow, key: result, span: text.span,
        "no row that can be reached returns `\(result)`",
        help: "let a row lead to `result \(result)`, or remove it from `results`")
    }
  }

  static let parameterMissing = Check(
    "parameter-missing", "a parameter of the called flow that the step does not hand in"
  ) { subject, findings in
    forEachCall(subject) { step, callee, _ in
      guard let index = subject.graph.callee(step) else { return }
      let other = subject.world.graphs[index].tables
      let given = Set(
        subject.tables.details(ofStep: step).arguments.range.map {
          subject.tables.string(subject.tables.arguments[$0].parameter)
        })
      for parameter in other.strings(other.header.parameters) where !given.contains(parameter) {
        findings.add(
          at: .step(step), key: parameter,
          span: subject.tables.steps[step].subject.span,
          "step `\(subject.graph.id(ofStep: step))` calls `\(callee)` without `\(parameter)`",
          help: "add `with: { \(parameter): ... }`, the input that holds it")
      }
    }
  }

  private static func forEachCall(
    _ subject: Subject, _ body: (_ step: Int, _ callee: String, _ returned: Set<String>) -> Void
  ) {
    for step in subject.steps {
      guard let callee = subject.graph.callee(step),
        !subject.world.catalogue.flows[callee].isOutline
      else { continue }
      body(step, subject.world.id(callee), subject.world.returned[callee])
    }
  }
}
