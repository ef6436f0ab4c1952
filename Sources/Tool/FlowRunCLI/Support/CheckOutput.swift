internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowReports
internal import JSON

/// Findings with their places, ready to be printed in any format.
struct CheckOutput {
  /// A finding, or something that kept the files from being read.
  struct Entry {
    var diagnostic: Diagnostic
    let standing: Finding.Standing
    let fingerprint: String

    init(_ finding: Finding) {
      diagnostic = finding.diagnostic
      standing = finding.standing
      fingerprint = finding.fingerprint
      if standing == .knownSlip { diagnostic.message = "known slip: \(diagnostic.message)" }
    }

    /// Whether the text output shows it.
    var isShown: Bool { standing == .open || standing == .knownSlip }
  }

  /// Where a finding begins and ends.
  typealias LineRange = (start: SourceFile.Position, end: SourceFile.Position)

  /// How many findings are printed, unless all are asked for.
  static let usualLimit = 200

  private let flows: Int
  private(set) var entries: [(entry: Entry, place: LineRange?)] = []
  private var files: [SourceFile] = []

  init(flows: Int) {
    self.flows = flows
  }

  /// The findings of a proof.
  init(_ report: ProofReport, flows: Int) {
    self.init(flows: flows)
    add(report.findings.map { Entry($0.diagnostic, $0.standing) }, from: report.files)
  }

  /// Some of the findings.
  init(_ output: CheckOutput, only places: [Int]) {
    self = output
    entries = places.map { output.entries[$0] }
  }

  mutating func add(_ added: [Entry], from files: [SourceFile]) {
    self.files = files
    let sources = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    var positions: [String: [SourceFile.Position]] = [:]
    for (path, group) in Dictionary(grouping: added, by: \.diagnostic.path) {
      let spans = group.map(\.diagnostic.span)
      positions[path] = sources[path]?.positions(of: spans.flatMap { [$0.start, $0.end] })
    }
    var used: [String: Int] = [:]
    for entry in added {
      let path = entry.diagnostic.path
      let at = used[path, default: 0]
      used[path] = at + 2
      entries.append((entry, positions[path].map { ($0[at], $0[at + 1]) }))
    }
  }

  /// Prints the findings.
  ///
  /// - Parameter limit: how many at most: the most severe ones, in reading order. The last lines,
  ///   and the exit status, are about all of them.
  func show(as format: CheckFormat, limit: Int = .max, on console: Console) {
    var cut = self
    let omitted = cut.keep(atMost: limit) { format == .json || format == .sarif || $0.isShown }
    switch format {
    case .text:
      cut.showEntries(on: console)
      console.out((omitted > 0 ? CheckOutput.more(omitted) : "") + counts + summary)
    case .json: console.out(cut.json(omitted: omitted))
    case .sarif: console.out(cut.sarif(omitted: omitted))
    case .github:
      let more = "::notice title=flowrun::\(CheckOutput.more(omitted))"
      console.out(cut.github + (omitted > 0 ? more : ""))
    }
  }

  /// Prints the findings with their lines.
  func showEntries(on console: Console) {
    console.show(
      entries.filter(\.entry.isShown).map(\.entry.diagnostic), in: files, to: .standardOutput)
  }

  static func more(_ number: Int) -> String {
    "\(number) more finding\(number == 1 ? " is" : "s are") not shown; `--all` shows them\n"
  }

  /// Drops all entries but the most severe ones.
  ///
  /// - Parameter counts: which entries are printed.
  /// - Returns: how many of these were dropped.
  mutating func keep(atMost limit: Int, where counts: (Entry) -> Bool) -> Int {
    let printed = entries.indices.filter { counts(entries[$0].entry) }
    guard printed.count > limit else { return 0 }
    func weight(_ entry: Entry) -> Int {
      entry.standing == .open ? entry.diagnostic.severity.rawValue + 1 : 0
    }
    let kept = printed.sorted { (a: Int, b: Int) in
      let (first, second) = (weight(entries[a].entry), weight(entries[b].entry))
      return first != second ? first > second : a < b
    }
    entries = kept.prefix(limit).sorted().map { entries[$0] }
    return printed.count - limit
  }

  /// One line with the number of findings of every rule, the most frequent first. Empty for a
  /// single finding.
  private var counts: String {
    let shown = entries.filter(\.entry.isShown).map(\.entry.diagnostic.rule.name)
    guard shown.count > 1 else { return "" }
    let counts = Dictionary(grouping: shown, by: \.self).mapValues(\.count)
    let sorted = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    return sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ") + "\n"
  }

  /// One line with the numbers of flows and findings.
  var summary: String {
    func count(_ holds: (Entry) -> Bool) -> Int { entries.count { holds($0.entry) } }
    func some(_ number: Int, _ one: String) -> String {
      "\(number) \(one)\(number == 1 ? "" : "s")"
    }
    var parts = [
      some(count { $0.standing == .open && $0.diagnostic.severity == .error }, "error"),
      some(count { $0.standing == .open && $0.diagnostic.severity == .warning }, "warning"),
      some(count { $0.standing == .knownSlip }, "known slip"),
    ]
    let allowed = count { if case .allowed = $0.standing { true } else { false } }
    if allowed > 0 { parts.append("\(allowed) allowed") }
    let old = count { $0.standing == .inBaseline }
    if old > 0 { parts.append("\(old) in the baseline") }
    return "\(some(flows, "flow")): \(parts.joined(separator: ", "))\n"
  }

  private func json(omitted: Int) -> String {
    let findings = entries.map { entry, place in
      var reason: String?
      if case .allowed(let words) = entry.standing { reason = words }
      let diagnostic = entry.diagnostic
      return JSONValue.object([
        "rule": .string(diagnostic.rule.name), "severity": .string(diagnostic.severity.name),
        "standing": .string(entry.standing.name), "reason": reason.map { .string($0) },
        "file": .string(diagnostic.path), "line": place.map { .integer($0.start.line) },
        "column": place.map { .integer($0.start.column) },
        "endLine": place.map { .integer($0.end.line) },
        "endColumn": place.map { .integer($0.end.column) },
        "message": .string(diagnostic.message), "help": diagnostic.help.map { .string($0) },
        "fingerprint": .string(entry.fingerprint),
      ])
    }
    let output = JSONValue.object([
      "flows": .integer(flows), "findings": .array(findings),
      "omitted": omitted > 0 ? .integer(omitted) : nil,
    ])
    return output.text + "\n"
  }
}

extension CheckOutput.Entry {
  init(_ diagnostic: Diagnostic, _ standing: ProofReport.Standing) {
    self.diagnostic = diagnostic
    // There is one finding of a rule per reading.
    fingerprint = "\(diagnostic.rule) \(diagnostic.path) \(diagnostic.message)"
    switch standing {
    case .good, .open, .unreadable: self.standing = .open
    case .allowed(let reason): self.standing = .allowed(reason)
    case .knownSlip:
      self.standing = .knownSlip
      self.diagnostic.message = "known slip: \(diagnostic.message)"
    }
  }
}

extension Finding.Standing {
  var name: String {
    switch self {
    case .open: "open"
    case .knownSlip: "known slip"
    case .allowed: "allowed"
    case .inBaseline: "in baseline"
    }
  }
}
