internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
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

  /// Decides all rules, which takes longer than everything else that a page shows.
  ///
  /// - Parameters:
  ///   - folder: the folder of the flows, with `rules`. Nil if there is none.
  ///   - kept: the results from before a change. Rules that it cannot concern keep theirs.
  init(_ catalogue: Catalogue, folder: String?, isLive: Bool, kept: inout KeptProofs) {
    let found = folder.map { FlowLoader.rules(in: $0) }
    let rules = (found?.rules.rules ?? []) + catalogue.flows.flatMap(\.rules)
    let inFlows = Set(rules.filter { $0.flow != nil }.map(\.path))
    report = ProofReport(
      kept.prove(rules, in: catalogue, contracts: found?.rules.contracts ?? []),
      files: (found?.files ?? []) + inFlows.compactMap { try? SourceFile(readingFrom: $0) })
    problems = found?.diagnostics ?? []
    self.isLive = isLive
  }

  var json: JSONValue {
    .object([
      "problems": problems.isEmpty ? nil : .strings(problems.map { "\($0.path): \($0.message)" }),
      "rules": .array(report.results.map { json(of: $0) }),
    ])
  }

  private func json(of result: Prover.Result) -> JSONValue {
    let rule = result.rule
    let standing = ProofReport.standing(of: result)
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
