internal import Diagnostics
internal import FlowModel

/// The input of a check: one flow, with the catalogue it belongs to.
struct CheckContext: Sendable {
  let graph: FlowGraph
  let catalogue: CheckedCatalogue
  /// The steps that can be reached from the entries of the flow.
  let reached: StepSet
  /// The reached steps, in document order.
  let steps: [Step]
  /// The rows of the reached steps, in document order.
  let rows: [Row]

  /// - Parameter exception: a row or step that is read in the other reading.
  init(_ flow: Int, in catalogue: CheckedCatalogue, except exception: FlowPart? = nil) {
    self.catalogue = catalogue
    if let exception {
      let whole = catalogue.graph
      graph = FlowGraph(flow, of: whole.catalogue, as: whole.reading, except: exception)
      reached = catalogue.reached(in: graph)
    } else {
      graph = catalogue.graph.graphs[flow]
      reached = catalogue.reached[flow]
    }
    steps = reached.steps
    rows = steps.flatMap { [graph] in graph.rows(of: $0) }
  }

  var flow: Flow { graph.flow }
  /// The steps at which the flow is entered.
  var entries: [Step] { catalogue.graph.entries(of: flow) }
  /// The steps that call the flow.
  var callers: [Step] { catalogue.graph.callers(of: flow) }

  func targetSpan(_ row: Row) -> Span { row.targetSpan(graph.reading(of: row)) }
}
