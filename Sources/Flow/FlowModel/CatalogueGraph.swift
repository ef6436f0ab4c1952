/// The graphs of all flows of a catalogue in one reading, and how the flows lead to each other.
public struct CatalogueGraph: Sendable {
  /// The catalogue.
  public let catalogue: Catalogue
  /// The reading.
  public let reading: Reading
  /// The graphs of the flows, in the catalogue's order.
  public let graphs: [FlowGraph]
  private var callers: [Flow: [Step]] = [:]
  private var arrivals: [Flow: [Row]] = [:]
  private var failures: [Flow: [Row]] = [:]
  private var entries: [Flow: [Step]] = [:]

  /// Builds the graphs of all flows.
  public init(_ catalogue: Catalogue, as reading: Reading) {
    self.init(catalogue, as: reading, before: nil)
  }

  /// Builds the graphs of all flows.
  ///
  /// - Parameter before: the graphs of a catalogue of which most flows are the same.
  package init(_ catalogue: Catalogue, as reading: Reading, before: CatalogueGraph?) {
    self.catalogue = catalogue
    self.reading = reading
    graphs = catalogue.flows.indices.map { place in
      guard let before, place < before.graphs.count,
        before.graphs[place].flow == catalogue.flows[place]
      else { return FlowGraph(place, of: catalogue, as: reading) }
      return FlowGraph(before.graphs[place], place, of: catalogue)
    }
    for graph in graphs {
      for step in graph.flow.steps {
        if let callee = graph.callee(of: step) { callers[callee, default: []].append(step) }
      }
      for row in graph.leavings {
        switch graph.successor(of: row) {
        case .flow(let step):
          arrivals[step.flow, default: []].append(row)
          if step.index > 0 { entries[step.flow, default: []].append(step) }
        case .error(let step): failures[step.flow, default: []].append(row)
        case .step, .outline, .exit, .missing, nil: break
        }
      }
    }
  }

  /// The steps that call a flow.
  public func callers(of flow: Flow) -> [Step] { callers[flow] ?? [] }

  /// The rows of other flows that lead to a flow with `goto`.
  public func arrivals(at flow: Flow) -> [Row] { arrivals[flow] ?? [] }

  /// The rows of all flows that lead to a flow as their error flow.
  public func failures(at flow: Flow) -> [Row] { failures[flow] ?? [] }

  /// The steps at which a flow is entered: its first step, and those that a `goto` names.
  public func entries(of flow: Flow) -> [Step] {
    (flow.firstStep.map { [$0] } ?? []) + (entries[flow] ?? [])
  }
}
