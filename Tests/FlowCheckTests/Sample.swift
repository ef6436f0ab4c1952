import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport

@testable import FlowCheck

/// A random catalogue, what the check says about it, and what its runs do. Explored once, and
/// compared with each rule.
///
/// `tools/tests/fuzz-test` takes 500, `tools/tests/prove-crosscheck` 2,000 with more states:
/// FLOWCHECK_CATALOGUES, FLOWCHECK_STATES.
struct Sample {
  static let catalogues = sampleSize("FLOWCHECK_CATALOGUES", or: 250)
  static let most = sampleSize("FLOWCHECK_STATES", or: 120)
  /// Whether all catalogues are taken, and the figures are printed.
  static let isReporting = sampleSize("FLOWCHECK_CATALOGUES", or: 0) > 0

  let seed: Int
  let program: Program
  let checked: CheckedCatalogue
  let runs: Exploration
  /// The steps that runs come to.
  let steps: Set<Step>
  /// The flows that are written, as the rules see them.
  let contexts: [CheckContext]

  var catalogue: Catalogue { program.catalogue }
  var reading: Reading { program.reading }
  /// The flows that are written.
  var flows: [Flow] { contexts.map(\.flow) }

  /// Every third catalogue is one of the usual kind, every fifth has all keys of the language, and
  /// every fourth is read as meant.
  init(seed: Int) throws {
    let kind: RandomCatalogue.Kind = seed % 5 == 4 ? .everything : seed % 3 == 0 ? .usual : .rich
    let catalogue = try RandomCatalogue.load(
      seed: UInt64(seed), flows: kind == .usual ? 4 : 5, hasLongTimers: false, kind: kind)
    self.seed = seed
    let reading: Reading = seed % 4 == 1 ? .meant : .written
    program = catalogue.compiled(as: reading)
    let checked = CheckedCatalogue(catalogue, as: reading, bindings: nil)
    self.checked = checked
    contexts = catalogue.flows.indices.filter { !catalogue.flows[$0].isOutline }.map {
      CheckContext($0, in: checked)
    }
    runs = Exploration(program, from: catalogue.flows.compactMap(\.firstStep), most: Self.most)
    steps = runs.steps
  }

  /// What a check finds in all flows.
  func findings(_ check: Check) -> [Findings.Entry] {
    let index = Check.all.indices.filter { Check.all[$0].rule == check.rule }
    return contexts.flatMap { Findings.of($0, checks: index).entries }
  }

  /// The rows at which a check finds something. One that holds anywhere stands for all its copies.
  func rows(_ check: Check) -> Set<Row> {
    Set(
      findings(check).compactMap { entry in
        if case .row(let row) = entry.part { row } else { nil }
      })
  }

  /// The steps at which a check finds something.
  func steps(_ check: Check) -> Set<Step> {
    Set(
      findings(check).compactMap { entry in
        if case .step(let step) = entry.part { step } else { nil }
      })
  }

  /// A machine with facts for which all conditions of a row hold.
  func machine(_ machine: Machine, allowing row: Row) -> Machine {
    var machine = machine
    for condition in row.conditions {
      _ = condition.values.first.map { machine.set(condition.fact.name, to: $0) }
    }
    return machine
  }
}
