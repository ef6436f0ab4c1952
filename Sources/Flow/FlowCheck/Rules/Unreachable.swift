internal import Diagnostics
internal import FlowModel

// Steps and sections that nothing leads to. Of several that hang together only the first is named.
extension Check {
  static let unreachableStep = Check("unreachable-step", "a step that no row leads to") {
    context, findings in
    for case .step(let step) in unreachedRoots(context) {
      let id = context.graph.id(ofStep: step)
      findings.add(
        at: .step(step), span: context.tables.steps[step].id.span,
        "nothing leads to step `\(id)`",
        help: "let a row lead to `\(id)`, or remove it")
    }
  }

  static let unreachableSection = Check("unreachable-section", "a section that no row leads to") {
    context, findings in
    for case .section(let section) in unreachedRoots(context) {
      let id = context.tables.string(context.tables.sections[section].id)
      findings.add(
        at: .section(section), span: context.tables.sections[section].id.span,
        "nothing leads to section `\(id)`",
        help: "let a row lead to `\(id)`, or remove it")
    }
  }

  private static func unreachedRoots(_ context: CheckContext) -> [Place] {
    let graph = context.graph
    let missing = context.tables.steps.indices.filter { !context.reached[$0] && graph.has($0) }
    guard !missing.isEmpty else { return [] }
    var isLedTo = Array(repeating: false, count: context.reached.count)
    for step in missing {
      for row in graph.rows(of: step) {
        if let next = graph.next(row), next != step { isLedTo[next] = true }
      }
    }
    var isTold = Array(repeating: false, count: context.reached.count)
    var roots: [Place] = []
    // First what nothing at all leads to; then the cycles that are left.
    for isFirst in [true, false] {
      for step in missing where !isTold[step] && !(isFirst && isLedTo[step]) {
        let section = Int(context.tables.steps[step].section)
        let steps = context.tables.sections[section].steps.range
        let isWhole =
          context.tables.sections[section].id.isPresent
          && steps.allSatisfy { !context.reached[$0] }
        roots.append(isWhole ? .section(section) : .step(step))
        let start = isWhole ? Array(steps) : [step]
        for (step, isNear) in graph.reached(from: start).enumerated() where isNear {
          isTold[step] = true
        }
      }
    }
    return roots
  }
}
