public import Diagnostics
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

  /// - Parameter files: the files of the rules and the flows, for places in messages.
  public init(_ results: [Prover.Result], files: [SourceFile]) {
    self.results = results
    self.files = files
  }

  /// How a result is to be taken.
  public static func standing(of result: Prover.Result) -> Standing {
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

  func count(_ standing: Standing) -> Int {
    results.count { ProofReport.standing(of: $0).name == standing.name }
  }

  /// The findings, as diagnostics with their standing; of a rule that holds there are none.
  public var findings: [(diagnostic: Diagnostic, standing: Standing)] {
    results.flatMap { result -> [(diagnostic: Diagnostic, standing: Standing)] in
      let standing = ProofReport.standing(of: result)
      if !result.diagnostics.isEmpty { return result.diagnostics.map { ($0, standing) } }
      let wrong = result.verdicts.filter { !$0.isGood }
      // The same finding in both readings is reported once.
      let told = wrong.count == 2 && wrong[0].summary == wrong[1].summary ? [wrong[1]] : wrong
      return told.map { verdict in
        let isBoth = told.count < wrong.count
        return (finding(of: result.rule, verdict, standing, isBoth: isBoth), standing)
      }
    }
  }

  private func finding(
    of rule: HouseRule, _ verdict: Verdict, _ standing: Standing, isBoth: Bool
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
    if case .knownSlip = standing { severity = .note }
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
  var isGood: Bool {
    if case .holds = finding { true } else { false }
  }

  /// The finding in a few words, equal for equal findings.
  var summary: String {
    switch finding {
    case .broken(let example): "\(name) \(example.rowNames) \(example.why)"
    case .notProvable(let reason): "\(name) \(reason)"
    case .holds, .neverTriggered: name
    }
  }
}

extension CounterExample {
  /// The rows, as a script names them: `EID8:1, EID8:2`.
  var rowNames: String {
    script.moves.isEmpty ? "no row at all" : script.moves.map(\.text).joined(separator: ", ")
  }
}
