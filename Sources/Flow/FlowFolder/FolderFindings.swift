package import Diagnostics
package import FlowCheck

/// Everything that is found in a folder of flows.
package struct FolderFindings: Sendable {
  /// How many flows there are.
  package let flows: Int
  /// The findings: those of files in reading order, then those of the house rules.
  package let findings: [Finding]
  /// The files, for excerpts.
  package let files: [SourceFile]
  /// A baseline with all that is open, also in files that are not asked for.
  package let baseline: Baseline
  /// The paths of the files that cannot be read.
  let unread: Set<String>

  /// Some of the findings.
  package func only(where isWanted: (Finding) -> Bool) -> FolderFindings {
    FolderFindings(
      flows: flows, findings: findings.filter(isWanted), files: files, baseline: baseline,
      unread: unread)
  }

  /// Whether a finding keeps a file from being read.
  package var isUnread: Bool {
    findings.contains { $0.standing == .open && unread.contains($0.diagnostic.path) }
  }

  /// Whether a finding that has to be looked at is as severe as this.
  package func fails(at limit: Diagnostic.Severity) -> Bool {
    findings.contains { $0.standing == .open && $0.diagnostic.severity >= limit }
  }
}
