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

  init(_ place: Int, in catalogue: CheckedCatalogue) {
    self.catalogue = catalogue
    self.place = place
    graph = catalogue.graph.graphs[place]
    reached = catalogue.reached[place]
    steps = reached.steps
    rows = graph.rows(of: reached)
  }

  /// The flow with a row or step that is read in the other reading.
  ///
  /// - Parameters:
  ///   - arrivals: the steps at which runs come to the flow from others.
  ///   - isSimple: whether the flow has the same rows in both readings.
  init(_ whole: CheckContext, except part: FlowPart, arrivals: [Step], isSimple: Bool) {
    catalogue = whole.catalogue
    place = whole.place
    if case .row(let row) = part, isSimple {
      graph = FlowGraph(whole.graph, retargeting: row)
      reached = CheckedCatalogue.reached(in: graph, arrivals)
      if reached == whole.reached {
        (steps, rows) = (whole.steps, whole.rows)
        return
      }
    } else {
      graph = FlowGraph(
        place, of: whole.catalogue.graph.catalogue, as: whole.catalogue.graph.reading, except: part)
      reached = CheckedCatalogue.reached(in: graph, arrivals)
    }
    steps = reached.steps
    rows = graph.rows(of: reached)
  }

  var flow: Flow { graph.flow }
  /// The steps at which the flow is entered.
  var entries: [Step] { catalogue.graph.entries(of: flow) }
  /// The steps that call the flow.
  var callers: [Step] { catalogue.graph.callers(ofPlace: place) }

  func targetSpan(_ row: Row) -> Span { row.targetSpan(graph.reading(of: row)) }
}

extension Flow {
  /// Whether it has the same rows as written and as meant, each at the same step under the same id, so that
  /// only targets and called flows can differ.
  var hasSameRows: Bool {
    sections.allSatisfy { $0.extensionRow == nil }
      && rowsOfSteps.allSatisfy { row in
        !row.isProposed && row.meantID == nil && row.step == row.step(.meant)
      }
  }
}
