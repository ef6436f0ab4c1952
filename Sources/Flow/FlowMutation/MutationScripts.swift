internal import FlowModel
internal import FlowRuntime
internal import FlowTesting

/// Scripts with their full traces in the flows without mistakes, and where they come.
struct MutationScripts: Sendable {
  private struct Kept: Sendable {
    let script: Script
    let trace: String
  }

  private var kept: [Kept] = []
  /// For every row, by its name, the scripts that take it; for every step those that are at it, or
  /// have it on the stack.
  private var takers: [String: [Int]] = [:]
  private var visitors: [String: [Int]] = [:]
  /// For every fact, the steps with rows that ask for it or change it.
  private var users: [String: [String]] = [:]
  private let catalogue: Catalogue

  init(_ scripts: [Script], in catalogue: Catalogue) {
    self.catalogue = catalogue
    let programs = Dictionary(
      uniqueKeysWithValues: Reading.allCases.map { ($0, catalogue.compiled(as: $0)) })
    for script in scripts {
      guard let program = programs[script.reading],
        let run = try? ScriptRun.run(script, on: program, isFull: true)
      else { continue }
      let standing = TraceState(run.machine)
      for name in Set(run.entries.map(\.row.qualified)) {
        takers[name, default: []].append(kept.count)
      }
      var places = Set(standing.places)
      for entry in run.entries { places.formUnion(entry.state?.places ?? []) }
      for place in places { visitors[place, default: []].append(kept.count) }
      let trace = TraceBook.text(of: run.entries, ending: run.ending, standing: standing)
      kept.append(Kept(script: script, trace: trace))
    }
    for flow in catalogue.flows {
      for step in flow.steps {
        var facts = Set((step.unless.map(\.fact) + step.counts.map(\.fact)).map(\.name))
        for reading in Reading.allCases {
          for row in step.rows(reading) {
            facts.formUnion((row.conditions.map(\.fact) + row.changes.map(\.fact)).map(\.name))
          }
        }
        for fact in facts { users[fact, default: []].append(step.qualified) }
      }
    }
  }

  /// Whether a script takes another way with a mistake, or shows something else.
  func notice(_ mutant: Mutant, in mutated: Catalogue) -> Bool {
    var programs: [Reading: Program] = [:]
    var seen: Set<Int> = []
    for index in concerned(by: mutant) where seen.insert(index).inserted {
      let script = kept[index].script
      let program = programs[script.reading] ?? mutated.compiled(as: script.reading)
      programs[script.reading] = program
      if !Replay(script, on: program, trace: kept[index].trace).hasPassed { return true }
    }
    return false
  }

  /// The scripts that may notice, first those that most likely do.
  private func concerned(by mutant: Mutant) -> [Int] {
    let flow = catalogue.flows[mutant.flow]
    switch mutant.part {
    case .row(let index):
      let row = Row(tables: flow.tables, index: index)
      let other = mutant.other.map { Row(tables: flow.tables, index: $0) }
      let takers = [row, other].compactMap(\.self).flatMap { self.takers[$0.qualified] ?? [] }
      // Where a row leads concerns only those that take it.
      if mutant.kind == .retargeted || mutant.kind == .swapped { return takers }
      let copies = flow.rowsOfSteps.filter { $0.original == row }
      let steps = Set(copies.flatMap { [$0.step.qualified, $0.step(.meant).qualified] })
      return takers + steps.sorted().flatMap { visitors[$0] ?? [] }
    case .step(let index): return visitors[flow.step(at: index).qualified] ?? []
    case .fact(let name):
      // A script may begin with a value of the fact.
      let starting = kept.indices.filter { index in
        kept[index].script.facts.contains { $0.name == name }
      }
      return starting + (users[name] ?? []).flatMap { visitors[$0] ?? [] }
    }
  }

  /// Whether every run of flows with a mistake is one of those without, row by row.
  func isSame(_ mutated: Catalogue) -> Bool {
    Reading.allCases.allSatisfy { catalogue.compiled(as: $0).isLike(mutated.compiled(as: $0)) }
  }

  /// Why no script notices a mistake.
  func reason(_ mutant: Mutant, isSame: Bool) -> String {
    if concerned(by: mutant).isEmpty { return "no path comes there" }
    if isSame { return "no run differs" }
    return mutant.isAboutResuming
      ? "no path waits in the background there" : "no path has facts for which it matters"
  }
}
