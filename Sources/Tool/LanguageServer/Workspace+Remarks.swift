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

  /// Everything to be shown to the author in the files in which it may have changed since the last call, by
  /// path. A file that is in order or gone has an empty list.
  mutating func newRemarks() -> [String: [Remark]] {
    let result = result()
    let settings = settings(folder)
    let before = told?.settings == settings ? told : nil
    let check = told?.check.updated(to: result.readable) ?? KeptCheck(result.readable)
    let reading = Dictionary(grouping: result.diagnostics + refused, by: \.path)
    let unread = Set(result.diagnostics.map(\.path).filter { flow(at: $0) == nil })
    var files = touched
    if let before {
      files.formUnion(check.checked.map { result.readable.flows[$0].path })
      files.formUnion(unread.symmetricDifference(before.unread))
      for path in Set(reading.keys).union(before.reading.keys)
      where reading[path] != before.reading[path] {
        files.insert(path)
      }
    } else {
      files.formUnion(paths)
      files.formUnion(reading.keys)
    }
    var now = ToldRemarks(
      check: check, settings: settings, reading: reading, unread: unread,
      baseline: before?.baseline ?? KnownLines(settings.baseline))
    var report = now.report(of: files)
    if !now.baseline.apply(to: &report, of: files) {
      files.formUnion(now.baseline.files)
      report = now.report(of: files)
      _ = now.baseline.apply(to: &report, of: files)
    }
    (told, touched) = (now, [])
    return remarks(report, of: files)
  }

  private func remarks(_ report: CheckReport, of files: Set<String>) -> [String: [Remark]] {
    var found = Dictionary(files.map { ($0, [Remark]()) }) { first, _ in first }
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
    for (path, document) in open where holdsRules(path) && files.contains(path) {
      let file = SourceFile(path: path, bytes: document.bytes)
      found[path] = RuleLoader().load(file).diagnostics.map { Remark(diagnostic: $0) }
    }
    return found
  }
}

/// What the last remarks were made of.
struct ToldRemarks: Sendable {
  /// The findings, of which most stay.
  let check: KeptCheck
  let settings: CheckSettings
  /// What the loader says, by path.
  let reading: [String: [Diagnostic]]
  /// The files that cannot be read as they are.
  let unread: Set<String>
  var baseline: KnownLines

  /// What is found in some files, with the severities that the team has agreed on.
  func report(of files: Set<String>) -> CheckReport {
    // The check has seen the last readable version of a broken file.
    var report = check.report(
      reading: files.flatMap { reading[$0] ?? [] }, of: files.subtracting(unread))
    report.keep { settings.levels[$0.name] != .off }
    for (rule, level) in settings.levels {
      if case .severity(let severity) = level { report.set(severity, for: rule) }
    }
    return report
  }
}
