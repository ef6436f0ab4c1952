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
    self.init(catalogue, reading) { FlowReport.findings($0, written, meant) }
  }

  /// The findings of the flows and those of the loader.
  ///
  /// - Parameters:
  ///   - paths: the files of the flows. Nil for all.
  ///   - findings: the findings of the flow at a place, in reading order. Called once for each.
  init(
    _ catalogue: Catalogue, _ reading: [Diagnostic], of paths: Set<String>? = nil,
    findings ofFlow: (Int) -> [Finding]
  ) {
    var places: [String: [Int]] = [:]
    for (place, flow) in catalogue.flows.enumerated() where paths?.contains(flow.path) ?? true {
      places[flow.path, default: []].append(place)
    }
    // Of two flows in one file, the loader's diagnostics are about the first.
    let told = Dictionary(grouping: reading, by: \.path).reduce(into: [String: [Finding]]()) {
      let flow = places[$1.key]?.first.map { ReadingPlaces(catalogue.flows[$0]) }
      $0[$1.key] = $1.value.map { Finding(reading: $0, in: flow) }
    }
    findings = []
    for path in Set(places.keys).union(told.keys).sorted() {
      let here = places[path] ?? []
      guard let told = told[path] else {
        for place in here { findings += ofFlow(place) }
        continue
      }
      var found = told + here.flatMap(ofFlow)
      found.sortInReadingOrder()
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
