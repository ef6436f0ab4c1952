import FlowModel
import FlowRuntime
import TestSupport

@testable import FlowCheck

// The rules about the values of facts.
extension Judge {
  /// No run takes the row. The rule says nothing of many such rows, which is not held against it.
  static let rowNeverTaken = Judge("row-never-taken") { sample, agreement in
    let reported = sample.rows(.rowNeverTaken)
    let runs = Exploration(
      sample.program, from: sample.factStarts, most: Sample.most * 4, heedsFacts: true)
    let taken = Set(runs.moves.compactMap { runs.row(of: $0)?.original })
    for row in reported.intersection(taken) { agreement.alarm("\(row)", sample) }
    agreement.noteFound(reported.subtracting(taken).count)
    agreement.noteSilent(taken.subtracting(reported).count)
  }
}

extension Sample {
  /// Machines at the first step of every flow, with values of facts that a run may begin with: a
  /// counter that is counted has its first one, any other fact that one or one that no row sets.
  fileprivate var factStarts: [Machine] {
    let steps = checked.reached.flatMap(\.steps)
    let counted = Set(steps.flatMap(\.counts).map(\.fact.name))
    var given: [String: Set<String>] = [:]
    for fact in catalogue.flows.flatMap(\.facts) {
      given[fact.name] = counted.contains(fact.name) ? [] : Set(fact.values)
    }
    let changes = steps.flatMap {
      checked.graph.graphs[checked.graph.places[$0.flow] ?? 0].rows(of: $0)
    }
    .flatMap(\.changes)
    for change in changes {
      if case .set(let value) = change.kind { given[change.fact.name]?.remove(value) }
    }
    var random = SplitMix(seed: UInt64(seed))
    return catalogue.flows.compactMap(\.firstStep).flatMap { step in
      (0..<6).compactMap { round -> Machine? in
        guard var machine = program.start(at: step) else { return nil }
        // The first time, every fact has its first value.
        for (name, values) in given.sorted(by: { $0.key < $1.key }) where !values.isEmpty {
          if round > 0 { _ = machine.set(name, to: random.pick(values.sorted())) }
        }
        return machine
      }
    }
  }
}
