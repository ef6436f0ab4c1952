internal import Diagnostics
internal import FlowModel

/// The `meant` of a flow that repair nothing: applying one alone removes no finding, and omitting
/// it alone adds none.
struct IdleRemarks {
  typealias Remark = (part: FlowPart, span: Span, name: String)

  /// The most steps of flows that are read otherwise. Each costs a part of a check.
  private static let mostVisits = 1_000_000

  private(set) var remarks: [Remark] = []
  private let written: CheckContext
  private let meant: CheckContext
  /// What each check finds, by its index.
  private let inWritten: [Int: [Findings.Identity]]
  private let inMeant: Set<Findings.Identity>
  private let isSimple: Bool
  /// The steps at which runs come to the flow from others.
  private let arrivals: (written: [Step], meant: [Step])

  /// - Parameter isSimple: whether the flow has the same rows in both readings.
  init(
    _ written: CheckContext, _ meant: CheckContext, _ inWritten: [Findings.Entry],
    _ inMeant: Set<Findings.Identity>, isSimple: Bool
  ) {
    (self.written, self.meant, self.inMeant) = (written, meant, inMeant)
    self.inWritten = Dictionary(grouping: inWritten.map(\.identity), by: \.check)
    self.isSimple = isSimple
    let flow = written.flow
    arrivals = (
      written.catalogue.arrivalSteps(at: flow), meant.catalogue.arrivalSteps(at: flow)
    )
    let all = IdleRemarks.all(in: written)
    var budget = SearchBudget(written, visits: IdleRemarks.mostVisits)
    for remark in all {
      guard budget.allowsSearch() else { return }
      if isIdle(remark.part) { remarks.append(remark) }
    }
  }

  /// All remarks of a flow other than those of which the loader has found what they repair.
  private static func all(in written: CheckContext) -> [Remark] {
    let flow = written.flow
    var all: [Remark] = []
    for row in flow.rows {
      guard let span = row.meantSpan ?? (row.step != row.step(.meant) ? row.span : nil) else {
        continue
      }
      if case .missing = written.graph.way(of: row) { continue }
      all.append((.row(row), span, row.reference))
    }
    for step in flow.steps {
      if let span = step.meantCallSpan { all.append((.step(step), span, step.id)) }
    }
    return all
  }

  private func isIdle(_ part: FlowPart) -> Bool {
    // Only checks that find something as written can show what is removed.
    let applied = CheckContext(
      written, except: part, arrivals: arrivals.written, isSimple: isSimple)
    for (check, known) in inWritten {
      let found = Findings.of(applied, checks: [check]) { _ in true }.identities
      guard known.allSatisfy(found.contains) else { return false }
    }
    let reverted = CheckContext(meant, except: part, arrivals: arrivals.meant, isSimple: isSimple)
    return Check.all.indices.allSatisfy { check in
      Findings.of(reverted, checks: [check]) { _ in true }.identities.isSubset(of: inMeant)
    }
  }
}
