public import Diagnostics

/// A rule of the check: its name, its severity, and the function that checks a flow.
public struct Check: Sendable {
  /// The name of the rule.
  public let rule: Rule
  /// The severity of its findings.
  public let severity: Diagnostic.Severity
  /// What the rule finds, in one line.
  public let about: String
  let sight: Sight
  let find: @Sendable (CheckContext, inout Findings) -> Void

  /// What a check looks at besides the texts of the flow and which rows belong to its steps. Where nothing of
  /// it differs, the check finds the same, and is not run again.
  struct Sight: OptionSet {
    let rawValue: UInt8

    /// Where rows lead.
    static let targets = Sight(rawValue: 1)
    /// Which steps are reached.
    static let reached = Sight(rawValue: 2)
    /// What other flows do.
    static let others = Sight(rawValue: 4)
    static let all: Sight = [.targets, .reached, .others]
  }

  /// Whether it looks at something of this.
  func sees(_ sight: Sight) -> Bool { !self.sight.isDisjoint(with: sight) }

  /// The indices of the checks that look at where rows lead, without and with those that look at which steps
  /// are reached.
  static let seeingTargets = all.indices.filter { all[$0].sees(.targets) }
  static let seeingTargetsButSecrets = seeingTargets.filter {
    all[$0].rule != secretAlive.rule
  }
  static let seeingReached = all.indices.filter { all[$0].sees([.targets, .reached]) }

  /// - Parameter sight: `SightTests` fails if a check looks at more.
  init(
    _ name: String, severity: Diagnostic.Severity = .warning, sight: Sight = .all,
    _ about: String, find: @escaping @Sendable (CheckContext, inout Findings) -> Void
  ) {
    rule = Rule(name)
    self.severity = severity
    self.about = about
    self.sight = sight
    self.find = find
  }

  /// All checks, ordered by topic.
  public static let all: [Check] = [
    .unreachableStep, .unreachableSection, .unreachableFlow, .deadEnd, .noWayOut, .selfLoop,
    .systemLoop, .timerAtCall, .shadowedTimer, .backWithoutScreen, .abandonedCaller,
    .idUsedTwice, .rowOutsideStep, .numberingGap,
    .conditionsIncomplete, .conditionsOverlap, .pathContradiction, .counterNeverReset,
    .resultUnhandled, .resultNotReturned, .resultNeverReturned, .parameterMissing,
    .buttonWithoutRow, .rowWithoutButton,
    .headerErrors, .headerUsedBy, .headerTriggeredBy, .testedPrecondition,
    .outcomeUnhandled, .handlerUnbound, .valueUnreturned, .valueNeverShown, .checkWithoutEffect,
    .skippedChecks, .usedThoughAbsent,
    .otherSecret, .secretAlive, .keptThoughRefused, .unansweredEnd,
  ]

  /// Whether the check compares the header with the rows. The header belongs to the document as
  /// written, so what only a `meant` breaks is not reported.
  var isAboutHeader: Bool { rule.name.hasPrefix("header-") }

  /// The rules about the remarks in the file. They run last, since they need all other findings.
  public static let aboutRemarks: [Rule] = [.meantWithoutEffect, .unusedAllow]
}

extension Rule {
  /// A `meant` that repairs nothing.
  public static let meantWithoutEffect = Rule("meant-without-effect")
  /// An `allow` that permits nothing.
  public static let unusedAllow = Rule("unused-allow")
}
