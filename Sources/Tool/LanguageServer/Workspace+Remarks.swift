internal import Diagnostics
internal import FlowCheck
internal import FlowLoader
internal import FlowModel

// What is shown to the author of each file.
extension Workspace {
  /// Something to be shown to the author.
  struct Remark: Hashable {
    let diagnostic: Diagnostic
    /// Whether the file itself says that it is a slip of the document.
    var isKnownSlip = false
  }

  /// Everything to be shown to the author, by path. A file that is in order has an empty list.
  mutating func remarks() -> [String: [Remark]] {
    let result = result()
    let settings = settings(folder)
    let reading = result.diagnostics + refused
    let unread = Set(result.diagnostics.map(\.path).filter { flow(at: $0) == nil })
    // The check sees the last readable version of a broken file, whose places are not those of the
    // file.
    var report = CheckReport(result.readable, reading: reading, besides: unread)
    report.keep { settings.levels[$0.name] != .off }
    for (rule, level) in settings.levels {
      if case .severity(let severity) = level { report.set(severity, for: rule) }
    }
    report.apply(baseline: settings.baseline)
    return remarks(report)
  }

  private func remarks(_ report: CheckReport) -> [String: [Remark]] {
    var found = Dictionary(paths.map { ($0, [Remark]()) }) { first, _ in first }
    for finding in report.findings {
      let path = finding.diagnostic.path
      switch finding.standing {
      case .allowed, .inBaseline: continue
      // In files that nobody looks at, only what has to be done.
      case .knownSlip where open[path] == nil: continue
      case .knownSlip, .open: break
      }
      found[path, default: []].append(
        Remark(
          diagnostic: finding.diagnostic, isKnownSlip: finding.standing == .knownSlip))
    }
    for (path, document) in open where holdsRules(path) {
      let file = SourceFile(path: path, bytes: document.bytes)
      found[path] = RuleLoader().load(file).diagnostics.map { Remark(diagnostic: $0) }
    }
    return found
  }
}
