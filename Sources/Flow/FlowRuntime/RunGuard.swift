/// Watches everything that a run does, and may refuse it. `RuleGuard` of the module FlowProof
/// watches house rules.
///
/// A guard sees what would happen before it does: if it refuses, the run stays where it is and
/// throws ``RunnerError/ruleBroken(_:step:)``.
public protocol RunGuard: Sendable {
  /// The run begins, is suspended into another flow, or enters the flow that its step calls.
  /// Returns the rule for which it must not.
  mutating func enter(_ machine: Machine) -> BrokenRule?

  /// A row is taken.
  ///
  /// - Parameters:
  ///   - position: the position of the row in its step.
  ///   - isPassedOver: whether the step is skipped.
  ///   - before: the machine before the row.
  ///   - after: the machine after it.
  /// - Returns: the rule for which it must not be taken.
  mutating func take(
    _ position: Int, isPassedOver: Bool, before: Machine, after: Machine
  ) -> BrokenRule?
}

/// A rule that a run breaks.
public struct BrokenRule: Hashable, Sendable {
  /// The rule's name.
  public let rule: String
  /// What it says.
  public let sentence: String
  /// Why it exists.
  public let because: String?

  /// A broken rule.
  public init(rule: String, sentence: String, because: String?) {
    self.rule = rule
    self.sentence = sentence
    self.because = because
  }
}
