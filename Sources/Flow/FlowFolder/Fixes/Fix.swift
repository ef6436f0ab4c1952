internal import Diagnostics
package import FlowEdit

/// A change that mends what a finding is about.
package struct Fix: Hashable, Sendable {
  /// What it does, as an order: "write `1.3`".
  package let title: String
  /// Whether it may be made without asking: it says what the author must have meant, or takes away
  /// what has no effect. Others are proposals that somebody has to look at.
  package let isSafe: Bool
  /// The change.
  package let edit: FlowEdit

  init(_ title: String, isSafe: Bool = false, _ edit: FlowEdit) {
    (self.title, self.isSafe, self.edit) = (title, isSafe, edit)
  }

  /// How a rule mends itself.
  package enum Mending: String, Sendable {
    /// All of its fixes are safe.
    case safe
    /// Some of its fixes are safe.
    case partly
    /// None of them is.
    case proposed
  }

  /// The rules that can mend themselves. Any rule that asks "did you mean" can, too.
  package static let rules: [String: Mending] = [
    "alias": .safe, "anchor": .safe, "tag": .safe, "invalid-yaml": .safe, "duplicate-key": .safe,
    "unused-allow": .safe, "unknown-key": .safe, "wrong-value": .safe,
    "unknown-target": .partly, "unknown-flow": .partly, "unknown-error-flow": .partly,
    "unknown-fact": .partly, "unknown-input": .partly, "unknown-result": .partly,
    "missing-key": .proposed, "meant-without-effect": .proposed,
    "conditions-incomplete": .proposed, "result-unhandled": .proposed,
    "outcome-unhandled": .proposed, "button-without-row": .proposed,
    "row-without-button": .proposed, "header-errors": .proposed, "header-used-by": .proposed,
    "header-triggered-by": .proposed, "numbering-gap": .proposed, "text-older": .proposed,
  ]
}
