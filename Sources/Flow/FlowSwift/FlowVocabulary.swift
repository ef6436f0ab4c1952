internal import FlowModel

/// The names that the code of an app uses of some flows, without duplicates and in document order.
struct FlowVocabulary {
  /// An action, with the steps that perform it.
  struct Action {
    let name: String
    fileprivate(set) var steps: [Step]

    /// The names of all values that its steps declare, in document order.
    var values: [String] {
      var known: Set<String> = []
      return steps.flatMap(\.values).filter { known.insert($0).inserted }
    }
  }

  /// An outcome of an action for which every one of its steps has a row.
  struct Outcome {
    let name: String
    /// The rows for it.
    let rows: [Row]
    /// The values that texts may show after it, and those that no text shows, in document order.
    /// None if all its rows are about failures.
    let values: [String]
  }

  let reading: Reading
  /// The flows, without outlines.
  let flows: [Flow]
  let actions: [Action]
  let facts: [Fact]
  /// The inputs that are plain text, then those that are secrets. A parameter that no call fills
  /// in is both, since its kind is not known.
  let inputs: [String]
  let secrets: [String]
  /// The names in code of inputs that have one, by their names; the first one in the document.
  let codeNames: [String: String]
  /// The names of the values that actions and calls return.
  let values: [String]
  private let needed: NeededValues

  /// The vocabulary of `flows` and of all flows that they reach; of all flows if there are none.
  init(_ catalogue: Catalogue, as reading: Reading, from flows: [Flow]) {
    self.reading = reading
    let graph = CatalogueGraph(catalogue, as: reading)
    self.flows = FlowVocabulary.reached(flows, in: graph)
    needed = NeededValues(graph)
    var actions: [Action] = []
    var places: [String: Int] = [:]
    var facts: [Fact] = []
    var known: Set<String> = []
    for flow in self.flows {
      for fact in flow.facts where known.insert(fact.name).inserted { facts.append(fact) }
      for step in flow.steps where step.activity != .call && !step.rows(reading).isEmpty {
        guard let name = step.action else { continue }
        if let place = places[name] {
          actions[place].steps.append(step)
        } else {
          places[name] = actions.count
          actions.append(Action(name: name, steps: [step]))
        }
      }
    }
    (self.actions, self.facts) = (actions, facts)
    let kinds = InputKinds(self.flows, as: reading)
    (inputs, secrets) = (kinds.plain, kinds.secret)
    codeNames = Dictionary(
      self.flows.flatMap { $0.steps.flatMap(\.inputs) }.compactMap { input in
        input.codeName.map { (input.name, $0) }
      }
    ) { first, _ in first }
    var names: Set<String> = []
    values = self.flows.flatMap { $0.steps.flatMap(\.values) }.filter {
      names.insert($0).inserted
    }
  }

  /// The outcomes that every step of an action has a row for, and those that only some have, each
  /// with the first step that lacks it.
  func outcomes(of action: Action) -> (all: [Outcome], some: [(name: String, lacking: Step)]) {
    var names: [String] = []
    var rows: [String: [Row]] = [:]
    var counts: [String: Int] = [:]
    var values: [String: Set<String>] = [:]
    let steps = action.steps.map { ($0, $0.rows(reading)) }
    for (step, answered) in steps {
      for row in answered {
        guard let name = row.expectedOutcome else { continue }
        if rows[name] == nil { names.append(name) }
        values[name, default: []].formUnion(needed.values(of: row, at: step))
        // A row at any time is a row of each step.
        if rows[name]?.contains(row.original) != true {
          rows[name, default: []].append(row.original)
        }
      }
      for name in Set(answered.compactMap(\.expectedOutcome)) { counts[name, default: 0] += 1 }
    }
    let declared = action.values
    let shown = values.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    let all = names.filter { counts[$0] == steps.count }.map { name in
      let rows = rows[name] ?? []
      return Outcome(
        name: name, rows: rows,
        values: rows.allSatisfy { $0.kind == .error }
          ? [] : declared.filter { values[name]?.contains($0) == true || !shown.contains($0) })
    }
    let some = names.filter { counts[$0] != steps.count }.compactMap { name in
      steps.first { !$0.1.contains { $0.expectedOutcome == name } }.map { (name, $0.0) }
    }
    return (all, some)
  }

  private static func reached(_ flows: [Flow], in graph: CatalogueGraph) -> [Flow] {
    let catalogue = graph.catalogue
    var wanted = Set(flows.isEmpty ? catalogue.flows : flows)
    var next = Array(wanted)
    while let flow = next.popLast() {
      guard let graph = graph.graphs.first(where: { $0.flow == flow }) else { continue }
      let called = flow.steps.compactMap { graph.callee(of: $0) }
      let entered = flow.rows.compactMap { row -> Flow? in
        switch graph.successor(of: row) {
        case .flow(let step), .error(let step): step.flow
        case .step, .outline, .exit, .missing, nil: nil
        }
      }
      next += (called + entered).filter { wanted.insert($0).inserted }
    }
    return catalogue.flows.filter { !$0.isOutline && wanted.contains($0) }
  }
}
