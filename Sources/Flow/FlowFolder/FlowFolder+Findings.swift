internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowDocument
internal import FlowFiles
internal import FlowLoader
package import FlowModel
internal import FlowProof
internal import FlowTranslation

// What is found in a folder: by the loader, the check and the house rules, as the team's settings
// want it.
extension FlowFolder {
  /// Everything that is found.
  package mutating func findings(_ request: CheckRequest = CheckRequest()) -> FolderFindings {
    let result = result()
    let book = book()
    // The places of the last readable version are not those of the file.
    let bindings = flows.bindings
    let unread = Set(
      result.diagnostics.filter { $0.severity == .error }.map(\.path).flatMap { path in
        if let document = bindings[path] {
          return flow(at: document) == nil ? [path, document] : []
        }
        return flow(at: path) == nil && documents.bindingFile(path) == nil ? [path] : []
      })
    var report = CheckReport(
      result.declared, reading: result.diagnostics, guesses: documents.guesses,
      bindings: request.bindings, besides: unread, isWhole: !result.hasHeaders)
    let (known, problems) = baseline(request)
    let translations = translations()
    let others = problems + book.diagnostics + translations.flatMap(\.file.diagnostics)
    report.add(others.map { Finding(reading: $0) })
    report.add(translations.flatMap(\.diagnostics).map { Finding(reading: $0) })
    report.add(
      proven(request, book).flatMap { ProofReport.findings(of: $0) })
    report.keep { request.asks($0, settings) }
    for (rule, level) in settings.team.levels {
      if case .severity(let severity) = level { report.set(severity, for: rule) }
    }
    let all = Baseline(report.baseline)
    report.apply(baseline: known.lines)
    let orphans = documents.unbound.compactMap { documents.bindingFile($0.path) }
    let read = Set(result.files.map(\.path))
    let leftOut = Set(documents.leftOut.map(\.path)).subtracting(read).sorted()
      .compactMap { documents.file($0) }
    let files =
      result.files + orphans + leftOut + book.files + translations.map(\.file.source)
      + [settings.file].compactMap(\.self)
    let shown = report.findings.filter {
      shows($0.diagnostic.path) || bindings[$0.diagnostic.path].map(shows) ?? false
    }
    return FolderFindings(
      flows: result.flows.count, findings: shown, files: files, baseline: all,
      unread: unread.union(others.map(\.path)))
  }

  /// The house rules, each decided for all runs, as the settings and the baseline want it.
  ///
  /// - Parameter rules: these rules. Nil for all.
  package mutating func proofs(
    of rules: [HouseRule]? = nil, _ request: CheckRequest = CheckRequest()
  ) -> ProofReport {
    let book = book()
    let results = proofs.prove(
      rules ?? book.rules, in: result().readable, contracts: book.contracts)
    let known = Set(baseline(request).known.lines)
    var report = ProofReport(results, files: book.allFiles)
    for result in results {
      let open = ProofReport.findings(of: result).filter { $0.standing == .open }
      guard !open.isEmpty else { continue }
      let left = open.filter { request.asks($0.diagnostic.rule, settings) }
      if left.isEmpty {
        report.excuse(result.rule, "off in `\(TeamSettings.fileName)`")
      } else if left.allSatisfy({ known.contains($0.fingerprint) }) {
        report.excuse(result.rule, "in the baseline")
      }
    }
    return report
  }

  /// Uses what was decided about the same folder before, so that only what a change can concern is
  /// decided again.
  package mutating func useProofs(of other: FlowFolder) { proofs = other.proofs }

  /// What is found about the house rules, as far as it is asked.
  private mutating func proven(_ request: CheckRequest, _ book: HouseRuleBook) -> [Prover.Result] {
    guard Rule.ofProof.contains(where: { request.asks($0, settings) }) else { return [] }
    // A rule may speak of what is in a file that cannot be read.
    guard result().readable.unread.isEmpty else { return [] }
    switch request.proofs {
    case .none: return []
    case .known: return proofs.results.filter { book.rules.contains($0.rule) }
    case .decided:
      return proofs.prove(book.rules, in: result().readable, contracts: book.contracts)
    }
  }

  /// The known findings, and what is wrong with the settings and with their baseline.
  private func baseline(
    _ request: CheckRequest
  ) -> (known: Baseline, problems: [Diagnostic]) {
    if let baseline = request.baseline { return (baseline, settings.diagnostics) }
    guard let path = settings.baselinePath else { return (Baseline(), settings.diagnostics) }
    do throws(FileError) {
      let file = try SourceFile(readingFrom: path)
      switch Baseline.read(file) {
      case .success(let baseline): return (baseline, settings.diagnostics)
      case .failure(let error):
        let problem = Diagnostic(
          .unreadableFile, path: path, span: .top, "this is not a baseline: \(error.reason)",
          help: "`flowrun check --write-baseline` writes one")
        return (Baseline(), settings.diagnostics + [problem])
      }
    } catch {
      return (Baseline(), settings.diagnostics + [Diagnostic(error)])
    }
  }

  /// What somebody has to know of the documents that are asked for.
  package var documentSummary: [String] { documents.summary(where: shows) }

  /// Whether findings in a file are asked for. What is wrong with the settings concerns every file.
  private func shows(_ path: String) -> Bool {
    guard let asked, path != settings.file?.path, path != settings.baselinePath else { return true }
    let real = FileSystem.resolved(path)
    return asked.contains { FolderPlace.isInside(real, $0) }
  }
}
