internal import Diagnostics
internal import FlowCheck

/// The lines of a baseline, and the files that have findings on them.
struct KnownLines: Sendable {
  /// How often each line is in the baseline.
  private let counts: [String: Int]
  /// The lines on which each file has findings.
  private var lines: [String: Set<String>] = [:]
  /// How many files have findings on each line.
  private var holders: [String: Int] = [:]

  init(_ baseline: [String]) {
    counts = Dictionary(baseline.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The files that have findings on some line.
  var files: some Sequence<String> { lines.keys }

  /// Marks the findings that the baseline lists.
  ///
  /// - Parameters:
  ///   - report: the findings of some files.
  ///   - files: these files.
  /// - Returns: false if other files have findings on the same lines. Each line is used once, so all have to be
  ///   marked together.
  mutating func apply(to report: inout CheckReport, of files: Set<String>) -> Bool {
    guard !counts.isEmpty else { return true }
    var concerned: Set<String> = []
    for file in files {
      let old = lines.removeValue(forKey: file) ?? []
      for line in old { holders[line, default: 0] -= 1 }
      concerned.formUnion(old)
    }
    for finding in report.findings where finding.standing == .open {
      let line = finding.fingerprint
      if counts[line] != nil { lines[finding.diagnostic.path, default: []].insert(line) }
    }
    for file in files { concerned.formUnion(lines[file] ?? []) }
    let isShared = concerned.contains { holders[$0, default: 0] > 0 }
    for file in files { for line in lines[file] ?? [] { holders[line, default: 0] += 1 } }
    guard !isShared else { return false }
    report.apply(baseline: concerned.flatMap { repeatElement($0, count: counts[$0] ?? 0) })
    return true
  }
}
