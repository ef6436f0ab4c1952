internal import Diagnostics
public import FlowModel

/// Everything that the checks have to say about a catalogue.
public struct CheckReport: Sendable {
  /// In reading order.
  public private(set) var findings: [Finding]

  /// Checks a catalogue as written and as meant.
  ///
  /// What is found as written and gone as meant is a known slip, and so is what is found at a flow,
  /// step or row that says `slip`. What is found only as meant is the fault of a `meant`. The work is
  /// linear in the number of rows.
  ///
  /// - Parameter bindings: the outcomes of every action that has a handler; nil when the handlers
  ///   are not known, and then nothing is said about unbound actions.
  public init(_ catalogue: Catalogue, bindings: [String: Set<String>]? = nil) {
    let written = CheckedCatalogue(catalogue, as: .written, bindings: bindings)
    let meant = CheckedCatalogue(catalogue, as: .meant, bindings: bindings)
    findings = []
    for index in catalogue.flows.indices {
      var flow = FlowReport(index, written, meant)
      flow.compare()
      findings += flow.findings
    }
    let order = findings.map(\.diagnostic).inReadingOrder()
    var places: [Diagnostic: Int] = [:]
    for (place, diagnostic) in order.enumerated() where places[diagnostic] == nil {
      places[diagnostic] = place
    }
    // Looked up once each: a comparison that looks up takes longer than the checks.
    let keys = findings.map { places[$0.diagnostic] ?? 0 }
    findings = findings.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { findings[$0] }
  }

  /// Marks what a baseline names. Every line of it is used once.
  public mutating func apply(baseline: some Sequence<String>) {
    var left: [String: Int] = [:]
    for line in baseline { left[line, default: 0] += 1 }
    for index in findings.indices where findings[index].standing == .open {
      guard let count = left[findings[index].fingerprint], count > 0 else { continue }
      left[findings[index].fingerprint] = count - 1
      findings[index].standing = .inBaseline
    }
  }

  /// The lines of a baseline that holds everything that is open now, sorted.
  public var baseline: [String] {
    findings.filter { $0.standing == .open }.map(\.fingerprint).sorted()
  }
}
