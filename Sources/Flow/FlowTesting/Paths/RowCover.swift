/// Few walks through a part of a graph that together take every label which is first found there.
///
/// A walk that enters a component can take everything inside it before it goes on. So only the ways
/// between components count, and the fewest are a minimum flow: each component has an arc from
/// where it is entered (node 2c) to where it is left (2c + 1), and one from there to the sink, for
/// walks that end in it.
///
/// That is exact for labels that a single edge has. One that several edges have, in different
/// states of a step, goes where a walk comes by, or can be led by without another walk; only then
/// it gets one more.
struct RowCover {
  /// An edge that takes a label, and its arc. Inside of a component that is the component's.
  private struct Candidate {
    let arc: Int
    let edge: Int32
  }

  private let graph: PathGraph
  private let cover: TransitionCover
  /// For every edge of the graph, the node it starts at.
  private let sources: [Int32]
  private let nodes: [Int32]
  /// For every node of the graph, its place among `nodes`, or -1.
  private let places: [Int32]
  /// For every place, its component.
  private let components: [Int32]
  private let count: Int
  private var flow: MinimumFlow
  /// For every arc its edge, or its root as `-1 - node`; `none` for those of a component.
  private var meanings: [Int32]
  private static let none = Int32.max
  /// For every place, the arc of the edge or root by which it is reached first; -1 if that edge is
  /// inside of its component.
  private var entries: [Int32]
  /// For every label, in the order in which they are found, the edges that take it.
  private var candidates: [[Candidate]] = []
  /// For every label, which of them is demanded; -1 as long as none is.
  private var choices: [Int] = []
  /// How many arcs may still be looked at. Then there are more walks than needed.
  private var patience: Int

  private var source: Int32 { Int32(2 * count) }
  private var sink: Int32 { Int32(2 * count + 1) }

  /// - Parameters:
  ///   - part: the part, as a range of `cover.order`: what some stages reach first.
  ///   - chosen: for every label to take, the first edge that does; -1 for others.
  ///   - sources: for every edge of the graph, the node it starts at.
  init(
    _ graph: PathGraph, _ cover: TransitionCover, part: Range<Int>, chosen: [Int32],
    sources: [Int32]
  ) {
    (self.graph, self.cover, self.sources) = (graph, cover, sources)
    nodes = Array(cover.order[part])
    var places = [Int32](repeating: -1, count: graph.nodeCount)
    for (place, node) in nodes.enumerated() { places[Int(node)] = Int32(place) }
    self.places = places
    components = graph.components(of: nodes, places: places)
    count = Int((components.max() ?? -1) + 1)
    entries = Array(repeating: -1, count: nodes.count)
    flow = MinimumFlow(nodeCount: 2 * count + 2)
    meanings = Array(repeating: RowCover.none, count: 2 * count)
    patience = 1 << 24 + 64 * graph.edgeCount
    for component in 0..<Int32(count) {
      _ = flow.add(from: 2 * component, to: 2 * component + 1)
    }
    for component in 0..<Int32(count) { _ = flow.add(from: 2 * component + 1, to: sink) }
    connect(chosen)
    choices = Array(repeating: -1, count: candidates.count)
    meetSingle()
    for label in ranked(Array(candidates.indices)) where choices[label] < 0 { meet(label) }
    improve()
  }

  /// Labels in the order in which they are met: deepest first, and first what has fewest
  /// candidates, since it decides where walks go. What leaves the graph comes last: wherever a walk
  /// ends, it can leave if there is such a row.
  private func ranked(_ labels: [Int]) -> [Int] {
    func rank(_ label: Int) -> (Int, Int, Int) {
      let leaves = candidates[label].allSatisfy { flow.heads[$0.arc] == sink }
      return (leaves ? 1 : 0, candidates[label].count, -label)
    }
    return labels.sorted { rank($0) < rank($1) }
  }

  private func place(of node: Int32) -> Int { node < 0 ? -1 : Int(places[Int(node)]) }

  // MARK: The network

  /// Adds the arcs of roots and edges, and finds the candidates of each label, in the order in
  /// which labels are found.
  private mutating func connect(_ chosen: [Int32]) {
    var indices: [Int32: Int] = [:]
    // One edge of a label is enough in a component that it does not leave for another one.
    var seen: Set<Int> = []
    for (here, node) in nodes.enumerated() {
      let component = Int(components[here])
      if cover.entry[Int(node)] < 0 {
        entries[here] = Int32(flow.add(from: source, to: Int32(2 * component)))
        meanings.append(-1 - node)
      }
      for edge in graph.edges(of: node) {
        let label = graph.labels[edge]
        let first = Int(chosen[Int(label)])
        let isWanted = first >= 0 && place(of: sources[first]) >= 0
        let there = place(of: graph.targets[edge])
        var arc = component
        if there < 0 || components[there] == components[here] {
          guard isWanted, seen.insert(Int(label) * (count + 1) + component).inserted else {
            continue
          }
        }
        if there < 0 || components[there] != components[here] {
          arc = flow.add(
            from: Int32(2 * component + 1), to: there < 0 ? sink : 2 * components[there])
          meanings.append(Int32(edge))
          if there >= 0, cover.entry[Int(nodes[there])] == edge { entries[there] = Int32(arc) }
        }
        guard isWanted else { continue }
        let index = indices[label, default: candidates.count]
        if index == candidates.count {
          indices[label] = index
          candidates.append([])
        }
        candidates[index].append(Candidate(arc: arc, edge: Int32(edge)))
      }
    }
    flow.sortArcs()
  }

  // MARK: Walks

  /// Finds the fewest walks that take the labels of single edges.
  private mutating func meetSingle() {
    // How many walks have to come to a place. Those to an edge by which a place is reached first go
    // on from there.
    var walks = [Int32](repeating: 0, count: nodes.count)
    var needsEntry = [Bool](repeating: false, count: nodes.count)
    for label in candidates.indices where candidates[label].count == 1 {
      let candidate = candidates[label][0]
      let isEntered = candidate.arc < count && flow.isDemanded(candidate.arc)
      choose(0, for: label)
      guard !isEntered else { continue }
      let there = place(of: graph.targets[Int(candidate.edge)])
      if there >= 0, entries[there] == candidate.arc {
        needsEntry[there] = true
      } else {
        walks[place(of: sources[Int(candidate.edge)])] += 1
        end(by: candidate)
      }
    }
    // Backwards, so that the walks to all places beyond a place are known.
    for here in nodes.indices.reversed() {
      if walks[here] == 0, needsEntry[here] {
        walks[here] = 1
        flow.flows[count + Int(components[here])] += 1
      }
      enter(here, walks[here])
      let node = Int(nodes[here])
      if cover.entry[node] >= 0 { walks[place(of: cover.parent[node])] += walks[here] }
    }
    flow.reduce(from: source, to: sink, patience: &patience)
  }

  private mutating func choose(_ choice: Int, for label: Int) {
    choices[label] = choice
    flow.demand(candidates[label][choice].arc)
  }

  /// Takes a label by a walk that there is, or by one more.
  private mutating func meet(_ label: Int) {
    guard !meetByOthers(label), let first = candidates[label].first else { return }
    choose(0, for: label)
    end(by: first)
    var node = sources[Int(first.edge)]
    enter(place(of: node), 1)
    while cover.entry[Int(node)] >= 0 {
      node = cover.parent[Int(node)]
      enter(place(of: node), 1)
    }
  }

  /// Takes a label by a walk that there is, if one comes by or can be led by.
  private mutating func meetByOthers(_ label: Int) -> Bool {
    let candidates = candidates[label]
    let choice =
      candidates.firstIndex { flow.flows[$0.arc] > 0 }
      ?? candidates.firstIndex { flow.lead(by: $0.arc, patience: &patience) }
    guard let choice else { return false }
    choose(choice, for: label)
    return true
  }

  /// How many edges the walks have that leave a component.
  private var edgeCount: Int {
    meanings.indices.reduce(0) { meanings[$1] == RowCover.none ? $0 : $0 + Int(flow.flows[$1]) }
  }

  /// Gives up walks whose labels the others can take.
  private mutating func improve() {
    // Each label of a single edge needs its walk.
    var isImproved = candidates.contains { $0.count > 1 } && edgeCount < 1 << 20
    while isImproved {
      isImproved = false
      for walk in walksByArcs() {
        guard patience > 0 else { return }
        let before = (flow, choices)
        for arc in walk { flow.flows[arc] -= 1 }
        let lost = choices.indices.filter { flow.flows[candidates[$0][choices[$0]].arc] == 0 }
        for label in lost { flow.release(candidates[label][choices[label]].arc) }
        isImproved = ranked(lost).allSatisfy { meetByOthers($0) }
        if isImproved { break }
        (flow, choices) = before
      }
    }
  }

  /// The walks, as their arcs.
  private func walksByArcs() -> [[Int]] {
    var flows = flow.flows
    var leaving = [[Int]](repeating: [], count: 2 * count + 2)
    for arc in flows.indices where flows[arc] > 0 { leaving[Int(flow.tails[arc])].append(arc) }
    var walks: [[Int]] = []
    while !leaving[Int(source)].isEmpty {
      var walk: [Int] = []
      var place = Int(source)
      // Edges come before the end in a component, which has an earlier arc.
      while let arc = leaving[place].last {
        flows[arc] -= 1
        if flows[arc] == 0 { leaving[place].removeLast() }
        walk.append(arc)
        place = Int(flow.heads[arc])
      }
      walks.append(walk)
    }
    return walks
  }

  /// Walks come to a place by the edge by which it is reached first.
  private mutating func enter(_ place: Int, _ walks: Int32) {
    guard entries[place] >= 0 else { return }
    flow.flows[Int(entries[place])] += walks
    flow.flows[Int(components[place])] += walks
  }

  /// A walk ends by an edge, or in the component to which it leads.
  private mutating func end(by candidate: Candidate) {
    var component = candidate.arc
    if candidate.arc >= count {
      flow.flows[candidate.arc] += 1
      let there = place(of: graph.targets[Int(candidate.edge)])
      guard there >= 0 else { return }
      component = Int(components[there])
      flow.flows[component] += 1
    }
    flow.flows[count + component] += 1
  }

  /// The walks, as their edges. Nil if they have more than so many edges, or take too long to
  /// write.
  func walks(most: Int) -> [GraphWalk]? {
    let chosen = zip(candidates, choices).map { $0[$1] }
    var writer = WalkWriter(
      graph: graph, sources: sources, nodes: nodes, places: places, components: components,
      left: Set(chosen.filter { $0.arc < count }.map(\.edge)),
      patience: 1 << 24 + 64 * graph.edgeCount)
    var walks: [GraphWalk] = []
    var left = most
    guard edgeCount <= most else { return nil }
    for arcs in walksByArcs() {
      writer.begin(at: -1 - (arcs.first.map { meanings[$0] } ?? -1))
      for arc in arcs.dropFirst() where meanings[arc] != RowCover.none {
        writer.take(meanings[arc])
      }
      left -= writer.walk.edges.count
      guard left >= 0, writer.patience > 0 else { return nil }
      walks.append(writer.walk)
    }
    return walks
  }
}
