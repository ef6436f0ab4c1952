internal import FlowModel

/// Finds the steps behind which a screen may lie, over all flows: those that Back can leave.
///
/// What may be is spread along rows, go-tos, calls and error flows until nothing changes; every
/// step changes once, so the work is linear in the number of rows.
struct ScreensBehind {
  let result: [[Bool]]

  init(_ world: World) {
    var result = world.graphs.map { Array(repeating: false, count: $0.tables.steps.count) }
    var waiting: [(flow: Int, step: Int)] = []
    for graph in world.graphs {
      for (step, isReached) in world.reached[graph.index].enumerated()
      where isReached && graph.tables.steps[step].activity == .screen {
        waiting.append((graph.index, step))
      }
    }
    while let (flow, step) = waiting.popLast() {
      let graph = world.graphs[flow]
      func mark(_ flow: Int, _ next: Int, from isOwn: Bool) {
        guard !isOwn, !result[flow][next] else { return }
        result[flow][next] = true
        if world.graphs[flow].tables.steps[next].activity != .screen {
          waiting.append((flow, next))
        }
      }
      if let callee = graph.callee(step), !world.catalogue.flows[callee].isOutline {
        mark(callee, 0, from: false)
      }
      for row in graph.rows(of: step) {
        if let next = graph.next(row) {
          mark(flow, next, from: next == step)
        } else {
          let link = graph.link(row)
          guard link.flow >= 0, !world.catalogue.flows[Int(link.flow)].isOutline else { continue }
          mark(Int(link.flow), Int(link.step), from: false)
        }
      }
    }
    self.result = result
  }
}
