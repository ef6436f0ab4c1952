internal import Diagnostics
internal import FlowModel

/// What a check looks at: one flow, and the catalogue it is in.
struct CheckContext: Sendable {
  let graph: FlowGraph
  let catalogue: CheckedCatalogue
  /// Which steps can be reached from where the flow is entered.
  let reached: StepSet
  /// These steps, in document order.
  let steps: [Step]
  /// The rows that can be taken, step by step.
  let rows: [Row]

  /// - Parameter exception: the row or step that is read the other way.
  init(_ flow: Int, in catalogue: CheckedCatalogue, except exception: FlowPart? = nil) {
    self.catalogue = catalogue
    if let exception {
      let whole = catalogue.graph
      graph = FlowGraph(flow, of: whole.catalogue, as: whole.reading, except: exception)
      reached = graph.reachable(from: whole.entries(of: graph.flow))
    } else {
      graph = catalogue.graph.graphs[flow]
      reached = catalogue.reached[flow]
    }
    steps = reached.steps
    rows = steps.flatMap { [graph] in graph.rows(of: $0) }
  }

  var flow: Flow { graph.flow }
  /// Where the flow is entered.
  var entries: [Step] { catalogue.graph.entries(of: flow) }
  /// The steps that call the flow.
  var callers: [Step] { catalogue.graph.callers(of: flow) }

  func targetSpan(_ row: Row) -> Span { row.targetSpan(graph.reading(of: row)) }
}
