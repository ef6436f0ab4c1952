internal import FlowModel

/// What a check looks at: one flow, and the world it is in.
struct CheckContext: Sendable {
  let graph: FlowGraph
  let world: World
  /// Which steps can be reached from where the flow is entered.
  let reached: [Bool]

  init(_ flow: Int, in world: World) {
    graph = world.graphs[flow]
    self.world = world
    reached = world.reached[flow]
  }

  /// The flow with one row or step read the other way.
  init(_ flow: Int, in world: World, flip: FlowGraph.Flip) {
    graph = FlowGraph(flow, of: world.catalogue, as: world.reading, flip: flip)
    self.world = world
    reached = graph.reached(from: world.entries[flow])
  }

  var tables: FlowTables { graph.tables }
  var flow: Flow { graph.flow }
  /// The steps that can be reached, in document order.
  var steps: LazyFilterSequence<Range<Int>> { tables.steps.indices.lazy.filter { reached[$0] } }

  /// The rows that can be taken, step by step.
  func forEachRow(_ body: (_ step: Int, _ row: Int) -> Void) {
    for step in steps { for row in graph.rows(of: step) { body(step, row) } }
  }
}
