internal import FlowModel

/// The values that facts can have in runs, and the rows that no run takes because of them.
///
/// A counter that a step counts begins with its first value. Any other fact begins with each value
/// that no row sets, since the app may give it, and with its first one. The order in which rows
/// follow each other is not looked at, so a row of which nothing is said may be one that no run
/// takes even so. The work is linear in the number of rows.
struct FactReach {
  /// A row of a step to which runs come, and the fact that forbids it.
  struct Obstacle {
    let row: Row
    let fact: Fact
    /// The values for which the row would be taken.
    let wanted: UInt64
    /// The values that the fact can have there.
    let possible: UInt64
  }

  /// By the place of the flow, in the order of steps.
  private(set) var obstacles: [[Obstacle]]

  private let graph: CatalogueGraph
  private let traits: [FlowTraits]
  /// For every flow the numbers of its facts: facts with one name are one.
  private var numbers: [[Int]] = []
  /// The values that facts have, by their numbers.
  private var values: [UInt64] = []
  /// Whether a counter may go up.
  private var goesUp: [Bool] = []
  /// The steps to which runs come.
  private var reached: [StepSet]
  private var waiting: [Place] = []
  /// The steps with rows that wait for a fact to have another value, by its number.
  private var blocked: [Set<Place>] = []

  /// A step, by the place of its flow and its index.
  private struct Place: Hashable {
    let flow: Int
    let step: Int
  }

  init(_ graph: CatalogueGraph, _ traits: [FlowTraits], _ structure: [StepSet]) {
    (self.graph, self.traits) = (graph, traits)
    obstacles = graph.graphs.map { _ in [] }
    reached = graph.graphs.map { StepSet(of: $0.flow) }
    guard traits.contains(where: { $0.ofRows.contains(.conditions) }), begin(structure) else {
      return
    }
    for (place, own) in graph.graphs.enumerated() where own.flow.firstStep != nil {
      come(to: 0, place)
    }
    while let place = waiting.popLast() { goOn(from: place) }
    for place in graph.graphs.indices where traits[place].ofRows.contains(.conditions) {
      collect(place)
    }
  }

  /// Finds the facts and the values with which runs begin. False if flows declare a fact
  /// differently.
  private mutating func begin(_ structure: [StepSet]) -> Bool {
    var agreement = FactAgreement()
    var known: [String: Int] = [:]
    var domains: [UInt64] = []
    for own in graph.graphs {
      guard agreement.differences(of: own.flow.tables).isEmpty else { return false }
      numbers.append(
        own.flow.facts.map { fact in
          if let number = known[fact.name] { return number }
          known[fact.name] = domains.count
          domains.append(fact.domain)
          return domains.count - 1
        })
    }
    var (given, isCounted) = (domains, [Bool](repeating: false, count: domains.count))
    for place in graph.graphs.indices where !numbers[place].isEmpty {
      for step in structure[place].steps {
        for change in step.counts { isCounted[numbers[place][change.fact.index]] = true }
        for row in graph.graphs[place].rows(of: step) where row.hasChanges {
          for change in row.changes {
            given[numbers[place][change.fact.index]] &= ~FactRules.values(after: change, from: 1)
          }
        }
      }
    }
    values = zip(given, isCounted).map { $1 ? 1 : $0 | 1 }
    goesUp = Array(repeating: false, count: domains.count)
    blocked = Array(repeating: [], count: domains.count)
    return true
  }

  // MARK: Runs

  private mutating func come(to step: Int, _ flow: Int) {
    if reached[flow].insert(step) { waiting.append(Place(flow: flow, step: step)) }
  }

  /// Takes the rows of a step that may be taken, and notes what the others wait for.
  private mutating func goOn(from place: Place) {
    let (flow, own) = (place.flow, graph.graphs[place.flow])
    let step = own.flow.step(at: place.step)
    let mayHaveUnless = traits[flow].steps[place.step].contains(.unless)
    for (position, row) in own.rows(of: step).enumerated() {
      if let obstacle = obstacle(to: row, at: step, flow) {
        blocked[obstacle.number].insert(place)
      } else {
        take(row, at: step, flow, isSkip: false)
      }
      guard position == 0, mayHaveUnless else { continue }
      if maySkip(step, flow) {
        take(row, at: step, flow, isSkip: true)
      } else {
        for condition in step.unless {
          blocked[number(of: condition.fact, flow)].insert(place)
        }
      }
    }
  }

  private func number(of fact: Fact, _ flow: Int) -> Int { numbers[flow][fact.index] }

  private func maySkip(_ step: Step, _ flow: Int) -> Bool {
    step.unless.contains { values[number(of: $0.fact, flow)] & $0.mask != 0 }
  }

  /// The first fact that forbids a row. Nil if none does.
  private func obstacle(
    to row: Row, at step: Step, _ flow: Int
  ) -> (number: Int, fact: Fact, wanted: UInt64, possible: UInt64)? {
    let stepTraits = traits[flow].steps[step.index]
    // A called flow may change the facts after the step was entered.
    let unless = stepTraits.contains(.unless) && !stepTraits.contains(.call) ? step.unless : []
    guard !unless.isEmpty || traits[flow].rows[row.index].contains(.conditions) else { return nil }
    func seen(_ fact: Fact) -> UInt64 {
      unless.filter { $0.fact == fact }
        .reduce(values[number(of: fact, flow)]) { $0 & ~$1.mask }
    }
    for condition in unless where seen(condition.fact) == 0 {
      let fact = condition.fact
      return (number(of: fact, flow), fact, fact.domain & ~condition.mask, 0)
    }
    let counts = stepTraits.contains(.counts) ? FactRules.counts(of: row, at: step) : []
    for condition in row.conditions {
      let fact = condition.fact
      let possible = counts.filter { $0.fact == fact }.reduce(seen(fact)) {
        FactRules.values(after: $1, from: $0)
      }
      if possible & condition.mask == 0 {
        return (number(of: fact, flow), fact, condition.mask, possible)
      }
    }
    return nil
  }

  private mutating func take(_ row: Row, at step: Step, _ flow: Int, isSkip: Bool) {
    if !isSkip, traits[flow].steps[step.index].contains(.counts) {
      for count in FactRules.counts(of: row, at: step) {
        let number = number(of: count.fact, flow)
        guard !goesUp[number] else { continue }
        goesUp[number] = true
        add(0, to: number, upTo: count.fact.domain)
      }
    }
    if row.hasChanges {
      for change in row.changes {
        add(
          FactRules.values(after: change, from: 1), to: number(of: change.fact, flow),
          upTo: change.fact.domain)
      }
    }
    let next = graph.graphs[flow].next(ofRow: row.index)
    if next >= 0 {
      come(to: next, flow)
    } else if case .flow(let place, let step) = graph.graphs[flow].way(of: row) {
      come(to: step, place)
    }
  }

  /// Gives a fact more values, and looks again at the rows that waited for that.
  private mutating func add(_ new: UInt64, to number: Int, upTo domain: UInt64) {
    let old = values[number]
    values[number] |= new
    // A counter can have all values from the smallest one on.
    if goesUp[number], values[number] != 0 {
      values[number] |= domain & (UInt64.max << UInt64(values[number].trailingZeroBitCount))
    }
    guard values[number] != old else { return }
    waiting += blocked[number]
    blocked[number] = []
  }

  // MARK: What is left

  private mutating func collect(_ place: Int) {
    let own = graph.graphs[place]
    var taken: Set<Row> = []
    var found: [Obstacle] = []
    for step in reached[place].steps {
      for (position, row) in own.rows(of: step).enumerated() {
        let isConditional = traits[place].rows[row.index].contains(.conditions)
        guard isConditional || traits[place].steps[step.index].contains(.unless) else {
          if row.isAnywhere { taken.insert(row.original) }
          continue
        }
        if let obstacle = obstacle(to: row, at: step, place),
          position > 0 || step.unless.isEmpty || !maySkip(step, place)
        {
          found.append(
            Obstacle(
              row: row, fact: obstacle.fact, wanted: obstacle.wanted, possible: obstacle.possible))
        } else if row.isAnywhere {
          taken.insert(row.original)
        }
      }
    }
    // A row that holds anywhere is taken if it is at one of its steps.
    obstacles[place] = found.filter { !$0.row.isAnywhere || !taken.contains($0.row.original) }
  }
}
