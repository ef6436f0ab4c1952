internal import Diagnostics
package import FlowCheck
internal import FlowLoader
internal import FlowProof

/// What is asked about a folder of flows, besides what its settings say.
package struct CheckRequest: Sendable {
  /// Only these rules, whatever the settings say. Nil for all.
  package var only: Set<String>?
  /// Not these rules.
  package var except: Set<String> = []
  /// What every action that has a handler may answer. Nil if the handlers are not known.
  package var bindings: [String: BoundAction]?
  /// The known findings, in place of those of the settings.
  package var baseline: Baseline?
  /// What is said about house rules. To decide them takes longer than everything else.
  package var proofs = Proofs.decided

  /// What is said about house rules.
  package enum Proofs: Sendable {
    /// Nothing.
    case none
    /// What was decided last, of rules that are the same.
    case known
    /// They are decided, as far as a change can concern them.
    case decided
  }

  /// Everything is asked.
  package init() {}

  /// Whether findings of a rule are asked for. Who does not ask whether house rules hold gets no
  /// other findings of them either, unless `only` names one.
  func asks(_ rule: Rule, _ settings: FolderSettings) -> Bool {
    if except.contains(rule.name) { return false }
    if let only { return only.contains(rule.name) }
    if Rule.ofProof.contains(rule), rule != .brokenSentence {
      guard asks(.brokenSentence, settings) else { return false }
    }
    return settings.team.levels[rule.name] != .off
  }
}
