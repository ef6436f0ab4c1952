package import FlowModel

/// All flows in one reading, with the facts about other flows that the check of a flow needs.
///
/// The lists have an entry for every flow, in the catalogue's order.
///
/// Never changed. A class, since every context of a flow refers to it (decision 0002).
final class CheckedCatalogue: Sendable {
  let graph: CatalogueGraph
  /// What every action that has a handler may answer. Nil if the handlers are not known.
  let bindings: [String: BoundAction]?
  /// The steps that can be reached from the entries of each flow.
  let reached: [StepSet]
  /// What the steps and rows of each flow are like.
  let traits: [FlowTraits]
  /// What the others need to know of each flow.
  let facts: [FlowFacts]
  /// The results that each flow can return without anybody acting.
  let silentResults: [Set<String>]
  /// The rows into other flows that are part of a circle in which nobody acts.
  let circling: [Row: Step]
  /// The parameters and inputs that each flow gives to an action, itself or in a flow that it
  /// calls.
  let used: [Set<String>]
  /// The flows that headers name.
  let declared: DeclaredFlows
  /// Whether nothing leads to each flow.
  let isUnled: [Bool]
  /// Whether each flow may leave its caller for good.
  let ends: [Bool]
  /// Whether each flow may go back into its caller.
  let goesBack: [Bool]
  /// The secrets that each flow asks for, itself or in the flows it calls.
  let asked: [Set<String>]
  /// The error flows to which rows of each flow, or of the flows it calls, lead.
  let errors: [Set<String>]
  /// The known outcomes of every action, each with a row for it.
  let answers: [String: Answers]
  /// The facts that some row sets or resets.
  let resetFacts: Set<String>
  /// The names of all secret inputs.
  let secretNames: Set<String>
  /// The steps of each flow from which Back finds a screen.
  let afterScreen: [StepSet]
  /// The rows that no run takes because of the values of facts.
  let factReach: FactReach

  /// - Parameter written: the same catalogue in the other reading.
  init(
    _ catalogue: Catalogue, as reading: Reading, bindings: [String: BoundAction]?,
    besides written: CheckedCatalogue? = nil
  ) {
    let graph = CatalogueGraph(catalogue, as: reading)
    let traits = written?.traits ?? catalogue.flows.map { FlowTraits($0) }
    let reached = CheckedCatalogue.reached(graph)
    let facts = graph.graphs.indices.map { place in
      FlowFacts(
        graph.graphs[place], traits[place], reached[place],
        isArrivedAt: !graph.arrivals(atPlace: place).isEmpty)
    }
    let silentResults = CheckedCatalogue.silentResults(graph, facts)
    (self.graph, self.bindings, self.reached, self.facts) = (graph, bindings, reached, facts)
    (self.traits, self.silentResults) = (traits, silentResults)
    circling = SilentCircles(graph, reached, facts, silentResults).rows
    used = CheckedCatalogue.used(facts)
    declared = written?.declared ?? DeclaredFlows(catalogue)
    isUnled = CheckedCatalogue.isUnled(graph, declared)
    ends = CheckedCatalogue.spread(facts.map(\.mayEnd), to: facts.map(\.calledInCall))
    goesBack = CheckedCatalogue.spread(facts.map(\.mayGoBack), to: facts.map(\.goesBackInto))
    afterScreen = CheckedCatalogue.afterScreen(graph, traits, reached, facts)
    factReach = FactReach(graph, traits, reached)
    asked = CheckedCatalogue.spread(facts.map(\.secrets), graph)
    errors = CheckedCatalogue.spread(facts.map(\.errors), graph)
    resetFacts = facts.reduce(into: []) { $0.formUnion($1.resetFacts) }
    secretNames = facts.reduce(into: []) { $0.formUnion($1.secrets) }
    answers = CheckedCatalogue.answers(facts)
  }

  /// A catalogue as meant. If nothing is meant in any of its flows, it is the catalogue as written,
  /// which halves the time of a check.
  static func meant(_ catalogue: Catalogue, written: CheckedCatalogue) -> CheckedCatalogue {
    if catalogue.flows.allSatisfy(\.hasOneReading) { return written }
    return CheckedCatalogue(catalogue, as: .meant, bindings: written.bindings, besides: written)
  }

  // MARK: What is known of a flow

  /// Whether runs come to a step of any flow.
  func isReached(_ step: Step) -> Bool {
    graph.places[step.flow].map { reached[$0].contains(step) } ?? false
  }

  private func entry<Value>(_ list: [Value], of flow: Flow) -> Value? {
    graph.places[flow].map { list[$0] }
  }

  /// The results with which a call of a flow ends.
  func returnedToCallers(by flow: Flow) -> Set<String> {
    graph.places[flow].map { facts[$0].returnedToCallers } ?? []
  }
  /// The secrets for which a flow or one that it calls asks.
  func asked(by flow: Flow) -> Set<String> { entry(asked, of: flow) ?? [] }
  /// The error flows to which a flow or one that it calls leads.
  func errors(of flow: Flow) -> Set<String> { entry(errors, of: flow) ?? [] }
  /// The parameters that a flow or one that it calls gives to an action.
  func used(by flow: Flow) -> Set<String> { entry(used, of: flow) ?? [] }
  /// The results that a flow can return without anybody acting.
  func silentResults(of flow: Flow) -> Set<String> { entry(silentResults, of: flow) ?? [] }

  /// The known outcomes of every action: those for which a step that runs come to has a row. The
  /// row that is named is the first of all steps, so that it stays the same when a target is
  /// missing elsewhere and fewer steps are reached.
  private static func answers(_ facts: [FlowFacts]) -> [String: Answers] {
    var answers: [String: Answers] = [:]
    var reached: [String: Set<String>] = [:]
    for facts in facts {
      for (action, outcome, row, isReached) in facts.answers {
        if isReached { reached[action, default: []].insert(outcome) }
        guard answers[action]?.rows[outcome] == nil else { continue }
        answers[action, default: Answers()].rows[outcome] = (row, row.qualified)
      }
    }
    for (action, all) in answers {
      let known = reached[action] ?? []
      answers[action] = Answers(rows: all.rows.filter { known.contains($0.key) })
    }
    return answers
  }

  // MARK: Spreading

  /// Adds to every caller the names of the flows it calls, until nothing changes.
  private static func spread(_ own: [Set<String>], _ graph: CatalogueGraph) -> [Set<String>] {
    var names = own
    var waiting = names.indices.filter { !names[$0].isEmpty }
    while let flow = waiting.popLast() {
      for caller in graph.callers(ofPlace: flow) {
        guard let place = graph.places[caller.flow], !names[flow].isSubset(of: names[place]) else {
          continue
        }
        names[place].formUnion(names[flow])
        waiting.append(place)
      }
    }
    return names
  }

  /// Marks the flows that lead to a marked one.
  ///
  /// - Parameter next: for each flow, the places of those to which it leads.
  private static func spread(_ own: [Bool], to next: [[Int]]) -> [Bool] {
    var isMarked = own
    var users = [[Int]](repeating: [], count: next.count)
    for (flow, next) in next.enumerated() {
      for callee in next { users[callee].append(flow) }
    }
    var waiting = isMarked.indices.filter { isMarked[$0] }
    while let flow = waiting.popLast() {
      for user in users[flow] where !isMarked[user] {
        isMarked[user] = true
        waiting.append(user)
      }
    }
    return isMarked
  }

  /// The parameters that each flow gives to an action, itself or in a flow that it calls.
  private static func used(_ facts: [FlowFacts]) -> [Set<String>] {
    var used = facts.map(\.used)
    let passing = facts.indices.filter { !facts[$0].passed.isEmpty }
    var isNew = !passing.isEmpty
    while isNew {
      isNew = false
      for flow in passing {
        for (callee, arguments) in facts[flow].passed {
          for (parameter, value) in arguments where used[callee].contains(parameter) {
            if used[flow].insert(value).inserted { isNew = true }
          }
        }
      }
    }
    return used
  }
}

/// The known outcomes of an action, each with a row and its name, which every finding about the
/// outcome tells.
struct Answers: Sendable {
  var rows: [String: (row: Row, name: String)] = [:]
}

extension Flow {
  /// Whether the flow is the same as written and as meant. One with extensions is not: their
  /// numbers are those of the document only as written.
  package var hasOneReading: Bool {
    sections.allSatisfy { $0.extensionRow == nil }
      && steps.allSatisfy { $0.meantCallSpan == nil }
      && rowsOfSteps.allSatisfy { row in
        !row.isProposed && row.meantSpan == nil && row.step == row.step(.meant)
      }
  }
}
