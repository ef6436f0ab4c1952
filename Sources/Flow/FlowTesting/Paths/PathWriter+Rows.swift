// The paths that take every row.
extension PathWriter {
  mutating func writeRows() {
    totals[.rows] = labelCover.chosen.count { $0 >= 0 }
    guard let walks = rowWalks() else {
      for goal in labelCover.goals {
        add(.rows, .row(graph.labels[Int(goal)]), through: goal)
      }
      return tellLeftOut(.rows, of: labelCover.goals.count)
    }
    for walk in walks {
      guard let last = walk.edges.last else { continue }
      add(.rows, .row(graph.labels[Int(last)]), walk.root, labels(of: walk))
    }
    tellLeftOut(.rows, of: walks.count)
  }

  /// The most rows that few walks may have together. If there are more, the shortest ways are
  /// listed.
  private static let mostRows = 1 << 21

  /// Few walks that take every row, each ending with a row that no other one takes, in the order in
  /// which a search finds these rows. Nil if they are too long.
  private mutating func rowWalks() -> [GraphWalk]? {
    let ends = partEnds()
    let parts = partsOfLabels(ends)
    var walks = LabelWalks(graph, parts: parts)
    // States do not tell how long their timers have run. What a walk cannot reach in time is for
    // other ones, and in the end for shortest ways.
    var left = PathWriter.mostRows
    for _ in 0..<4 {
      let chosen = zip(labelCover.chosen, walks.isTaken).map { $1 ? -1 : $0 }
      guard chosen.contains(where: { $0 >= 0 }) else { break }
      for (part, end) in ends.enumerated() {
        let first = part == 0 ? 0 : ends[part - 1]
        let few = RowCover(graph, cover, part: first..<end, chosen: chosen, sources: sources)
        guard let found = few.walks(most: left) else { return nil }
        for walk in found {
          left -= walk.edges.count
          walks.add(runnable(walk), part: part)
        }
      }
    }
    walks.shorten()
    // Where a walk ends now, it may not stand still.
    walks.replace { runnable($0) }
    for goal in graph.labelCover(cover, besides: walks.isTaken).goals {
      var walk = graph.walk(to: sources[Int(goal)], cover)
      walk.edges.append(goal)
      walks.add(walk, part: parts[Int(graph.labels[Int(goal)])])
    }
    return walks.sorted(by: placesOfLabels())
  }

  /// The beginning of a walk, as far as it can be run.
  private mutating func runnable(_ walk: GraphWalk) -> GraphWalk {
    guard let machine = start(at: walk.root).1 else { return GraphWalk(root: walk.root) }
    let count = PathRun.count(labels(of: walk), from: machine, texts)
    return GraphWalk(root: walk.root, edges: Array(walk.edges.prefix(count)))
  }

  private func labels(of walk: GraphWalk) -> [Int32] { walk.edges.map { graph.labels[Int($0)] } }

  /// For every label, the part of the search that finds it first; -1 if none does.
  private func partsOfLabels(_ ends: [Int]) -> [Int] {
    var parts = [Int](repeating: -1, count: labelCover.chosen.count)
    var part = 0
    for (place, node) in cover.order.enumerated() {
      while part < ends.count, place >= ends[part] { part += 1 }
      for edge in graph.edges(of: node) where parts[Int(graph.labels[edge])] < 0 {
        parts[Int(graph.labels[edge])] = part
      }
    }
    return parts
  }

  /// For every label, when the search finds it.
  private func placesOfLabels() -> [Int] {
    var places = [Int](repeating: 0, count: labelCover.chosen.count)
    var place = 1
    for node in cover.order {
      for edge in graph.edges(of: node) where places[Int(graph.labels[edge])] == 0 {
        places[Int(graph.labels[edge])] = place
        place += 1
      }
    }
    return places
  }

  /// Where the parts of the search end whose rows need paths of their own: those of runs as they
  /// begin, with other first values of facts, and entered at a step.
  private func partEnds() -> [Int] {
    var ends: [Int] = []
    var kinds: [Int] = []
    for (stage, end) in cover.stageEnds.enumerated() {
      let root = graph.stages[stage].first ?? 0
      let kind = stage < plainStages ? 0 : graph.places[Int(root)] == 0 ? 1 : 2
      if kinds.last == kind { ends.removeLast() } else { kinds.append(kind) }
      ends.append(end)
    }
    return ends
  }
}
