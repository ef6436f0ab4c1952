public import Diagnostics

/// A rule of the check: its name, how much it weighs, and what it looks for in a flow.
public struct Check: Sendable {
  public let rule: Rule
  public let severity: Diagnostic.Severity
  /// What it finds, in one line.
  public let about: String
  let find: @Sendable (CheckContext, inout Findings) -> Void

  init(
    _ name: String, severity: Diagnostic.Severity = .warning, _ about: String,
    find: @escaping @Sendable (CheckContext, inout Findings) -> Void
  ) {
    rule = Rule(name)
    self.severity = severity
    self.about = about
    self.find = find
  }

  /// Every check, by what it is about.
  public static let all: [Check] = [
    .unreachableStep, .unreachableSection, .unreachableFlow, .deadEnd, .noWayOut, .selfLoop,
    .systemLoop, .timerNeverRuns, .backWithoutScreen, .abandonedCaller,
    .idUsedTwice, .rowOutsideStep, .numberingGap,
    .conditionsIncomplete, .conditionsOverlap, .pathContradiction, .counterNeverReset,
    .resultUnhandled, .resultNotReturned, .resultNeverReturned, .parameterMissing,
    .buttonWithoutRow, .rowWithoutButton,
    .headerErrors, .headerUsedBy, .headerTriggeredBy, .testedPrecondition,
    .outcomeUnhandled, .handlerUnbound, .checkWithoutEffect, .skippedChecks, .usedThoughAbsent,
    .otherSecret, .secretAlive, .keptThoughRefused, .unansweredEnd,
  ]

  /// Whether it holds the header against the rows. The header speaks of the document as written, so
  /// what only a `meant` breaks is no finding.
  var isAboutHeader: Bool { rule.name.hasPrefix("header-") }

  /// The rules that are about the file's own remarks and need every other finding first.
  public static let aboutRemarks: [Rule] = [.meantWithoutEffect, .unusedAllow]
}

extension Rule {
  public static let meantWithoutEffect = Rule("meant-without-effect")
  public static let unusedAllow = Rule("unused-allow")
}
