package import Diagnostics
package import FlowCheck
internal import FlowEdit
package import FlowFolder

/// Findings with their places, ready to be written in any format.
public struct FindingsReport: Sendable {
  /// Where a finding begins and ends.
  typealias LineRange = (start: SourceFile.Position, end: SourceFile.Position)

  /// How many findings are shown, unless all are asked for.
  public static let usualLimit = 200

  /// The findings, each with its place.
  private(set) var entries: [(finding: Finding, place: LineRange?)] = []
  let flows: Int
  let files: [SourceFile]
  /// The fixes of each finding. Empty where none was looked for.
  private(set) var fixes: [[Fix]]
  /// How many findings were dropped by ``cut(to:)``.
  private(set) var omitted = 0

  /// The findings in a folder.
  ///
  /// - Parameter fixes: the fixes of each finding. Those of files that are no text are left out,
  ///   since nobody could make them from their lines.
  package init(_ found: FolderFindings, fixes: [[Fix]]? = nil) {
    self.init(found.findings, flows: found.flows, files: found.files)
    if let fixes { self.fixes = fixes.map { $0.filter(\.edit.isText) } }
  }

  /// The findings of a proof.
  package init(_ report: ProofReport, flows: Int) {
    self.init(report.findings, flows: flows, files: report.files)
  }

  /// - Parameters:
  ///   - flows: how many flows there are.
  ///   - files: the files in which the findings are. Without its file, a finding has no line.
  package init(_ findings: [Finding], flows: Int, files: [SourceFile]) {
    (self.flows, self.files) = (flows, files)
    fixes = findings.map { _ in [] }
    let sources = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    var positions: [String: [SourceFile.Position]] = [:]
    for (path, group) in Dictionary(grouping: findings, by: \.diagnostic.path) {
      let spans = group.map(\.diagnostic.span)
      positions[path] = sources[path]?.positions(of: spans.flatMap { [$0.start, $0.end] })
    }
    var used: [String: Int] = [:]
    for finding in findings {
      let path = finding.diagnostic.path
      let at = used[path, default: 0]
      used[path] = at + 2
      entries.append((finding, positions[path].map { ($0[at], $0[at + 1]) }))
    }
  }

  /// Some of the findings.
  init(_ report: FindingsReport, only places: [Int]) {
    self = report
    entries = places.map { report.entries[$0] }
    fixes = places.map { report.fixes[$0] }
  }

  /// The most severe findings, in reading order.
  ///
  /// - Parameters:
  ///   - limit: how many at most. Those that the format does not show are not counted.
  ///   - isShown: whether the format shows a finding.
  func cut(to limit: Int, where isShown: (Finding) -> Bool) -> FindingsReport {
    let printed = entries.indices.filter { isShown(entries[$0].finding) }
    guard printed.count > limit else { return self }
    func weight(_ finding: Finding) -> Int {
      finding.standing == .open ? finding.diagnostic.severity.rawValue + 1 : 0
    }
    let kept = printed.sorted { (a: Int, b: Int) in
      let (first, second) = (weight(entries[a].finding), weight(entries[b].finding))
      return first != second ? first > second : a < b
    }
    var cut = FindingsReport(self, only: kept.prefix(limit).sorted())
    cut.omitted = printed.count - limit
    return cut
  }

  static func more(_ number: Int) -> String {
    "\(number) more finding\(number == 1 ? " is" : "s are") not shown; `--all` shows them\n"
  }
}

extension Finding {
  /// Whether people are shown it.
  var isShown: Bool {
    switch standing {
    case .open, .knownSlip: true
    case .allowed, .inBaseline: false
    }
  }

  /// The diagnostic in the words in which it is shown.
  package var shown: Diagnostic {
    var shown = diagnostic
    if standing == .knownSlip { shown.message = "known slip: \(shown.message)" }
    return shown
  }
}

extension Finding.Standing {
  /// A name, as in JSON.
  var name: String {
    switch self {
    case .open: "open"
    case .knownSlip: "known slip"
    case .allowed: "allowed"
    case .inBaseline: "in baseline"
    }
  }
}
