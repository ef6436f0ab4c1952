internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowModel
internal import FlowRuntime
internal import FlowTesting
internal import WalletSimulator

/// `flowrun replay --real`: every script below `Flows/real` in its world, and the rows that nothing
/// in a world can bring about.
struct RealReplay {
  let catalogue: Catalogue
  let book: ReplayBook
  let only: Flow?
  /// Whether the traces are written anew.
  let records: Bool

  func run() async throws {
    let console = Console.current
    guard book.diagnostics.isEmpty else {
      console.show(book.diagnostics, in: book.files)
      throw ExitCode(2)
    }
    guard !book.chapters.isEmpty else { throw refuse("there are no scripts in a world") }
    let programs = Dictionary(
      uniqueKeysWithValues: Reading.allCases.map { ($0, catalogue.compiled(as: $0)) })
    var coverage: [Reading: Coverage] = [:]
    var failures: [Diagnostic] = []
    var exceptions: [String: Script.Expected] = [:]
    var total = 0
    for chapter in book.chapters {
      for (name, reason) in chapter.scripts.first?.exceptions ?? [] { exceptions[name] = reason }
      let scripts = chapter.scripts.filter { script in
        only.map { $0 == catalogue.flow(named: script.flow) } ?? true
      }
      var failed = 0
      var traces: [(String, String)] = []
      for script in scripts {
        guard let program = programs[script.reading] else { continue }
        let temporary = try refusing { () throws(FileError) in try TemporaryFolder() }
        let outcome = await WorldScript.run(script, on: program, folder: temporary.path)
        coverage[script.reading, default: Coverage()].add(outcome.entries)
        let trace = TraceBook.text(of: outcome.entries, ending: outcome.ending)
        traces.append((script.name, trace))
        if let failure = outcome.failure
          ?? (records
            ? nil : TraceBook.difference(of: script, trace, from: chapter.trace(of: script)))
        {
          failed += 1
          failures.append(failure)
        }
      }
      total += scripts.count
      guard !scripts.isEmpty else { continue }
      console.out("\(chapter.path): \(scripts.count - failed) of \(scripts.count) passed\n")
      if records, failed == 0, scripts.count == chapter.scripts.count {
        try write(TraceBook.text(of: traces), to: chapter.tracePath)
      }
    }
    console.show(failures, in: book.files)
    let missing = report(coverage, exceptions)
    console.out("\(total - failures.count) passed, \(failures.count) failed\n")
    if !failures.isEmpty || missing > 0 { throw ExitCode(1) }
  }

  /// Says how many rows happened for their real reason, which ones cannot, and which were forgotten.
  private func report(
    _ coverage: [Reading: Coverage], _ exceptions: [String: Script.Expected]
  ) -> Int {
    let console = Console.current
    var taken = 0
    var rows: [Row] = []
    var excepted: [Row] = []
    var missing: [Row] = []
    for flow in only.map({ [$0] }) ?? catalogue.flows {
      for row in flow.rows {
        rows.append(row)
        if coverage.values.contains(where: { $0.contains(row) }) {
          taken += 1
          if exceptions[row.qualified] != nil {
            console.err("\(row.qualified) is an exception, and was taken all the same\n")
            missing.append(row)
          }
        } else if exceptions[row.qualified] != nil {
          excepted.append(row)
        } else {
          missing.append(row)
        }
      }
    }
    console.out("\(taken) of \(rows.count) rows taken for their real reason\n")
    if !excepted.isEmpty { console.out("exceptions:\n") }
    for row in excepted {
      console.out("  \(row.qualified)  \(exceptions[row.qualified]?.text ?? "")\n")
    }
    if !missing.isEmpty {
      console.out("not taken: \(missing.map(\.qualified).joined(separator: ", "))\n")
    }
    return missing.count
  }
}
