internal import Diagnostics
internal import FlowCheck
internal import FlowFolder
internal import FlowModel
internal import FlowProof
internal import FlowRuntime

/// What a change of flows means for those who review it: the difference by meaning, and what the
/// check, the house rules, the recorded paths and the waiting runs say to it.
package struct Review: Sendable {
  /// The difference.
  package let diff: CatalogueDiff
  /// The changed flows, in the order of the newer version.
  let tables: [ReviewTable]
  /// What the check finds now and did not find before.
  let newFindings: [Finding]
  /// What the check found before and does not find now.
  let goneFindings: [Finding]
  /// The house rules that are kept or broken otherwise than before.
  let rules: [TurnedRule]
  /// The waiting runs that somebody must be told of, or that are lost.
  let waiting: [MigrationReport.Line]
  /// The recorded paths that fail now, and did not before, with the reason.
  let stale: [(path: ReviewSide.Path, reason: String)]
  /// The files of both versions, for the lines of findings.
  let files: [SourceFile]

  /// A house rule whose verdict has changed.
  struct TurnedRule: Sendable {
    let name: String
    /// The result in the older version. Nil if there was no such rule.
    let before: Prover.Result?
    let was: String?
    /// The result in the newer version. Nil if there is no such rule.
    let now: Prover.Result?
    let isNow: String?

    /// Whether it is broken, undecided or unreadable now and was not.
    var isNewlyBroken: Bool {
      now != nil && TurnedRule.isBad(isNow) && !TurnedRule.isBad(was)
    }
    /// Whether it was broken, undecided or unreadable, and is not now.
    var isMended: Bool { now != nil && TurnedRule.isBad(was) && !TurnedRule.isBad(isNow) }

    /// What has become of it, as a part of a sentence after its name.
    var words: String {
      switch (was, isNow) {
      case (nil, let now?): "is new and \(TurnedRule.words(now))"
      case (let was?, nil): "\(TurnedRule.words(was, before: true)) and is gone"
      case (let was, let now):
        "\(TurnedRule.words(was ?? "", before: true)) and \(TurnedRule.words(now ?? ""))"
      }
    }

    private static func words(_ standing: String, before: Bool = false) -> String {
      let verb = before ? "was" : "is"
      return switch standing {
      case ProofReport.Standing.good.name: before ? "was kept" : "is kept"
      case ProofReport.Standing.open.name: "\(verb) broken"
      case ProofReport.Standing.knownSlip.name: "\(verb) broken by a known slip"
      case ProofReport.Standing.unreadable.name: "\(verb) not readable"
      default: "\(verb) \(standing)"
      }
    }

    private static func isBad(_ standing: String?) -> Bool {
      standing == ProofReport.Standing.open.name || standing == ProofReport.Standing.unreadable.name
    }
  }

  /// Compares two versions.
  ///
  /// - Parameter snapshots: saved runs with their names, to try on the newer version.
  package init(
    from old: ReviewSide, to new: ReviewSide, snapshots: [(name: String, text: String)] = []
  ) {
    diff = CatalogueDiff(old.flows, new.flows, unread: (old.unread, new.unread))
    let (before, now) = (old.readable.compiled(as: .written), new.readable.compiled(as: .written))
    tables = diff.changed.map { ReviewTable($0, before: before, now: now) }
    files = old.files + new.files
    (newFindings, goneFindings) = Review.turned(old.findings, new.findings, diff.changed)
    rules = Review.turned(old.proofs, new.proofs)
    stale = new.paths.compactMap { path, failure -> (path: ReviewSide.Path, reason: String)? in
      guard let failure, (old.paths[path] ?? nil) == nil else { return nil }
      return (path, failure)
    }
    .sorted { $0.path < $1.path }
    // A flow that cannot be read would look as if it were gone.
    guard old.unread.isEmpty, let complete = new.complete else {
      waiting = []
      return
    }
    var report = MigrationReport(from: old.flows, to: complete.compiled(as: .written))
    for (name, text) in snapshots { report.add(text, named: name) }
    waiting = report.care
  }

  /// The findings of only one version. Those at a part that only has another number are the same.
  private static func turned(
    _ old: [Finding], _ new: [Finding], _ changed: [FlowDiff]
  ) -> (new: [Finding], gone: [Finding]) {
    var pairs = Pairing(old, new)
    func words(_ finding: Finding) -> String {
      "\(finding.diagnostic.rule) \(finding.standing) \(finding.reading, default: "")"
    }
    pairs.join { finding, _ in "\(finding.fingerprint)\u{0}\(words(finding))" }
    var matches: [Flow: (diff: FlowDiff, match: FlowMatch)] = [:]
    for diff in changed {
      let match = FlowMatch(diff.old, diff.new)
      matches[diff.old] = (diff, match)
      matches[diff.new] = (diff, match)
    }
    // By the part: a number in it, or in what is said of it, may be another one.
    pairs.join { finding, isOld in
      guard let part = finding.part else { return nil }
      var now: FlowPart? = part
      if isOld {
        switch part {
        case .flow(let flow): now = matches[flow].map { .flow($0.diff.new) } ?? part
        case .section: break
        case .step(let step):
          now = matches[step.flow].flatMap { $0.match.new(step) }.map { .step($0) } ?? part
        case .row(let row):
          now = matches[row.flow].flatMap { $0.match.new(row) }.map { .row($0) } ?? part
        }
      }
      return now.map { "\($0.qualified)\u{0}\(words(finding))" }
    }
    return (
      zip(new, pairs.oldOfNew).filter { $1 < 0 }.map(\.0),
      zip(old, pairs.newOfOld).filter { $1 < 0 }.map(\.0)
    )
  }

  private static func turned(_ old: ProofReport, _ new: ProofReport) -> [TurnedRule] {
    func standing(_ result: Prover.Result?, _ report: ProofReport) -> String? {
      result.map { report.standing(of: $0).name }
    }
    var pairs = Pairing(old.results, new.results)
    pairs.join { result, _ in "\(result.rule.flow ?? "") \(result.rule.name.text)" }
    pairs.join { result, _ in result.rule.name.text }
    let now = new.results.indices.map { index in
      (pairs.old(of: index), Optional(new.results[index]))
    }
    let gone = old.results.indices.filter { pairs.newOfOld[$0] < 0 }
      .map { (Optional(old.results[$0]), Prover.Result?.none) }
    return (now + gone).compactMap { before, now in
      let (was, isNow) = (standing(before, old), standing(now, new))
      guard was != isNow, let rule = (now ?? before)?.rule else { return nil }
      return TurnedRule(name: rule.name.text, before: before, was: was, now: now, isNow: isNow)
    }
  }
}
