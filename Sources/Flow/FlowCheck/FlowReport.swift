internal import Diagnostics
internal import FlowModel

/// Combines the findings of one flow in both readings.
struct FlowReport {
  private var findings: [Finding] = []
  private let index: Int
  private let readings: (written: CheckedCatalogue, meant: CheckedCatalogue)
  private let flow: Flow
  private let written: Findings
  private let meant: Findings
  private let allowances: [Allowance]
  private var used: Set<Int> = []

  /// The findings of a flow, in reading order.
  static func findings(
    _ index: Int, _ written: CheckedCatalogue, _ meant: CheckedCatalogue
  ) -> [Finding] {
    var report = FlowReport(index, written, meant)
    report.compare()
    return report.findings.inReadingOrder()
  }

  private init(_ index: Int, _ written: CheckedCatalogue, _ meant: CheckedCatalogue) {
    self.index = index
    readings = (written, meant)
    self.written = Findings.of(CheckContext(index, in: written))
    self.meant =
      meant.graph.reading == .meant
      ? Findings.of(CheckContext(index, in: meant)) : self.written
    flow = written.graph.graphs[index].flow
    allowances = flow.allowances
  }

  private mutating func compare() {
    let inMeant = meant.identities
    let inWritten = written.identities
    for entry in written.entries {
      add(entry, isRepaired: !inMeant.contains(entry.identity), prefix: "")
    }
    for entry in meant.entries
    where !inWritten.contains(entry.identity) && !entry.check.isAboutHeader {
      add(entry, isRepaired: false, prefix: "as meant, ")
    }
    let found = Set(written.entries.map(\.check.rule))
    let telling = Check.all.filter { found.contains($0.rule) }
    for row in flow.rows {
      guard let span = row.meantSpan ?? (row.step != row.step(.meant) ? row.span : nil) else {
        continue
      }
      // The loader has found what this `meant` repairs.
      if case .missing = readings.written.graph.graphs[index].successor(of: row) { continue }
      tellIfIdle(.row(row), span, row.reference, telling, inWritten, inMeant)
    }
    for step in flow.steps {
      guard let span = step.meantCallSpan else { continue }
      tellIfIdle(.step(step), span, step.id, telling, inWritten, inMeant)
    }
    findUnusedAllowances()
  }

  private mutating func add(_ entry: Findings.Entry, isRepaired: Bool, prefix: String) {
    let reason = allowance(entry.check.rule.name, at: entry.part)
    let isSlip = isRepaired || entry.part.slip != nil
    let standing: Finding.Standing =
      reason.map { .allowed($0) } ?? (isSlip ? .knownSlip : .open)
    let severity = standing == .knownSlip ? .note : entry.check.severity
    append(
      Diagnostic(
        entry.check.rule, severity, path: flow.path, span: entry.span, prefix + entry.message,
        help: entry.help),
      at: entry.part, key: entry.key, standing)
  }

  private mutating func append(
    _ diagnostic: Diagnostic, at part: FlowPart, key: String, _ standing: Finding.Standing
  ) {
    findings.append(
      Finding(
        diagnostic: diagnostic, standing: standing,
        fingerprint: "\(diagnostic.rule) \(part.qualified)" + (key.isEmpty ? "" : " \(key)"),
        part: part))
  }

  /// The reason why a rule may be broken at a place, from `allow` in the row, its step or the flow.
  private mutating func allowance(_ rule: String, at part: FlowPart) -> String? {
    let around: [FlowPart] =
      switch part {
      case .flow, .section, .step: [part, .flow(flow)]
      case .row(let row) where row.isAnywhere: [part, .flow(flow)]
      case .row(let row): [part, .step(row.step), .flow(flow)]
      }
    let place = allowances.firstIndex { $0.rule == rule && around.contains($0.part) }
    guard let place else { return nil }
    used.insert(place)
    return allowances[place].reason
  }

  // MARK: The file's own remarks

  /// Reports a `meant` that repairs nothing: applying it alone removes no finding, and omitting it
  /// alone adds none.
  ///
  /// - Parameter telling: the checks that find something as written; no others can show what is removed.
  private mutating func tellIfIdle(
    _ part: FlowPart, _ span: Span, _ name: String, _ telling: [Check],
    _ inWritten: Set<Findings.Identity>, _ inMeant: Set<Findings.Identity>
  ) {
    let applied = Findings.of(
      CheckContext(index, in: readings.written, except: part), checks: telling
    ).identities
    guard inWritten.isSubset(of: applied) else { return }
    let reverted = Findings.of(CheckContext(index, in: readings.meant, except: part)).identities
    guard reverted.isSubset(of: inMeant) else { return }
    tell(
      .meantWithoutEffect, at: part, span, key: "",
      "what is meant at `\(name)` repairs nothing that a check finds",
      help: "remove it if the document was corrected; say why with `allow` if it must stay")
  }

  private mutating func findUnusedAllowances() {
    let known = Check.all.map(\.rule.name) + Check.aboutRemarks.map(\.name)
    for (place, allowance) in allowances.enumerated() where !used.contains(place) {
      let rule = allowance.rule
      // `flowrun verify` uses it.
      if rule == Rule.documentDiffers.name { continue }
      let isKnown = known.contains(rule)
      tell(
        .unusedAllow, at: allowance.part, allowance.span, key: rule,
        isKnown ? "`\(rule)` is allowed here and finds nothing" : "there is no rule `\(rule)`",
        help: isKnown
          ? "remove it" : DidYouMean.question(for: rule, in: known) ?? "see docs/rules")
    }
  }

  private mutating func tell(
    _ rule: Rule, at part: FlowPart, _ span: Span, key: String, _ message: String, help: String
  ) {
    let reason = allowance(rule.name, at: part)
    append(
      Diagnostic(rule, .warning, path: flow.path, span: span, message, help: help),
      at: part, key: key, reason.map { .allowed($0) } ?? .open)
  }
}
