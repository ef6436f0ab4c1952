internal import Diagnostics
internal import FlowCases
internal import FlowEvidence
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowLogs
internal import FlowModel
internal import FlowProof
internal import FlowRuntime
internal import FlowTesting
internal import Markup
internal import WalletSimulator

/// Makes proofs: decides rules, takes paths, reads reports and logs.
struct EvidenceRecorder {
  let maker: ProofMaker
  let flows: FlowsOption
  /// The folder of flows.
  let place: String

  /// Adds the proofs to a folder, and says how many.
  func record(
    in folder: inout EvidenceFolder, results: [String], logs: [String], isReal: Bool
  ) async throws -> String {
    var lines: [String] = []
    // Read before anything is decided, since a report may be misspelled.
    let tests = try results.map { try read($0) }
    let conformances = try logs.map { ($0, try conformance(of: $0, folder)) }
    for replay in folder.replays {
      folder.add(maker.proof(of: replay.replay, named: replay.name, inWorld: false))
    }
    let failed = folder.replays.filter { !$0.replay.hasPassed }.map(\.name)
    lines.append(said("replayed", folder.replays.count, "path", failed))
    try decide(in: &folder, &lines)
    if isReal { try await replayReal(in: &folder, &lines) }
    if !tests.isEmpty { add(tests.flatMap(\.self), to: &folder, &lines) }
    for (path, conformance) in conformances {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if let proof = maker.proof(of: conformance, named: name) { folder.add(proof) }
      lines.append(
        "logged: \(conformance.fitting) of \(String.count(conformance.runs, "run")) fit")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func said(_ deed: String, _ count: Int, _ noun: String, _ failed: [String]) -> String {
    let names = TerminalText.line(failed.prefix(10).joined(separator: ", "))
    let more = failed.count > 10 ? " and \(failed.count - 10) more" : ""
    return "\(deed): \(String.count(count, noun))"
      + (failed.isEmpty ? "" : ", \(failed.count) failed: \(names)\(more)")
  }

  private func decide(in folder: inout EvidenceFolder, _ lines: inout [String]) throws {
    let rules = folder.ground.rules
    guard !rules.isEmpty else { return }
    let report: ProofReport
    if var opened = try flows.opened() {
      report = opened.proofs(of: rules)
    } else {
      let book = try flows.houseRules(of: folder.catalogue)
      let prover = Prover(folder.catalogue, contracts: book.contracts)
      report = ProofReport(rules.map { prover.prove($0) }, files: book.allFiles)
    }
    var failed: [String] = []
    for result in report.results {
      var isGood = result[folder.ground.meanings.reading]?.isGood ?? false
      if case .allowed = report.standing(of: result) { isGood = true }
      if !isGood { failed.append(result.rule.name.text) }
      folder.add(maker.proof(deciding: result.rule, isGood: isGood))
    }
    lines.append(said("decided", report.results.count, "rule", failed))
  }

  private func replayReal(
    in folder: inout EvidenceFolder, _ lines: inout [String]
  ) async throws {
    let book = ReplayBook(folder: "\(place)/\(FlowLoader.realFolder)", world: World.shape)
    guard book.diagnostics.isEmpty else { throw Refusal(book.diagnostics, in: book.files) }
    let program = folder.catalogue.compiled(as: folder.ground.meanings.reading)
    var failed: [String] = []
    var count = 0
    for chapter in book.chapters {
      for script in chapter.scripts where script.reading == folder.ground.meanings.reading {
        let trace = chapter.trace(of: script)
        let replay = try await script.replayed(
          on: program, trace: trace, isFull: trace.map(TraceBook.isFull) ?? false, inWorld: true)
        if !replay.hasPassed { failed.append(script.name) }
        folder.add(maker.proof(of: replay, named: script.name, inWorld: true))
        count += 1
      }
    }
    lines.append(said("replayed in a world", count, "script", failed))
  }

  private func read(_ path: String) throws -> [TestResult] {
    let file = try SourceFile(argument: path)
    let (results, diagnostics) = TestResult.read(file)
    guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
    return results
  }

  /// Adds tests that follow paths, and those that name requirements or test cases.
  private func add(
    _ results: [TestResult], to folder: inout EvidenceFolder, _ lines: inout [String]
  ) {
    let program = folder.catalogue.compiled(as: folder.ground.meanings.reading)
    let cases = folder.replays.compactMap { try? TestCase($0.replay.script, on: program) }
    let (outcomes, others) = CaseOutcome.all(results, of: cases)
    for outcome in outcomes {
      if let proof = maker.proof(of: outcome) { folder.add(proof) }
    }
    var named: Set<String> = []
    for entry in folder.entries where entry.applies {
      let items = folder.links.items[entry.id] ?? []
      guard let proof = maker.proof(of: results, naming: entry, covering: items) else { continue }
      folder.add(proof)
      named.insert(entry.id)
    }
    let strays = others.filter { result in
      !named.contains { result.names($0) }
    }.map(\.name)
    lines.append(
      "tested: \(String.count(outcomes.count, "path")), "
        + "\(named.count) by an id"
        + (strays.isEmpty
          ? "" : "; of no path and no id: \(TerminalText.line(strays.joined(separator: ", ")))"))
  }

  private func conformance(of path: String, _ folder: EvidenceFolder) throws -> Conformance {
    let file = try SourceFile(argument: path, limit: ConformCommand.mostBytes)
    var reader = LogReader(mapping: LogMapping())
    reader.read(file, as: nil)
    guard reader.diagnostics.isEmpty else { throw Refusal(reader.diagnostics, in: [file]) }
    let program = folder.catalogue.compiled(as: folder.ground.meanings.reading)
    return Conformance(reader.finished(), with: program, Aligner.Settings())
  }
}
