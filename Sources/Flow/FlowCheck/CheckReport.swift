public import Diagnostics
public import FlowModel

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
  ///   - bindings: what every action that has a handler may answer. Nil if the handlers are not
  ///     known; unbound actions are not reported then.
  public init(
    _ catalogue: Catalogue, reading: [Diagnostic] = [], bindings: [String: BoundAction]? = nil
  ) {
    let written = CheckedCatalogue(catalogue, as: .written, bindings: bindings)
    let meant = CheckedCatalogue.meant(catalogue, written: written)
    self.init(
      catalogue, catalogue.flows.indices.map { FlowReport.findings($0, written, meant) }, reading)
  }

  /// The findings of every flow, each in reading order, and those of the loader.
  ///
  /// - Parameter paths: the files of the flows. Nil for all.
  init(
    _ catalogue: Catalogue, _ found: [[Finding]], _ reading: [Diagnostic],
    of paths: Set<String>? = nil
  ) {
    var byPath: [String: (flow: Flow, findings: [Finding])] = [:]
    // Of two flows in one file, the loader's diagnostics are about the first.
    for (flow, found) in zip(catalogue.flows, found) where paths?.contains(flow.path) ?? true {
      let path = flow.path
      if byPath[path]?.findings.append(contentsOf: found) == nil { byPath[path] = (flow, found) }
    }
    var told: [String: [Finding]] = [:]
    for diagnostic in reading {
      told[diagnostic.path, default: []].append(
        Finding(reading: diagnostic, in: byPath[diagnostic.path]?.flow))
    }
    findings = []
    findings.reserveCapacity(found.reduce(0) { $0 + $1.count } + reading.count)
    for path in Set(byPath.keys).union(told.keys).sorted() {
      var found = byPath[path]?.findings ?? []
      if let told = told[path] {
        found = told + found
        found.sortInReadingOrder()
      }
      findings += found
    }
  }

  /// Keeps the findings of some rules.
  public mutating func keep(where isKept: (Rule) -> Bool) {
    findings.removeAll { !isKept($0.diagnostic.rule) }
  }

  /// Gives the open findings of a rule another severity.
  public mutating func set(_ severity: Diagnostic.Severity, for rule: String) {
    for index in findings.indices
    where findings[index].standing == .open && findings[index].diagnostic.rule.name == rule {
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
