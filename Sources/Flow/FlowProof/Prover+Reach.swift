internal import Diagnostics
package import FlowModel
internal import FlowRuntime

// What of the flows a rule can depend on.
extension Prover {
  /// Whether some run that a rule is about comes to one of these flows. If none does, they matter
  /// for it only by their names and facts.
  package func follows(_ rule: HouseRule, intoAnyOf flows: [Flow]) -> Bool {
    guard !flows.isEmpty else { return false }
    let resolved = ResolvedRule(rule, in: index)
    guard resolved.diagnostics.isEmpty else { return true }
    let starts = resolved.starts + [resolved.interruption].compactMap(\.self)
    return programs.contains { program in
      let reach = StaticReach(
        from: starts.compactMap { $0.firstStep.flatMap { program.block(of: $0) } }, on: program)
      return flows.contains { flow in
        flow.steps.contains { step in program.block(of: step).map(reach.contains) ?? false }
      }
    }
  }

  /// Whether every word of a rule means something.
  func understands(_ rule: HouseRule) -> Bool { ResolvedRule(rule, in: index).diagnostics.isEmpty }

  /// Whether all flows together have the same facts with the same values.
  func hasFacts(of other: Prover) -> Bool {
    zip(programs, other.programs).allSatisfy { new, old in
      new.facts.count == old.facts.count
        && zip(new.facts, old.facts).allSatisfy { $0.name == $1.name && $0.values == $1.values }
    }
  }
}
