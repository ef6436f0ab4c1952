public import Diagnostics
internal import Dispatch
public import FlowModel
internal import Synchronization

/// All findings of the checks in a catalogue.
public struct CheckReport: Sendable {
  /// The findings, in reading order.
  public private(set) var findings: [Finding]

  /// Checks a catalogue as written and as meant.
  ///
  /// A finding that exists as written but not as meant is a known slip. So is a finding at a flow,
  /// step or row that says `slip`. A finding that exists only as meant is the fault of a `meant`.
  /// The work is linear in the number of rows.
  ///
  /// - Parameters:
  ///   - reading: what the loader reported about the files. Each becomes a finding.
  ///   - guesses: what was assumed about the documents of flows, by the ids of the flows.
  ///   - bindings: what every action that has a handler may answer. Nil if the handlers are not
  ///     known; unbound actions are not reported then.
  ///   - paths: files of which only `reading` is reported: the catalogue has another version of
  ///     their flows.
  ///   - isWhole: whether the catalogue has all flows with all their rows. Otherwise nothing is
  ///     said of what no row does.
  public init(
    _ catalogue: Catalogue, reading: [Diagnostic] = [], guesses: [String: [Diagnostic]] = [:],
    bindings: [String: BoundAction]? = nil, besides paths: Set<String> = [], isWhole: Bool = true
  ) {
    let written = CheckedCatalogue(catalogue, as: .written, bindings: bindings)
    let meant = CheckedCatalogue.meant(catalogue, written: written)
    var places: [String: [Int]] = [:]
    for (place, flow) in catalogue.flows.enumerated() {
      places[flow.path, default: []].append(place)
    }
    // Of two flows in one file, the loader's diagnostics are about the first.
    let told = Dictionary(grouping: reading, by: \.path).reduce(into: [String: [Finding]]()) {
      let flow =
        paths.contains($1.key)
        ? nil : places[$1.key]?.first.map { ReadingPlaces(catalogue.flows[$0]) }
      $0[$1.key] = $1.value.map { Finding(reading: $0, in: flow) }
    }
    let found = CheckReport.findings(of: written, meant, guesses)
    findings = []
    for path in Set(places.keys).union(told.keys).sorted() {
      let here = paths.contains(path) ? [] : places[path] ?? []
      guard let told = told[path] else {
        for place in here { findings += found[place] }
        continue
      }
      var both = told + here.flatMap { found[$0] }
      both.sortInReadingOrder()
      findings += both
    }
    let isBroken = told.values.joined().contains {
      $0.standing == .open && $0.diagnostic.severity == .error
    }
    // Runs may come elsewhere when a mistake is mended.
    if isBroken { findings.removeAll { Check.aboutRemarks.contains($0.diagnostic.rule) } }
    if !isWhole { findings.removeAll { Check.ofAllRows.contains($0.diagnostic.rule) } }
  }

  /// The findings of each flow, of many flows at once on several threads: what is known of all of
  /// them is there.
  private static func findings(
    of written: CheckedCatalogue, _ meant: CheckedCatalogue, _ guesses: [String: [Diagnostic]]
  ) -> [[Finding]] {
    let flows = written.graph.catalogue.flows.indices
    guard flows.count >= 64 else {
      return flows.map { FlowReport.findings($0, written, meant, guesses) }
    }
    let workers = 8
    let done = Mutex<[[[Finding]]]>(Array(repeating: [], count: workers))
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      let own = stride(from: worker, to: flows.count, by: workers)
      let found = own.map { FlowReport.findings($0, written, meant, guesses) }
      done.withLock { $0[worker] = found }
    }
    return done.withLock { all in flows.map { all[$0 % workers][$0 / workers] } }
  }

  /// Whether the check finds something that is not in a report of the same flows before a change.
  ///
  /// - Parameter place: the flow that has changed. It is checked first, since most of what is new
  ///   is in it.
  package func isExceeded(by catalogue: Catalogue, changedAt place: Int) -> Bool {
    let known = Set(findings.compactMap(\.identity))
    let written = CheckedCatalogue(catalogue, as: .written, bindings: nil)
    let meant = CheckedCatalogue.meant(catalogue, written: written)
    let others = catalogue.flows.indices.filter { $0 != place }
    return ([place] + others).contains { place in
      FlowReport.findings(place, written, meant).contains {
        $0.identity.map { !known.contains($0) } ?? false
      }
    }
  }

  /// Adds findings of something else than a check, after all others.
  package mutating func add(_ findings: [Finding]) { self.findings += findings }

  /// Keeps the findings of some rules.
  public mutating func keep(where isKept: (Rule) -> Bool) {
    findings.removeAll { !isKept($0.diagnostic.rule) }
  }

  /// Gives the open findings of a rule another severity. One that may well be meant so stays a
  /// note.
  public mutating func set(_ severity: Diagnostic.Severity, for rule: String) {
    for index in findings.indices
    where findings[index].standing == .open && !findings[index].isUnsure
      && findings[index].diagnostic.rule.name == rule
    {
      findings[index].diagnostic.severity = severity
    }
  }

  /// Marks the findings that a baseline lists. Each of its lines is used once.
  public mutating func apply(baseline: some Sequence<String>) {
    var left: [String: Int] = [:]
    for line in baseline { left[line, default: 0] += 1 }
    for index in findings.indices where findings[index].standing == .open {
      guard let count = left[findings[index].fingerprint], count > 0 else { continue }
      left[findings[index].fingerprint] = count - 1
      findings[index].standing = .inBaseline
    }
  }

  /// A baseline of all open findings: one line per finding, sorted.
  public var baseline: [String] {
    findings.filter { $0.standing == .open }.map(\.fingerprint).sorted()
  }
}

extension Finding {
  /// What tells it from other findings. Nil if the report does not show it.
  fileprivate var identity: String? {
    switch standing {
    case .open, .knownSlip: "\(standing) \(fingerprint)"
    case .allowed, .inBaseline: nil
    }
  }
}
