import FlowModel
import FlowRuntime
import FlowTestSupport
import TestSupport
import Testing

/// The machine runs on its own integer tables. FlowGraph and FactRules define what these must mean.
@Suite struct OneMeaningTests {
  @Test("Every row of every flow leads where the graph says", arguments: Reading.allCases)
  func targets(reading: Reading) throws {
    try compareTargets(catalogue(in: projectFolder + "/Flows"), reading)
    for seed in 0..<100 {
      try compareTargets(RandomCatalogue.load(seed: UInt64(seed)), reading)
    }
  }

  @Test("The machine takes rows and changes facts as the rules say", arguments: Reading.allCases)
  func facts(reading: Reading) throws {
    for seed in 0..<150 {
      let catalogue = try RandomCatalogue.load(seed: UInt64(seed))
      var walk = try RandomWalk(catalogue, as: reading, seed: UInt64(seed))
      let differences = try walk.differences(moves: 80)
      #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3))")
    }
  }

  private func compareTargets(_ catalogue: Catalogue, _ reading: Reading) throws {
    let program = catalogue.compiled(as: reading)
    for graph in CatalogueGraph(catalogue, as: reading).graphs {
      for step in graph.flow.steps {
        let block = try need(program.block(of: step))
        for (position, row) in graph.rows(of: step).enumerated() {
          let cell = program.tables.cells[Int(block) + position]
          #expect(program.row(cell.number) == row)
          #expect(
            successor(of: cell, at: step, program) == graph.successor(of: row), "\(row.qualified)")
        }
      }
    }
  }

  private func successor(
    of cell: Cell, at step: Step, _ program: Program
  ) -> FlowGraph.Successor? {
    switch cell.operation {
    case .step, .screen, .screenUnless, .section:
      .step(program.step(at: cell.target))
    case .stay: .step(step)
    case .goto: .flow(program.step(at: cell.target))
    case .error: .error(program.step(at: cell.target))
    case .outline: .outline(program.catalogue.flows[Int(cell.target)].id)
    case .result: .exit(Target(.result, program.tables.symbols[Int(cell.target)]))
    case .back: .exit(Target(.back))
    case .resume: .exit(Target(.resume))
    case .end: .exit(Target(.end))
    case .missing: nil
    }
  }
}

/// A machine, and beside it what the rules say of its facts.
private struct RandomWalk {
  let catalogue: Catalogue
  let reading: Reading
  let program: Program
  var machine: Machine
  var graphs: [Flow: FlowGraph] = [:]
  /// The facts that are not at their first value, by name.
  var values: [String: UInt8] = [:]
  var random: SplitMix
  var found: [String] = []

  init(_ catalogue: Catalogue, as reading: Reading, seed: UInt64) throws {
    self.catalogue = catalogue
    self.reading = reading
    program = catalogue.compiled(as: reading)
    machine = try need(program.start(try need(catalogue.flow(id: "F0"))))
    random = SplitMix(seed: seed)
    for graph in CatalogueGraph(catalogue, as: reading).graphs { graphs[graph.flow] = graph }
  }

  mutating func differences(moves: Int) throws -> [String] {
    for _ in 0..<moves where found.isEmpty {
      if machine.end != nil { try restart() }
      try move()
    }
    return found
  }

  private mutating func expect(_ isSo: Bool, _ what: String) {
    if !isSo { found.append("\(machine.step.qualified): \(what)") }
  }

  private mutating func move() throws {
    let step = machine.step
    let graph = try need(graphs[step.flow])
    let rows = Array(graph.rows(of: step))
    let facts = step.flow.facts.map { values[$0.name] ?? 0 }
    expect(machine.rows == rows, "has other rows")
    for (position, row) in rows.enumerated() {
      let allows = FactRules.allows(row, at: step, in: facts)
      expect(machine.allows(position) == allows, "row \(row.reference) is allowed: \(!allows)")
      guard let name = row.expectedOutcome, let outcome = program.outcome(name) else { continue }
      let first = rows.firstIndex {
        $0.expectedOutcome == name && FactRules.allows($0, at: step, in: facts)
      }
      expect(machine.row(for: outcome) == first, "`\(name)` takes another row")
    }
    let passesOver = !rows.isEmpty && FactRules.passesOver(step, in: facts)
    switch machine.need {
    case .end: expect(false, "has ended")
    case .passOver:
      expect(passesOver, "is passed over")
      try take(0, rows, graph, facts, isPassedOver: true)
    case .result:
      guard let row = machine.resultRow else { return try restart() }
      try take(row, rows, graph, facts)
    case .call:
      expect(!passesOver, "is not passed over")
      if random.next(2) == 0, machine.callers.count < 20 { return try enter(graph) }
      try takeAny(rows, graph, facts)
    case .event:
      expect(!passesOver, "is not passed over")
      try takeAny(rows, graph, facts)
    }
  }

  /// Goes on at any step, with all facts at their first values.
  private mutating func restart() throws {
    machine = try need(program.start(at: random.pick(catalogue.flows.flatMap(\.steps))))
    values = [:]
  }

  private mutating func enter(_ graph: FlowGraph) throws {
    let callee = try need(graph.callee(of: machine.step))
    try machine.enterCall()
    if let first = callee.firstStep {
      expect(machine.end == nil && machine.step == first, "enters another step")
    } else {
      expect(machine.end == .outline(callee.id), "does not end at the outline")
    }
  }

  private mutating func takeAny(_ rows: [Row], _ graph: FlowGraph, _ facts: [UInt8]) throws {
    let step = machine.step
    let open = rows.indices.filter { FactRules.allows(rows[$0], at: step, in: facts) }
    guard !open.isEmpty else { return try restart() }
    try take(random.pick(open), rows, graph, facts)
  }

  private mutating func take(
    _ position: Int, _ rows: [Row], _ graph: FlowGraph, _ facts: [UInt8],
    isPassedOver: Bool = false
  ) throws {
    let step = machine.step
    let row = rows[position]
    let caller = machine.callers.first
    if case .error = graph.successor(of: row), machine.callers.count == Machine.maximumDepth {
      return try restart()
    }
    let number = try isPassedOver ? machine.passOver() : machine.take(position)
    expect(machine.row(number) == row, "takes another row than \(row.reference)")
    let changes = FactRules.changes(of: row, at: step, isPassedOver: isPassedOver)
    let after = FactRules.values(after: changes, from: facts)
    for (fact, value) in zip(step.flow.facts, after) { values[fact.name] = value }
    for (fact, value) in zip(program.facts, machine.factValues) {
      expect(value == values[fact.name] ?? 0, "after \(row.reference), \(fact.name) is \(value)")
    }
    switch graph.successor(of: row) {
    case .step(let next), .flow(let next), .error(let next):
      expect(machine.end == nil && machine.step == next, "\(row.reference) leads elsewhere")
    case .outline(let flow): expect(machine.end == .outline(flow), "ends at no outline")
    case .missing(let target):
      expect(machine.end == .missing(target.description), "\(row.reference) leads somewhere")
    case .exit(let target) where target.kind == .result:
      let returns = caller.map { machine.end == nil && machine.step == $0 }
      expect(returns ?? (machine.end == .result(target.name)), "\(row.reference) returns elsewhere")
    case .exit(let target) where target.kind == .end:
      expect(machine.end == .end, "\(row.reference) does not end the run")
    case .exit, nil: break
    }
  }
}
