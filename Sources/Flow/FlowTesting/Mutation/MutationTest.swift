internal import FlowCheck
public import FlowModel
internal import FlowRuntime

/// Makes mistakes in flows and finds out whether the check or the replays notice them.
public struct MutationTest: Sendable {
  /// Who noticed a mistake.
  public struct Verdict: Hashable, Sendable {
    /// The mistake.
    public let mutant: Mutant
    /// Whether the check finds something that it does not find in the original flow.
    public let isCaughtByCheck: Bool
    /// Whether a replay takes other rows, ends differently, or cannot continue.
    public let isCaughtByReplay: Bool
    /// Whether the check or a replay noticed.
    public var isCaught: Bool { isCaughtByCheck || isCaughtByReplay }
  }

  /// The flows without mistakes.
  public let catalogue: Catalogue
  private let findings: Set<String>
  /// The scripts with their traces in `catalogue`; and for each row, the scripts that take it.
  private var scripts: [(script: Script, trace: String)] = []
  private var takers: [String: [Int]] = [:]

  /// A test of `catalogue`.
  ///
  /// - Parameter scripts: scripts that pass. Their traces in `catalogue` are the expected ones.
  public init(_ catalogue: Catalogue, scripts: [Script]) {
    self.catalogue = catalogue
    findings = MutationTest.findings(in: catalogue)
    let programs = Reading.allCases.map { ($0, catalogue.compiled(as: $0)) }
    let program = Dictionary(uniqueKeysWithValues: programs)
    for script in scripts {
      guard let program = program[script.reading],
        let run = try? ScriptRun.run(script, on: program)
      else { continue }
      for name in Set(run.entries.map(\.row.qualified)) {
        takers[name, default: []].append(self.scripts.count)
      }
      self.scripts.append((script, TraceBook.text(of: run.entries, ending: run.ending)))
    }
  }

  /// Makes the mistake, then runs the check and every script that takes the row.
  public func verdict(on mutant: Mutant) -> Verdict {
    let mutated = catalogue.with(mutant)
    let isFound = !MutationTest.findings(in: mutated).isSubset(of: findings)
    return Verdict(
      mutant: mutant, isCaughtByCheck: isFound,
      isCaughtByReplay: isCaughtByReplay(mutant, in: mutated))
  }

  private func isCaughtByReplay(_ mutant: Mutant, in mutated: Catalogue) -> Bool {
    let tables = catalogue.flows[mutant.flow].tables
    let other = Row(tables: tables, index: mutant.other).qualified
    let taking = Set((takers[mutant.name] ?? []) + (takers[other] ?? [])).sorted()
    var programs: [Reading: Program] = [:]
    for index in taking {
      let (script, trace) = scripts[index]
      let program = programs[script.reading] ?? mutated.compiled(as: script.reading)
      programs[script.reading] = program
      if !Replay(script, on: program, trace: trace).hasPassed { return true }
    }
    return false
  }

  private static func findings(in catalogue: Catalogue) -> Set<String> {
    Set(
      CheckReport(catalogue).findings.map { finding in
        let isQuiet =
          switch finding.standing {
          case .open, .knownSlip: false
          case .allowed, .inBaseline: true
          }
        return isQuiet ? "" : "\(finding.standing) \(finding.fingerprint)"
      })
  }
}
