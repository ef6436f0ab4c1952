extension ProcessGraph {
  /// The corners of a sequence flow in the drawing.
  func points(of edge: Edge) -> [(x: Int, y: Int)] {
    guard let from = node(edge.from), let to = node(edge.to) else { return [] }
    let start = exit(from)
    let end = (x: to.x - to.kind.size.width / 2, y: to.y)
    if let channel = edge.channel {
      // Round the right side and above the line of the step.
      let above = to.y - 52
      return [
        start, (channel, from.y), (channel, above), (end.x - 10, above), (end.x - 10, end.y), end,
      ]
    }
    if case .gateway = from.kind, from.y != to.y {
      let below = to.y > from.y
      let side = from.y + (below ? 1 : -1) * from.kind.size.height / 2
      return [(from.x, side), (from.x, end.y), end]
    }
    if start.y == end.y { return [start, end] }
    let isBoundary = from.kind.isBoundary
    let turn = isBoundary ? from.x : (start.x + end.x) / 2
    return [start, (turn, start.y), (turn, end.y), end]
  }

  private func exit(_ node: Node) -> (x: Int, y: Int) {
    node.kind.isBoundary
      ? (node.x, node.y + node.kind.size.height / 2) : (node.x + node.kind.size.width / 2, node.y)
  }
}

extension ProcessGraph.Kind {
  var isBoundary: Bool {
    switch self {
    case .timer, .error: true
    case .start, .end, .userTask, .serviceTask, .task, .scriptTask, .callActivity, .gateway: false
    }
  }
}
