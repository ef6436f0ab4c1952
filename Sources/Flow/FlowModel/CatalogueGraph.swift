/// The graphs of all flows of a catalogue in one reading, and how the flows lead to each other.
public struct CatalogueGraph: Sendable {
  /// The catalogue.
  public let catalogue: Catalogue
  /// The reading.
  public let reading: Reading
  /// The graphs of the flows, in the catalogue's order.
  public let graphs: [FlowGraph]
  /// For every flow what leads out of it.
  package let crossings: [Crossings]
  /// The place of every flow in the catalogue.
  package let places: [Flow: Int]
  /// For every flow the steps that call it, the rows that lead to it, those that lead to it as
  /// their error flow, and the steps other than the first at which it is entered.
  private let callers: Grouped<Step>
  private let arrivals: Grouped<Row>
  private let failures: Grouped<Row>
  private let laterEntries: Grouped<Step>

  /// What leads out of a flow to flows that are written.
  package struct Crossings: Sendable {
    /// The steps that call flows, with the places of these. Outlines are among them.
    package var calls: [(step: Step, callee: Int)] = []
    /// The rows that lead to steps of flows, also of their own.
    package var gotos: [(row: Row, flow: Int, step: Int)] = []
    /// The rows that lead to error flows.
    package var errors: [(row: Row, flow: Int)] = []

    init(_ graph: FlowGraph) {
      for step in graph.flow.steps {
        if let callee = graph.calleePlace(of: step) { calls.append((step, callee)) }
      }
      for row in graph.leavings {
        switch graph.way(of: row) {
        case .flow(let flow, let step): gotos.append((row, flow, step))
        case .error(let flow, _): errors.append((row, flow))
        case .step, .outline, .exit, .missing, nil: break
        }
      }
    }
  }

  /// Builds the graphs of all flows.
  public init(_ catalogue: Catalogue, as reading: Reading) {
    self.catalogue = catalogue
    self.reading = reading
    let flows = catalogue.flows
    let graphs = flows.indices.map { FlowGraph($0, of: catalogue, as: reading) }
    let crossings = graphs.map { Crossings($0) }
    (self.graphs, self.crossings) = (graphs, crossings)
    var places: [Flow: Int] = [:]
    places.reserveCapacity(flows.count)
    for (place, flow) in flows.enumerated() { places[flow] = place }
    self.places = places
    var callers: [(Int, Step)] = []
    var (arrivals, failures) = ([(Int, Row)](), [(Int, Row)]())
    var laterEntries = callers
    for leading in crossings {
      for (step, callee) in leading.calls { callers.append((callee, step)) }
      for (row, flow, step) in leading.gotos {
        arrivals.append((flow, row))
        if step > 0 { laterEntries.append((flow, flows[flow].step(at: step))) }
      }
      for (row, flow) in leading.errors { failures.append((flow, row)) }
    }
    self.callers = Grouped(callers, groups: flows.count)
    self.arrivals = Grouped(arrivals, groups: flows.count)
    self.failures = Grouped(failures, groups: flows.count)
    self.laterEntries = Grouped(laterEntries, groups: flows.count)
  }

  /// The steps that call a flow.
  public func callers(of flow: Flow) -> [Step] { places[flow].map { Array(callers[$0]) } ?? [] }

  /// The rows of other flows that lead to a flow with `goto`.
  public func arrivals(at flow: Flow) -> [Row] { places[flow].map { Array(arrivals[$0]) } ?? [] }

  /// The rows of all flows that lead to a flow as their error flow.
  public func failures(at flow: Flow) -> [Row] { places[flow].map { Array(failures[$0]) } ?? [] }

  /// The steps at which a flow is entered: its first step, and those that a `goto` names.
  public func entries(of flow: Flow) -> [Step] {
    (flow.firstStep.map { [$0] } ?? []) + (places[flow].map { laterEntries[$0] } ?? [])
  }

  /// The steps that call the flow at a place.
  package func callers(ofPlace place: Int) -> ArraySlice<Step> { callers[place] }
  /// The rows that lead to the flow at a place with `goto`.
  package func arrivals(atPlace place: Int) -> ArraySlice<Row> { arrivals[place] }
  /// The steps other than the first at which the flow at a place is entered.
  package func laterEntries(ofPlace place: Int) -> ArraySlice<Step> { laterEntries[place] }
}

/// Elements in groups by number, all in one array.
private struct Grouped<Element: Sendable>: Sendable {
  private let elements: [Element]
  /// The elements of group `g` are `elements[starts[g]..<starts[g + 1]]`.
  private let starts: [Int]

  /// - Parameter pairs: groups and elements. Those of a group stay in their order.
  init(_ pairs: [(Int, Element)], groups: Int) {
    var starts = [Int](repeating: 0, count: groups + 1)
    for (group, _) in pairs { starts[group + 1] += 1 }
    for group in 0..<groups { starts[group + 1] += starts[group] }
    var places = starts
    var order = [Int](repeating: 0, count: pairs.count)
    for (index, (group, _)) in pairs.enumerated() {
      order[places[group]] = index
      places[group] += 1
    }
    elements = order.map { pairs[$0].1 }
    self.starts = starts
  }

  subscript(group: Int) -> ArraySlice<Element> { elements[starts[group]..<starts[group + 1]] }
}
