public import Diagnostics
public import FlowModel
public import FlowRuntime

/// Watches house rules while a run goes on, and stops or reports a run that breaks one.
///
/// ```swift
/// let rules = try RuleGuard(houseRules, on: program)
/// let runner = try Runner(program, start: flow, handlers: handlers, rules: rules)
/// ```
///
/// It watches the rules that are about runs which start with this flow and these facts. Rules that
/// may be broken (`allow`) are left out, and so is `always possible`, which says nothing about a
/// single run.
public struct RuleGuard: RunGuard {
  /// What happens if a run would break a rule.
  public enum Response: Sendable {
    /// The runner does not go on, and throws ``RunnerError/ruleBroken(_:step:)``.
    case stop
    /// The function is told, once per rule, and the run goes on.
    case report(@Sendable (BrokenRule) -> Void)
  }

  /// Rules that speak of something that no flow has.
  public struct Problem: Error, CustomStringConvertible {
    /// What is wrong with them.
    public let diagnostics: [Diagnostic]
    /// The first problem.
    public var description: String { diagnostics.first?.message ?? "" }
  }

  private struct Watched {
    var watch: RuleWatch
    let resolved: ResolvedRule
    var isOver = false
  }

  private var rules: [Watched] = []
  private let response: Response
  private var hasBegun = false
  /// The rules of which the function was told, in the order in which they were broken.
  package private(set) var reported: [BrokenRule] = []

  /// A guard for runs of a program.
  ///
  /// - Throws: ``Problem`` if a rule speaks of something that no flow has.
  public init(
    _ rules: [HouseRule], on program: Program, whenBroken response: Response = .stop
  ) throws(Problem) {
    self.response = response
    let index = MomentIndex(program.catalogue)
    let watched = rules.filter { $0.allowance == nil && $0.form != .alwaysPossible }
    let resolved = watched.map { ResolvedRule($0, in: index) }
    let diagnostics = resolved.flatMap(\.diagnostics)
    guard diagnostics.isEmpty else { throw Problem(diagnostics: diagnostics) }
    self.rules = resolved.map {
      Watched(watch: RuleWatch($0, index, program), resolved: $0)
    }
  }

  /// The names of the rules that this run has broken.
  public var broken: [String] {
    rules.filter { $0.watch.isBroken }.map(\.watch.rule.name.text)
  }

  public mutating func enter(_ machine: Machine) -> BrokenRule? {
    if !hasBegun {
      hasBegun = true
      rules.removeAll { !$0.resolved.isAbout(machine) }
    }
    return note(machine) { $0.enterFlow(machine) }
  }

  public mutating func take(
    _ position: Int, isPassedOver: Bool, before: Machine, after: Machine
  ) -> BrokenRule? {
    note(after) { $0.take(position, isPassedOver: isPassedOver, before: before, after: after) }
  }

  /// The run stands at a step to which nobody has seen it go.
  package mutating func arrive(at machine: Machine) {
    _ = note(machine) { $0.arrive(at: machine) }
  }

  private mutating func note(
    _ machine: Machine, _ see: (inout RuleWatch) -> Void
  ) -> BrokenRule? {
    let hasEnded = machine.end != nil
    for place in rules.indices where !rules[place].isOver {
      see(&rules[place].watch)
      let watch = rules[place].watch
      guard watch.isBroken || hasEnded && watch.isBrokenAtEnd else { continue }
      let broken = BrokenRule(
        rule: watch.rule.name.text, sentence: RuleSentence(watch.rule).text,
        because: watch.rule.because)
      switch response {
      case .stop: return broken
      case .report(let tell):
        rules[place].isOver = true
        reported.append(broken)
        tell(broken)
      }
    }
    return nil
  }
}

extension ResolvedRule {
  /// Whether the rule is about runs that begin like this.
  fileprivate func isAbout(_ machine: Machine) -> Bool {
    starts.contains(machine.step.flow)
      && given.allSatisfy { fact, values in
        machine.value(of: fact).map(values.contains) ?? true
      }
  }
}
