internal import Diagnostics
internal import FlowModel

/// A rule whose phrases were found in the flows.
struct ResolvedRule {
  let rule: HouseRule
  let monitor: Monitor
  let parts: [(letter: Monitor.Letter, moments: [Moment])]
  let during: [(fact: String, values: [String])]
  let given: [(fact: String, values: [String])]
  let starts: [Flow]
  let interruption: Flow?
  /// The phrases that mean nothing. A rule with any is not proved.
  let diagnostics: [Diagnostic]

  init(_ rule: HouseRule, in index: MomentIndex) {
    var reader = MomentReader(rule, in: index)
    self.rule = rule
    starts = reader.starts()
    parts = [
      (.subject, reader.moments(rule.subject)), (.other, reader.moments(rule.other)),
      (.until, reader.moments(rule.until)),
    ]
    during = reader.values(rule.during)
    given = reader.values(rule.given)
    interruption = rule.interruption.flatMap { reader.flow($0) }
    monitor = Monitor(rule.form, count: rule.count, isScoped: !rule.other.isEmpty)
    if rule.form == .atMost || rule.form == .exactlyOnce { reader.refuseFacts(parts[0].moments) }
    diagnostics = reader.diagnostics
  }

  /// The actions of which the rule speaks.
  var actions: Set<String> {
    Set(
      parts.flatMap(\.moments).compactMap { moment in
        if case .action(let name, _) = moment { name } else { nil }
      })
  }
}
