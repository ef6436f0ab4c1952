internal import Diagnostics
internal import Files
internal import FlowFolder
internal import FlowModel
internal import FlowProof
internal import FlowReports
internal import JSON

/// The house rules of flows as the page gets them: each decided for all runs, with the runs that
/// break it.
struct BookProofs {
  private let report: ProofReport
  /// What keeps files of rules from being read.
  private let problems: [Diagnostic]
  private let isLive: Bool

  /// Decides all rules of a folder, which takes longer than everything else that a page shows.
  init(_ folder: inout FlowFolder, isLive: Bool) {
    (report, problems) = (folder.proofs(), folder.book().diagnostics)
    self.isLive = isLive
  }

  /// Decides rules of flows without a folder.
  init(_ catalogue: Catalogue, _ book: HouseRuleBook) {
    let prover = Prover(catalogue, contracts: book.contracts)
    report = ProofReport(book.rules.map { prover.prove($0) }, files: book.allFiles)
    (problems, isLive) = ([], false)
  }

  var json: JSONValue {
    .object([
      "problems": problems.isEmpty ? nil : .strings(problems.map { "\($0.path): \($0.message)" }),
      "rules": .array(report.results.map { json(of: $0) }),
    ])
  }

  private func json(of result: Prover.Result) -> JSONValue {
    let rule = result.rule
    let standing = report.standing(of: result)
    var reason: String?
    if case .allowed(let words) = standing { reason = words }
    let file = report.files.first { $0.path == rule.path }
    return .object([
      "name": .string(rule.name.text), "sentence": .string(RuleSentence(rule).text),
      "because": rule.because.map { .string($0) }, "standing": .string(standing.name),
      "reason": reason.map { .string($0) }, "path": .string(rule.path),
      "absolute": isLive ? .string(FileSystem.resolved(rule.path)) : nil,
      "line": (file?.position(of: rule.name.span.start).line).map { .integer($0) },
      "problems": result.diagnostics.isEmpty ? nil : .strings(result.diagnostics.map(\.message)),
      "verdicts": .array(result.verdicts.map { BookProofs.json(of: $0) }),
    ])
  }

  private static func json(of verdict: Verdict) -> JSONValue {
    var words = verdict.name
    var why: String?
    var run: JSONValue?
    switch verdict.finding {
    case .holds(let ifUserGoesOn): words += ifUserGoesOn ? " if the user goes on" : ""
    case .neverTriggered: why = "no run comes to what the rule is about"
    case .notProvable(let reason): why = reason
    case .broken(let example):
      why =
        example.why + (example.isConfirmed ? "" : "; the machine did not take this run to its end")
      run = json(of: example)
    }
    return .object([
      "as": .string(verdict.reading.rawValue), "words": .string(words),
      "why": why.map { .string($0) }, "run": run,
    ])
  }

  /// A named path without a name, as `Flows/paths` has them.
  private static func json(of example: CounterExample) -> JSONValue {
    let rows = example.script.moves.map(\.pageText)
    return .object([
      "flow": .string(example.start.id),
      "facts": .object(members: example.script.facts.map { ($0.name, .string($0.value)) }),
      "rows": .strings(rows), "end": example.script.end.map { .string($0) },
      "at": example.entries.last { $0.row != nil }?.row.map { .string($0.qualified) },
      "loop": example.loop > 0 ? .integer(example.loop) : nil,
    ])
  }
}
