public import Diagnostics
package import FlowCheck
internal import FlowModel
public import FlowProof

/// The results of some rules, for people and for programs.
public struct ProofReport: Sendable {
  /// How what was found of a rule is to be taken.
  public enum Standing: Sendable {
    /// It holds in both readings.
    case good
    /// Something is wrong as written, and nothing as meant.
    case knownSlip
    /// The rule says why it may be broken.
    case allowed(String)
    /// Something is wrong.
    case open
    /// The rule speaks of something that no flow has.
    case unreadable
  }

  /// The results, in the order of the rules.
  public let results: [Prover.Result]
  /// The files of the rules and the flows.
  public let files: [SourceFile]

  /// Why rules that do not hold need not, by their paths and names: the team's settings say so.
  private var excuses: [String: String] = [:]

  /// - Parameter files: the files of the rules and the flows, for places in messages.
  public init(_ results: [Prover.Result], files: [SourceFile]) {
    self.results = results
    self.files = files
  }

  /// Excuses a rule, for this reason.
  mutating func excuse(_ rule: HouseRule, _ reason: String) {
    excuses["\(rule.path) \(rule.name.text)"] = reason
  }

  /// How a result is to be taken.
  public func standing(of result: Prover.Result) -> Standing {
    if let reason = excuses["\(result.rule.path) \(result.rule.name.text)"] {
      return .allowed(reason)
    }
    return ProofReport.ownStanding(of: result)
  }

  /// How a result is to be taken, apart from the settings.
  private static func ownStanding(of result: Prover.Result) -> Standing {
    guard result.diagnostics.isEmpty else { return .unreadable }
    let wrong = result.verdicts.filter { !$0.isGood }
    if wrong.isEmpty { return .good }
    if let reason = result.rule.allowance { return .allowed(reason) }
    return wrong.contains { $0.reading == .meant } ? .open : .knownSlip
  }

  /// Whether a rule is broken, cannot be decided or is never triggered, and nothing excuses it.
  public var fails: Bool { count(.open) > 0 || isUnreadable }

  /// Whether a rule speaks of something that no flow has.
  public var isUnreadable: Bool { count(.unreadable) > 0 }

  package func count(_ standing: Standing) -> Int {
    results.count { self.standing(of: $0).name == standing.name }
  }

  /// The findings; what an excuse permits is allowed.
  package var findings: [Finding] {
    results.flatMap { result -> [Finding] in
      let found = ProofReport.findings(of: result)
      guard let reason = excuses["\(result.rule.path) \(result.rule.name.text)"] else {
        return found
      }
      return found.map {
        Finding(
          $0.diagnostic, $0.standing == .open ? .allowed(reason) : $0.standing, line: $0.fingerprint
        )
      }
    }
  }

  /// What is found of a rule; of one that holds there is nothing.
  package static func findings(of result: Prover.Result) -> [Finding] {
    let name = result.rule.name.text
    let standing: Finding.Standing =
      switch ownStanding(of: result) {
      case .good, .open, .unreadable: .open
      case .allowed(let reason): .allowed(reason)
      case .knownSlip: .knownSlip
      }
    guard result.diagnostics.isEmpty else {
      return result.diagnostics.map {
        Finding($0, standing, line: "\($0.rule) \(name): \($0.message)")
      }
    }
    let wrong = result.verdicts.filter { !$0.isGood }
    // The same finding in both readings is reported once.
    let isSame = wrong.count == 2 && wrong[0].summary == wrong[1].summary
    return (isSame ? [wrong[1]] : wrong).map { verdict in
      let found = finding(of: result.rule, verdict, standing, isBoth: isSame)
      return Finding(
        found, standing,
        line: "\(found.rule) \(name)" + (isSame ? "" : " as \(verdict.reading.rawValue)"))
    }
  }

  private static func finding(
    of rule: HouseRule, _ verdict: Verdict, _ standing: Finding.Standing, isBoth: Bool
  ) -> Diagnostic {
    let reading = isBoth ? "" : "as \(verdict.reading.rawValue), "
    let (kind, words, help): (Rule, String, String) =
      switch verdict.finding {
      case .broken(let example):
        (
          .brokenSentence, "`\(rule.name.text)` does not hold: \(example.why)",
          "the run is \(example.rowNames); `flowrun prove \(rule.name.text)` shows it"
        )
      case .neverTriggered:
        (
          .neverTriggered, "no run comes to what `\(rule.name.text)` is about",
          "look at `start` and at what the rule names"
        )
      case .notProvable(let reason):
        (
          .notProvable, "`\(rule.name.text)` cannot be decided: \(reason)",
          "see docs/house-rules.md"
        )
      case .holds: (.brokenSentence, "`\(rule.name.text)` holds", "")
      }
    var severity = Diagnostic.Severity.error
    if case .neverTriggered = verdict.finding { severity = .warning }
    if standing == .knownSlip { severity = .note }
    return Diagnostic(
      kind, severity, path: rule.path, span: rule.name.span, reading + words, help: help)
  }
}

extension ProofReport.Standing {
  /// A name, as in JSON.
  public var name: String {
    switch self {
    case .good: "good"
    case .knownSlip: "known slip"
    case .allowed: "allowed"
    case .open: "open"
    case .unreadable: "unreadable"
    }
  }
}

extension Verdict {
  /// Whether there is nothing to report.
  package var isGood: Bool {
    if case .holds = finding { true } else { false }
  }

  /// The finding in a few words, equal for equal findings.
  package var summary: String {
    switch finding {
    case .broken(let example): "\(name) \(example.rowNames) \(example.why)"
    case .notProvable(let reason): "\(name) \(reason)"
    case .holds, .neverTriggered: name
    }
  }
}

extension CounterExample {
  /// The rows, as a script names them: `EID8:1, EID8:2`.
  package var rowNames: String {
    script.moves.isEmpty ? "no row at all" : script.moves.map(\.text).joined(separator: ", ")
  }
}
