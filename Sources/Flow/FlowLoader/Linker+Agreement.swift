internal import Diagnostics
internal import FlowModel

/// What callers and callees agree on.
extension Linker {
  mutating func checkResult(_ target: TargetRecord, in flow: FlowTables) {
    let results = flow.all.header.results
    // A flow that declares none is of a team that does not list results.
    guard flow.all.header.kind != .useCase, !results.range.isEmpty,
      !results.range.contains(where: { flow.isSame(flow.all.texts[$0], as: target.name, of: flow) })
    else { return }
    let name = flow.string(target.name)
    let declared = flow.strings(results)
    warn(
      .unknownResult, flow, target.span, "the flow does not declare the result `\(name)`",
      help: DidYouMean.question(for: name, in: declared) ?? "add it to `results`")
  }

  mutating func checkArguments(
    of step: StepRecord, in flow: FlowTables, callee: Int32
  ) {
    let arguments = flow.rareFields(of: step).arguments
    guard callee >= 0, !arguments.isEmpty else { return }
    let other = tables[Int(callee)]
    guard !other.all.header.outline.isPresent else { return }
    let parameters = other.strings(other.all.header.parameters)
    for index in stride(from: arguments.range.lowerBound, to: arguments.range.upperBound, by: 2) {
      let parameter = flow.all.texts[index]
      let name = flow.string(parameter)
      guard !parameters.contains(name) else { continue }
      warn(
        .unknownInput, flow, parameter.span,
        "`\(other.string(other.all.header.id))` has no parameter `\(name)`",
        help: DidYouMean.question(for: name, in: parameters)
          ?? "it declares: \(parameters.joined(separator: ", "))")
    }
  }

  mutating func compareFacts() {
    var agreement = FactAgreement()
    for flow in tables where !flow.all.facts.isEmpty {
      for difference in agreement.differences(of: flow) {
        let name = difference.fact.name
        report(
          .factsDiffer, flow, name.span,
          "the fact `\(flow.string(name))` has other values in "
            + "`\(difference.other.string(difference.other.all.header.id))`",
          help: "a fact belongs to the run: declare it alike, or give it another name")
      }
    }
  }

  /// Reports what no run fails by.
  mutating func warn(
    _ rule: Rule, _ flow: FlowTables, _ span: Span, _ message: String, help: String
  ) {
    found.append(
      Diagnostic(rule, .warning, path: flow.all.path, span: span, message, help: help))
  }

  mutating func report(
    _ rule: Rule, _ flow: FlowTables, _ span: Span, _ message: String, help: String? = nil
  ) {
    found.append(
      Diagnostic(rule, path: flow.all.path, span: span, message, help: help))
  }
}
