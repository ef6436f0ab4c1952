internal import Diagnostics
internal import FlowCheck
internal import FlowModel

extension FindingsReport {
  /// The findings with their lines, and a summary.
  ///
  /// - Parameter limit: how many findings at most: the most severe ones. The last lines are about
  ///   all of them.
  /// - Returns: the lines, which may have colours, and the summary.
  public func text(limit: Int = .max, color: Bool) -> (lines: String, summary: String) {
    let cut = cut(to: limit, where: \.isShown)
    let more = cut.omitted > 0 ? FindingsReport.more(cut.omitted) : ""
    return (cut.lines(color: color, gathers: limit < .max), more + counts + summary)
  }

  /// - Parameter gathers: whether what was assumed of a document in the same way is said once.
  private func lines(color: Bool, gathers: Bool) -> String {
    let renderer = DiagnosticRenderer(files: files, color: color)
    let all = entries.filter(\.finding.isShown)
    let shown = gathers ? FindingsReport.gathered(all) : all.map(\.finding.shown)
    // Errors come first, so that no one has to look for them among notes.
    return Diagnostic.Severity.allCases.reversed().map { severity in
      renderer.render(shown.filter { $0.severity == severity })
    }.joined()
  }

  /// The diagnostics that are printed; of those that were assumed in the same way the first one,
  /// with the lines of the others.
  private static func gathered(_ entries: [(finding: Finding, place: LineRange?)]) -> [Diagnostic] {
    let standings = entries.map { entry in
      entry.finding.diagnostic.rule == .documentAssumed ? "\(entry.finding.standing)" : nil
    }
    return Repeats.gathered(entries.map(\.finding.shown), standings: standings) {
      entries[$0].place?.start.line
    }.compactMap(\.self)
  }

  /// One line with the number of findings of every rule, the most frequent first. Empty for a
  /// single finding.
  private var counts: String {
    let shown = entries.map(\.finding).filter(\.isShown).map(\.diagnostic.rule.name)
    guard shown.count > 1 else { return "" }
    let counts = Dictionary(grouping: shown, by: \.self).mapValues(\.count)
    let sorted = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    return sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ") + "\n"
  }

  /// One line with the numbers of flows and findings.
  private var summary: String {
    func count(_ holds: (Finding) -> Bool) -> Int { entries.count { holds($0.finding) } }
    func some(_ number: Int, _ one: String) -> String {
      "\(number) \(one)\(number == 1 ? "" : "s")"
    }
    var parts = [
      some(count { $0.standing == .open && $0.diagnostic.severity == .error }, "error"),
      some(count { $0.standing == .open && $0.diagnostic.severity == .warning }, "warning"),
      some(count { $0.standing == .knownSlip }, "known slip"),
    ]
    let allowed = count { if case .allowed = $0.standing { true } else { false } }
    if allowed > 0 { parts.append("\(allowed) allowed") }
    let old = count { $0.standing == .inBaseline }
    if old > 0 { parts.append("\(old) in the baseline") }
    return "\(some(flows, "flow")): \(parts.joined(separator: ", "))\n"
  }

  // MARK: Changes

  /// What a finding says, wherever it is in its file.
  private struct Identity: Hashable {
    let path: String
    let fingerprint: String
    let message: String
    let standing: Finding.Standing

    init(_ finding: Finding) {
      path = finding.diagnostic.path
      fingerprint = finding.fingerprint
      message = finding.diagnostic.message
      standing = finding.standing
    }
  }

  /// What has appeared since an earlier report, and what has gone away. Lines that only moved are
  /// not shown.
  public func change(
    since earlier: FindingsReport, limit: Int, color: Bool
  ) -> (lines: String, summary: String) {
    let appeared = places(notIn: earlier)
    let gone = earlier.places(notIn: self)
    let cut = FindingsReport(self, only: appeared).cut(to: limit, where: \.isShown)
    var text = cut.omitted > 0 ? FindingsReport.more(cut.omitted) : ""
    for finding in gone.prefix(limit).map({ earlier.entries[$0].finding }) {
      let diagnostic = finding.shown
      text += "gone: \(diagnostic.path): \(diagnostic.message) [\(diagnostic.rule)]\n"
    }
    if gone.count > limit { text += "gone: \(gone.count - limit) more\n" }
    text += "\(appeared.count) new, \(gone.count) gone; \(summary)"
    return (cut.lines(color: color, gathers: limit < .max), text)
  }

  /// The places of the entries that are shown, and that another report does not have as often.
  private func places(notIn other: FindingsReport) -> [Int] {
    var left: [Identity: Int] = [:]
    for (finding, _) in other.entries where finding.isShown {
      left[Identity(finding), default: 0] += 1
    }
    return entries.indices.filter { place in
      let finding = entries[place].finding
      guard finding.isShown else { return false }
      guard let count = left[Identity(finding)], count > 0 else { return true }
      left[Identity(finding)] = count - 1
      return false
    }
  }
}
