internal import FlowModel

extension Check {
  static let secretUsedTwice = Check(
    "secret-used-twice", "a secret that an action has used, and a later step that needs it"
  ) { context, findings in
    guard context.traits.ofSteps.contains(.arguments) else { return }
    var budget = SearchBudget(context)
    for (name, needs) in SecretUses.all(in: context) where needs.count > 1 {
      var found: [(step: Step, user: Step, isSure: Bool)] = []
      for user in needs {
        guard budget.allowsSearch() else { return }
        let uses = SecretUses(of: name, after: user, needs, context)
        // A called flow need not come to its action.
        found += uses.found.map { ($0.step, user, $0.isSure && user.action != nil) }
      }
      var told = StepSet(of: context.flow)
      for (step, user, isSure) in found.filter(\.isSure) + found.filter({ !$0.isSure })
      where told.insert(step.index) {
        let handler = user.action.map { "of `\($0)` " } ?? ""
        findings.add(
          at: .step(step), key: name, span: step.subjectSpan,
          "the secret `\(name)` was used by `\(user.action ?? user.subject)` in step "
            + "`\(user.id)`, and nothing asks for it again before step `\(step.id)`, which "
            + "needs it",
          help: "ask for `\(name)` again, or let the handler \(handler)give it back",
          isUnsure: !isSure)
      }
    }
  }
}

/// The steps that need a secret which an action before them has used.
private struct SecretUses {
  /// The steps, and whether runs come there whatever facts are.
  private(set) var found: [(step: Step, isSure: Bool)] = []

  private let name: String
  private let user: Step
  private let needs: [Step]
  private let context: CheckContext

  /// - Parameters:
  ///   - user: a step whose action takes the secret.
  ///   - needs: all steps that give the secret to something.
  init(of name: String, after user: Step, _ needs: [Step], _ context: CheckContext) {
    (self.name, self.user, self.needs, self.context) = (name, user, needs, context)
    let sure = reached(inAnyCase: true)
    let all = reached(inAnyCase: false)
    for step in needs where step != user && all.contains(step.index) {
      found.append((step, sure.contains(step.index) && step.unless.isEmpty))
    }
  }

  /// The secrets of a flow, each with the reached steps that give it to an action or to a flow that
  /// gives it to one.
  static func all(in context: CheckContext) -> [(name: String, needs: [Step])] {
    let flow = context.flow
    var (names, needs) = ([String](), [String: [Step]]())
    let plain = Set(flow.steps.flatMap(\.inputs).filter { !$0.isSecret }.map(\.name))
    for step in context.steps(.arguments) {
      for (parameter, name) in step.arguments {
        guard context.catalogue.secretNames.contains(name), !plain.contains(name) else { continue }
        if let callee = context.graph.callee(of: step) {
          guard context.catalogue.used(by: callee).contains(parameter) else { continue }
        } else if step.action == nil {
          continue
        }
        if needs[name] == nil { names.append(name) }
        needs[name, default: []].append(step)
      }
    }
    return names.map { ($0, needs[$0] ?? []) }
  }

  /// The steps to which runs come without the secret, from the answers of the action on.
  ///
  /// - Parameter inAnyCase: only over rows without conditions and steps that are never skipped.
  private func reached(inAnyCase: Bool) -> StepSet {
    var reached = StepSet(of: context.flow)
    var waiting = [user]
    while let step = waiting.popLast() {
      for row in context.graph.rows(of: step) {
        guard !inAnyCase || !row.hasConditions else { continue }
        // Without an answer the action has not used it, or is performed again.
        let isAnswer = row.outcome != nil || row.kind == .own || row.kind == .result
        guard step != user || isAnswer else { continue }
        guard let next = next(row), reached.insert(next) else { continue }
        let after = context.flow.step(at: next)
        guard !asks(after), !needs.contains(after) else { continue }
        if !inAnyCase || after.unless.isEmpty { waiting.append(after) }
      }
    }
    return reached
  }

  private func next(_ row: Row) -> Int? {
    switch context.graph.way(of: row) {
    case .step(let step): step.index
    case .flow(context.place, let step): step
    default: nil
    }
  }

  /// Whether a step, or the flow that it calls, asks for the secret again.
  private func asks(_ step: Step) -> Bool {
    step.inputs.contains { $0.name == name }
      || context.graph.callee(of: step).map { context.catalogue.asked(by: $0).contains(name) }
        ?? false
  }
}
