internal import Diagnostics
internal import FlowModel

/// The input of a check: one flow, with the catalogue it belongs to.
struct CheckContext: Sendable {
  let graph: FlowGraph
  let catalogue: CheckedCatalogue
  /// The place of the flow in the catalogue.
  let place: Int
  /// The steps that can be reached from the entries of the flow.
  let reached: StepSet
  /// The reached steps, in document order.
  let steps: [Step]
  /// The rows of the reached steps, in document order.
  let rows: [Row]
  /// What the steps and rows are like, by their numbers.
  let traits: FlowTraits
  /// The rows at which secrets are entered, reached or not.
  let secretEntries: [SecretEntry]
  /// The steps at which runs come to the flow from outside, by their indices.
  let outerEntries: [Int]
  /// The facts that rows depend on, with the values for which sections are meant.
  let demands: [SectionDemands]

  init(_ place: Int, in catalogue: CheckedCatalogue) {
    self.catalogue = catalogue
    self.place = place
    graph = catalogue.graph.graphs[place]
    reached = catalogue.reached[place]
    steps = reached.steps
    rows = graph.rows(of: reached)
    traits = catalogue.traits[place]
    secretEntries = SecretEntry.all(in: graph, traits)
    demands = SectionDemands.all(in: graph.flow, traits)
    outerEntries = catalogue.outerEntries(of: place).map(\.index)
  }

  /// The flow with a row or step that is read in the other reading.
  ///
  /// - Parameters:
  ///   - arrivals: the steps at which runs come to the flow from others.
  ///   - isSimple: whether the flow has the same rows in both readings.
  init(_ whole: CheckContext, except part: FlowPart, arrivals: [Step], isSimple: Bool) {
    catalogue = whole.catalogue
    place = whole.place
    (traits, demands, outerEntries) = (whole.traits, whole.demands, whole.outerEntries)
    if case .row(let row) = part, isSimple {
      secretEntries = whole.secretEntries
      graph = FlowGraph(whole.graph, retargeting: row)
      reached = CheckedCatalogue.reached(in: graph, arrivals)
      if reached == whole.reached {
        (steps, rows) = (whole.steps, whole.rows)
        return
      }
    } else {
      graph = FlowGraph(
        place, of: whole.catalogue.graph.catalogue, as: whole.catalogue.graph.reading, except: part)
      secretEntries = SecretEntry.all(in: graph, traits)
      reached = CheckedCatalogue.reached(in: graph, arrivals)
    }
    steps = reached.steps
    rows = graph.rows(of: reached)
  }

  var flow: Flow { graph.flow }
  /// The steps at which the flow is entered.
  var entries: [Step] { catalogue.graph.entries(of: flow) }
  /// The steps that call the flow.
  var callers: ArraySlice<Step> { catalogue.graph.callers(ofPlace: place) }

  /// The rows of the reached steps that have one of these traits, in document order.
  func rows(_ wanted: FlowTraits.RowTraits) -> [Row] {
    guard !traits.ofRows.isDisjoint(with: wanted) else { return [] }
    return graph.rows(of: reached) { !traits.rows[$0].isDisjoint(with: wanted) }
  }

  /// The rows of the reached steps that lead out of the flow in this way, in document order.
  func rows(leading kind: Target.Kind) -> [Row] { graph.rows(of: reached, leading: kind) }

  /// The reached steps that have one of these traits, in document order.
  func steps(_ wanted: FlowTraits.StepTraits) -> [Step] {
    guard !traits.ofSteps.isDisjoint(with: wanted) else { return [] }
    var found: [Step] = []
    for step in traits.steps.indices
    where reached.contains(step) && !traits.steps[step].isDisjoint(with: wanted) {
      found.append(flow.step(at: step))
    }
    return found
  }

  /// The steps that have one of these traits, reached or not, in document order.
  func allSteps(_ wanted: FlowTraits.StepTraits) -> [Step] {
    guard !traits.ofSteps.isDisjoint(with: wanted) else { return [] }
    return traits.steps.indices.filter { !traits.steps[$0].isDisjoint(with: wanted) }
      .map(flow.step(at:))
  }

  /// The reached steps that have a row with one of these traits, in document order.
  func steps(withRows wanted: FlowTraits.RowTraits) -> [Step] {
    var found: [Step] = []
    for row in rows(wanted) where found.last?.index != graph.step(ofRow: row.index) {
      found.append(graph.step(of: row))
    }
    return found
  }

  func targetSpan(_ row: Row) -> Span { row.targetSpan(graph.reading(of: row)) }
}

extension Flow {
  /// Whether it has the same rows as written and as meant, each at the same step under the same id,
  /// so that only targets and called flows can differ.
  var hasSameRows: Bool {
    sections.allSatisfy { $0.extensionRow == nil }
      && rowsOfSteps.allSatisfy { row in
        !row.isProposed && row.meantID == nil && row.step == row.step(.meant)
      }
  }
}
