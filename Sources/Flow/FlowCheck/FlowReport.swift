internal import Diagnostics
internal import FlowModel

/// The findings of one flow in both readings, brought together.
struct FlowReport {
  private(set) var findings: [Finding] = []
  private let index: Int
  private let worlds: (written: World, meant: World)
  private let written: Findings
  private let meant: Findings
  private var allowances: [AllowanceRecord]
  private var used: Set<Int> = []
  private var tables: FlowTables { worlds.written.graphs[index].tables }

  init(_ index: Int, _ written: World, _ meant: World) {
    self.index = index
    worlds = (written, meant)
    self.written = Findings.of(CheckContext(index, in: written))
    self.meant = Findings.of(CheckContext(index, in: meant))
    allowances = written.graphs[index].tables.allowances
  }

  mutating func compare() {
    let inMeant = meant.identities
    let inWritten = written.identities
    for entry in written.entries {
      add(entry, isRepaired: !inMeant.contains(entry.identity), prefix: "")
    }
    for entry in meant.entries
    where !inWritten.contains(entry.identity) && !entry.check.isAboutHeader {
      add(entry, isRepaired: false, prefix: "as meant, ")
    }
    findIdleRemarks(inWritten, inMeant)
    findUnusedAllowances()
  }

  private mutating func add(_ entry: Findings.Entry, isRepaired: Bool, prefix: String) {
    let standing = standing(of: entry, isRepaired: isRepaired)
    let severity = standing == .knownSlip ? .note : entry.check.severity
    let place = name(entry.place)
    findings.append(
      Finding(
        diagnostic: Diagnostic(
          entry.check.rule, severity, path: tables.path, span: entry.span,
          prefix + entry.message, help: entry.help),
        standing: standing,
        fingerprint: "\(entry.check.rule) \(place)" + (entry.key.isEmpty ? "" : " \(entry.key)")))
  }

  private mutating func standing(
    of entry: Findings.Entry, isRepaired: Bool
  ) -> Finding.Standing {
    if let reason = allowance(entry.check.rule.name, at: entry.place) { return .allowed(reason) }
    if isRepaired { return .knownSlip }
    let slip: PooledText
    switch entry.place {
    case .flow: slip = tables.header.slip
    case .section: slip = .none
    case .step(let step): slip = tables.rareFields(ofStep: step).slip
    case .row(let row): slip = tables.rareFields(ofRow: row).slip
    }
    return slip.isPresent ? .knownSlip : .open
  }

  /// The reason why a rule may be broken at a place: by what it says itself, its step, its flow.
  private mutating func allowance(_ rule: String, at place: Place) -> String? {
    let step: Int32? =
      switch place {
      case .flow, .section: nil
      case .step(let step): Int32(step)
      case .row(let row): tables.rows[row].step
      }
    for (number, allowance) in allowances.enumerated() {
      guard tables.string(allowance.rule) == rule else { continue }
      let covers =
        switch allowance.owner {
        case .flow: true
        case .step(let owner): owner == step
        case .row(let owner): place == .row(Int(owner))
        }
      guard covers else { continue }
      used.insert(number)
      return tables.string(allowance.reason)
    }
    return nil
  }

  // MARK: The file's own remarks

  /// A `meant` that repairs nothing: applying it alone takes no finding away, and leaving it alone
  /// out brings none back.
  private mutating func findIdleRemarks(
    _ inWritten: Set<Findings.Identity>, _ inMeant: Set<Findings.Identity>
  ) {
    for (row, record) in tables.rows.enumerated() {
      let rare = tables.rareFields(of: record)
      let isRemark =
        rare.meant != nil || rare.meantID.isPresent || record.meantStep != record.step
      guard isRemark else { continue }
      let span = rare.meant?.span ?? rare.meantID.span
      let name = Row(tables: tables, index: row).reference
      tellIfIdle(
        .row(row), at: .row(row), span: span == .top ? record.span : span, name, inWritten, inMeant)
    }
    for (step, record) in tables.steps.enumerated() {
      let meantCall = tables.rareFields(of: record).meantCall
      guard meantCall.isPresent else { continue }
      tellIfIdle(
        .step(step), at: .step(step), span: meantCall.span, tables.string(record.id),
        inWritten, inMeant)
    }
  }

  private mutating func tellIfIdle(
    _ flip: FlowGraph.Flip, at place: Place, span: Span, _ name: String,
    _ inWritten: Set<Findings.Identity>, _ inMeant: Set<Findings.Identity>
  ) {
    let applied = Findings.of(CheckContext(index, in: worlds.written, flip: flip)).identities
    guard inWritten.isSubset(of: applied) else { return }
    let reverted = Findings.of(CheckContext(index, in: worlds.meant, flip: flip)).identities
    guard reverted.isSubset(of: inMeant) else { return }
    tell(
      .meantWithoutEffect, at: place, span: span, key: "",
      "what is meant at `\(name)` repairs nothing that a check finds",
      help: "remove it if the document was corrected; say why with `allow` if it must stay")
  }

  private mutating func findUnusedAllowances() {
    let known = Check.all.map(\.rule.name) + Check.aboutRemarks.map(\.name)
    for (number, allowance) in allowances.enumerated() where !used.contains(number) {
      let rule = tables.string(allowance.rule)
      let place: Place =
        switch allowance.owner {
        case .flow: .flow
        case .step(let step): .step(Int(step))
        case .row(let row): .row(Int(row))
        }
      let isKnown = known.contains(rule)
      tell(
        .unusedAllow, at: place, span: allowance.rule.span, key: rule,
        isKnown ? "`\(rule)` is allowed here and finds nothing" : "there is no rule `\(rule)`",
        help: isKnown
          ? "remove it" : DidYouMean.question(for: rule, in: known) ?? "see docs/rules")
    }
  }

  private mutating func tell(
    _ rule: Rule, at place: Place, span: Span, key: String, _ message: String, help: String
  ) {
    let reason = allowance(rule.name, at: place)
    findings.append(
      Finding(
        diagnostic: Diagnostic(
          rule, .warning, path: tables.path, span: span, message, help: help),
        standing: reason.map { .allowed($0) } ?? .open,
        fingerprint: "\(rule) \(name(place))" + (key.isEmpty ? "" : " \(key)")))
  }

  private func name(_ place: Place) -> String {
    let id = tables.string(tables.header.id)
    switch place {
    case .flow: return id
    case .section(let section): return "\(id):\(tables.string(tables.sections[section].id))"
    case .step(let step): return "\(id):\(tables.string(tables.steps[step].id))"
    case .row(let row): return "\(id):\(Row(tables: tables, index: row).reference)"
    }
  }
}
