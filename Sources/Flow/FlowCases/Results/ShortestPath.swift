package import FlowModel
package import FlowRuntime
internal import FlowTesting

/// Finds a short way to where a row can be taken.
package enum ShortestPath {
  /// A shortest script from the beginning of a flow after which the row can be taken. Nil if the
  /// states that are searched have none.
  package static func before(_ row: Row, from flow: Flow, on program: Program) -> Script? {
    let states = RunStates(flow, on: program, follow: true)
    let graph = states.graph
    guard let roots = graph.stages.first else { return nil }
    var cameBy: [Int32: (node: Int32, edge: Int)] = [:]
    var seen = Set(roots)
    var queue = roots
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      let edges = graph.edges(of: node)
      if edges.contains(where: { program.row(graph.labels[$0]).original == row.original }) {
        var labels: [Int32] = []
        var place = node
        while let way = cameBy[place] {
          labels.append(graph.labels[way.edge])
          place = way.node
        }
        var script = Script(
          flow: flow.id, name: "before-\(row.flow == flow ? row.reference : row.qualified)",
          reading: program.reading,
          moves: labels.reversed().map { .row(program.row($0).qualified) })
        guard let run = try? ScriptRun.run(script, on: program) else { continue }
        script.end = run.ending
        return script
      }
      for edge in edges {
        let target = graph.targets[edge]
        guard target >= 0, seen.insert(target).inserted else { continue }
        cameBy[target] = (node, edge)
        queue.append(target)
      }
    }
    return nil
  }
}
