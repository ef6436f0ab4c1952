public import Diagnostics

extension Rule {
  /// A house rule speaks of something that no flow has.
  public static let unknownMoment = Rule("unknown-moment")
  /// A house rule that some run breaks.
  public static let brokenSentence = Rule("house-rule")
  /// A house rule that no run comes to.
  public static let neverTriggered = Rule("never-triggered")
  /// A house rule that cannot be decided.
  public static let notProvable = Rule("not-provable")

  /// The rules that a proof can report.
  public static let ofProof: [Rule] = [
    .unknownMoment, .brokenSentence, .neverTriggered, .notProvable,
  ]
}
