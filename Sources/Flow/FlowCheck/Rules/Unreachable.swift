internal import FlowModel

// Steps and sections that no row leads to. Of several connected ones, only the first is reported.
extension Check {
  static let unreachableStep = Check("unreachable-step", "a step that no row leads to") {
    context, findings in
    for case .step(let step) in unreachedRoots(context) {
      findings.add(
        at: .step(step), "nothing leads to step `\(step.id)`",
        help: "let a row lead to `\(step.id)`, or remove it")
    }
  }

  static let unreachableSection = Check("unreachable-section", "a section that no row leads to") {
    context, findings in
    for case .section(let section) in unreachedRoots(context) {
      findings.add(
        at: .section(section), "nothing leads to section `\(section.id)`",
        help: "let a row lead to `\(section.id)`, or remove it")
    }
  }

  private static func unreachedRoots(_ context: CheckContext) -> [FlowPart] {
    let graph = context.graph
    let missing = context.traits.steps.indices.filter { !context.reached.contains($0) }
      .map(context.flow.step(at:)).filter(graph.has)
    guard !missing.isEmpty else { return [] }
    var ledTo = StepSet(of: context.flow)
    for step in missing {
      for next in graph.rows(of: step).compactMap(graph.nextInFlow) where next != step {
        ledTo.insert(next)
      }
    }
    var told = StepSet(of: context.flow)
    var roots: [FlowPart] = []
    var isUnreached: [Int: Bool] = [:]
    // First the steps that no row leads to, then the remaining cycles.
    for isFirst in [true, false] {
      for step in missing where !told.contains(step) && !(isFirst && ledTo.contains(step)) {
        let section = step.section
        let isWhole =
          isUnreached[section.index]
          ?? (!section.id.isEmpty && section.steps.allSatisfy { !context.reached.contains($0) })
        isUnreached[section.index] = isWhole
        roots.append(isWhole ? .section(section) : .step(step))
        var waiting = isWhole ? section.steps : [step]
        while let step = waiting.popLast() {
          guard told.insert(step) else { continue }
          waiting += graph.rows(of: step).compactMap(graph.nextInFlow)
        }
      }
    }
    return roots
  }
}
