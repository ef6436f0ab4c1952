public import Diagnostics

/// A rule of the check: its name, its severity, and the function that checks a flow.
public struct Check: Sendable {
  /// The name of the rule.
  public let rule: Rule
  /// The severity of its findings.
  public let severity: Diagnostic.Severity
  /// What the rule finds, in one line.
  public let about: String
  let find: @Sendable (CheckContext, inout Findings) -> Void

  init(
    _ name: String, severity: Diagnostic.Severity = .warning,
    _ about: String, find: @escaping @Sendable (CheckContext, inout Findings) -> Void
  ) {
    rule = Rule(name)
    self.severity = severity
    self.about = about
    self.find = find
  }

  /// All checks, ordered by topic.
  public static let all: [Check] = [
    .unreachableStep, .unreachableSection, .unreachableFlow, .deadEnd, .noWayOut, .selfLoop,
    .systemLoop, .timerAtCall, .shadowedTimer, .backWithoutScreen, .abandonedCaller,
    .idUsedTwice, .rowOutsideStep, .numberingGap, .withoutName,
    .conditionsIncomplete, .conditionsOverlap, .rowNeverTaken, .pathContradiction,
    .counterNeverReset,
    .resultUnhandled, .resultNotReturned, .resultNeverReturned, .parameterMissing,
    .buttonWithoutRow, .rowWithoutButton,
    .headerErrors, .headerUsedBy, .headerTriggeredBy, .testedPrecondition,
    .caseWithoutAnswer, .countWithoutRow, .outcomeUnhandled, .outcomeNotAnswered, .handlerUnbound,
    .valueUnreturned, .valueNeverShown, .checkWithoutEffect,
    .skippedChecks, .usedThoughAbsent,
    .otherSecret, .secretAlive, .secretUsedTwice, .keptThoughRefused, .unansweredEnd,
  ]

  /// Whether the check compares the header with the rows. The header belongs to the document as
  /// written, so what only a `meant` breaks is not reported.
  var isAboutHeader: Bool { rule.name.hasPrefix("header-") }

  /// The rules about what no row of any flow does: a row that cannot be read may do it.
  static let ofAllRows: Set<Rule> = Set(
    [
      Check.unreachableStep, .unreachableSection, .unreachableFlow, .rowNeverTaken,
      .counterNeverReset, .resultNeverReturned, .headerErrors, .headerUsedBy, .headerTriggeredBy,
      .otherSecret, .secretAlive, .valueNeverShown,
    ].map(\.rule))

  /// The rules about the remarks in the file. They run last, since they need all other findings.
  public static let aboutRemarks: [Rule] = [.meantWithoutEffect, .unusedAllow]
}

extension Rule {
  /// A `meant` that repairs nothing.
  public static let meantWithoutEffect = Rule("meant-without-effect")
  /// An `allow` that permits nothing.
  public static let unusedAllow = Rule("unused-allow")
}
