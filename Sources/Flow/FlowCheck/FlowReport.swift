internal import Diagnostics
internal import FlowModel

/// Combines the findings of one flow in both readings.
struct FlowReport {
  private var findings: [Finding] = []
  private let written: CheckContext
  private let flow: Flow
  private let allowances: [Allowance]
  /// The first allowance of a rule at a part.
  private var allowed: [AllowedPlace: Int] = [:]
  private var used: Set<Int> = []

  private struct AllowedPlace: Hashable {
    let rule: String
    let part: FlowPart
  }

  /// The findings of a flow, in reading order.
  ///
  /// - Parameter guesses: what was assumed about the documents of flows, by their ids.
  static func findings(
    _ index: Int, _ written: CheckedCatalogue, _ meant: CheckedCatalogue,
    _ guesses: [String: [Diagnostic]] = [:]
  ) -> [Finding] {
    var report = FlowReport(CheckContext(index, in: written))
    report.add(guesses[report.flow.id] ?? [])
    report.compare(with: meant)
    report.findings.sortInReadingOrder()
    return report.findings
  }

  private init(_ written: CheckContext) {
    self.written = written
    flow = written.flow
    allowances = flow.allowances
    for (place, allowance) in allowances.enumerated() {
      let key = AllowedPlace(rule: allowance.rule, part: allowance.part)
      if allowed[key] == nil { allowed[key] = place }
    }
  }

  private mutating func compare(with catalogue: CheckedCatalogue) {
    let found = Findings.of(written)
    if catalogue.graph.reading == .written {
      for entry in found.entries { add(entry, only: nil) }
    } else {
      let meant = CheckContext(written.place, in: catalogue)
      compare(found, with: meant)
    }
    findUnusedAllowances()
  }

  private mutating func compare(_ found: Findings, with meant: CheckContext) {
    let isSimple = flow.hasSameRows
    let inWritten = Set(found.entries.lazy.map(\.identity))
    let asMeant = Findings.of(meant) { inWritten.contains($0) }
    let inMeant = asMeant.identities.union(asMeant.entries.lazy.map(\.identity))
    for entry in found.entries {
      add(entry, only: inMeant.contains(entry.identity) ? nil : .written)
    }
    for entry in asMeant.entries where !Check.all[entry.check].isAboutHeader {
      add(entry, only: .meant)
    }
    for idle in IdleRemarks(written, meant, found.entries, inMeant, isSimple: isSimple).remarks {
      tell(
        .meantWithoutEffect, at: idle.part, idle.span, key: "",
        "what is meant at `\(idle.name)` repairs nothing that a check finds",
        help: "remove it if the document was corrected; say why with `allow` if it must stay")
    }
  }

  /// - Parameter reading: the only reading in which it is found. Nil for both.
  private mutating func add(_ entry: Findings.Entry, only reading: Reading?) {
    let check = Check.all[entry.check]
    let reason = allowance(check.rule.name, at: entry.part)
    let isSlip = reading == .written || entry.part.slip != nil
    let standing: Finding.Standing =
      reason.map { .allowed($0) } ?? (isSlip ? .knownSlip : .open)
    let isNote = standing == .knownSlip || entry.isUnsure
    append(
      Diagnostic(
        check.rule, isNote ? .note : check.severity, path: flow.path, span: entry.span,
        reading == .meant ? "as meant, " + entry.message : entry.message, help: entry.help),
      at: entry.part, key: entry.key, standing, only: reading, isUnsure: entry.isUnsure)
  }

  private mutating func append(
    _ diagnostic: Diagnostic, at part: FlowPart, key: String, _ standing: Finding.Standing,
    only reading: Reading? = nil, isUnsure: Bool = false
  ) {
    var finding = Finding(
      diagnostic: diagnostic, standing: standing, part: part, key: key, reading: reading)
    finding.isUnsure = isUnsure
    findings.append(finding)
  }

  /// The reason why a rule may be broken at a place, from `allow` in the row, its step or the flow.
  private mutating func allowance(_ rule: String, at part: FlowPart) -> String? {
    guard !allowances.isEmpty else { return nil }
    let around: [FlowPart] =
      switch part {
      case .flow, .section, .step: [part, .flow(flow)]
      case .row(let row) where row.isAnywhere: [part, .flow(flow)]
      case .row(let row): [part, .step(row.step), .flow(flow)]
      }
    let places = around.compactMap { allowed[AllowedPlace(rule: rule, part: $0)] }
    guard let place = places.min() else { return nil }
    used.insert(place)
    return allowances[place].reason
  }

  /// Adds what was assumed about the document of the flow, each at the part that was read there.
  private mutating func add(_ guesses: [Diagnostic]) {
    guard !guesses.isEmpty else { return }
    let places = PartPlaces(flow)
    for guess in guesses where guess.path == flow.path {
      let part = places.part(at: guess.span)
      let reason = allowance(guess.rule.name, at: part)
      append(guess, at: part, key: "", reason.map { .allowed($0) } ?? .open)
    }
  }

  // MARK: The file's own remarks

  private mutating func findUnusedAllowances() {
    guard used.count < allowances.count else { return }
    let others = Check.aboutRemarks + [.documentAssumed]
    let known = Check.all.map(\.rule.name) + others.map(\.name)
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
