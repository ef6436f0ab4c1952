internal import FlowModel
internal import FlowRuntime

/// Writes the paths of a book.
struct PathWriter {
  let flow: Flow
  let program: Program
  let follow: Bool
  let limit: Int
  let texts: PathTexts
  let graph: PathGraph
  let cover: TransitionCover
  let labelCover: LabelCover
  let sources: [Int32]
  private let machines: [Machine]
  private let timeless: [Int32]
  let plainStages: Int
  let isComplete: Bool
  private(set) var paths: [PathCriterion: [PathBook.Path]] = [:]
  var totals: [PathCriterion: Int] = [:]
  private(set) var omissions: [String]
  private var starts: [Int32: (PathBook.Path.Start, Machine?)] = [:]

  init(_ flow: Flow, on program: Program, follow: Bool, limit: Int) {
    self.flow = flow
    self.program = program
    self.follow = follow
    self.limit = limit
    let states = RunStates(flow, on: program, follow: follow)
    graph = states.graph
    machines = states.machines
    timeless = states.timeless
    plainStages = follow ? graph.stages.count : states.plainStages
    omissions = states.omissions
    isComplete = states.isComplete
    cover = graph.transitionCover()
    labelCover = graph.labelCover(cover)
    sources = graph.sources()
    texts = PathTexts(flow, on: program, follow: follow, labels: graph.labels)
  }

  var stepCount: Int { Set(graph.places).count }
  var rowCount: Int { Set(graph.labels).count }

  private func row(_ label: Int32) -> Row { texts.row(label) }

  /// The rows that a plain run does not reach: those that need other facts, need entering, or are
  /// never reached.
  func standing() -> (facts: [Row], entry: [Row], never: [Row]) {
    guard !follow else { return ([], [], []) }
    var isEntered: [Int32: Bool] = [:]
    var isPlain: [Int32: Bool] = [:]
    let plainEnd = cover.stageEnds.prefix(plainStages).last ?? 0
    for (place, node) in cover.order.enumerated() {
      for edge in graph.edges(of: node) {
        let label = graph.labels[edge]
        if place < plainEnd { isPlain[label] = true }
        let root = isPlain[label] == true ? 0 : graph.way(to: node, cover).root
        let enters = graph.places[Int(root)] != 0
        isEntered[label] = (isEntered[label] ?? true) && enters
      }
    }
    let rows = flow.rows.filter { $0.target(program.reading) != nil }
    return (
      rows.filter { isPlain[Int32($0.index)] != true && isEntered[Int32($0.index)] == false },
      rows.filter { isPlain[Int32($0.index)] != true && isEntered[Int32($0.index)] == true },
      rows.filter { isEntered[Int32($0.index)] == nil }
    )
  }

  mutating func write(_ criteria: [PathCriterion]) {
    for criterion in criteria where graph.nodeCount > 0 {
      paths[criterion] = []
      switch criterion {
      case .rows: writeRows()
      case .pairs: writePairs()
      case .simple: writeSimple()
      case .loops: writeLoops()
      case .timers: writeTimers()
      case .times: writeTimes()
      }
    }
  }

  // MARK: Criteria

  /// Two labels, one right after the other.
  private struct Pair: Hashable {
    var first: Int32
    var second: Int32
  }

  /// The rows that can follow each other.
  mutating func pairs() -> [RowPair] {
    var seen: Set<RowPair> = []
    return followingPairs().found
      .map { RowPair(first: row($0.first).original, second: row($0.second).original) }
      .filter { seen.insert($0).inserted }
  }

  /// The pairs in the order in which a search finds them, and for each the edge of its first row.
  private mutating func followingPairs() -> (found: [Pair], ways: [Pair: Int32]) {
    var ways: [Pair: Int32] = [:]
    var found: [Pair] = []
    for node in cover.order {
      for edge in graph.edges(of: node) {
        for second in followers(of: edge) {
          let pair = Pair(first: graph.labels[edge], second: second)
          if ways[pair] == nil {
            ways[pair] = Int32(edge)
            found.append(pair)
          }
        }
      }
    }
    return (found, ways)
  }

  private mutating func writePairs() {
    let (found, ways) = followingPairs()
    totals[.pairs] = found.count
    var isShown: Set<Pair> = []
    var chosen: [(Pair, root: Int32, labels: [Int32])] = []
    for pair in found.reversed() where !isShown.contains(pair) {
      guard chosen.count < limit, let edge = ways[pair] else {
        chosen.append((pair, 0, []))
        continue
      }
      var way = graph.way(to: sources[Int(edge)], cover)
      way.labels += [pair.first, pair.second]
      for (first, second) in zip(way.labels, way.labels.dropFirst()) {
        isShown.insert(Pair(first: first, second: second))
      }
      chosen.append((pair, way.root, way.labels))
    }
    for (pair, root, labels) in chosen.reversed() where !labels.isEmpty {
      add(.pairs, .pair(pair.first, pair.second), root, labels)
    }
    tellLeftOut(.pairs, of: chosen.count)
  }

  /// The rows that can come right after an edge. After Back, those of the screen to which the
  /// shortest path leads back.
  private mutating func followers(of edge: Int) -> [Int32] {
    let target = graph.targets[edge]
    if target >= 0 { return graph.edges(of: target).map { graph.labels[$0] } }
    let label = graph.labels[edge]
    guard !follow, row(label).target(program.reading)?.kind.destination == .screen else {
      return []
    }
    let way = graph.way(to: sources[edge], cover)
    guard let machine = machine(after: way.labels + [label], from: way.root), !machine.hasEnded,
      machine.step.flow == flow
    else { return [] }
    return machine.step.rows(program.reading).filter { $0.conditions.isEmpty }
      .map { Int32($0.index) }
  }

  private mutating func writeSimple() {
    var list = PathList()
    var end = PathGraph.SearchEnd.complete
    var seen: Set<[Int32]> = []
    var kept: [(root: Int32, labels: [Int32])] = []
    let most = max(limit, 100_000)
    for root in graph.stages.prefix(plainStages).joined() {
      let start = list.count
      let found = graph.simplePaths(from: root, limit: most, into: &list)
      if found != .complete { end = found }
      for index in start..<list.count where seen.insert(list[index]).inserted {
        kept.append((root, list[index]))
      }
      if list.count >= most { break }
    }
    totals[.simple] = kept.count
    for (root, labels) in kept.prefix(limit) {
      add(.simple, .whole, root, labels)
    }
    switch end {
    case .complete: tellLeftOut(.simple, of: kept.count)
    case .limit:
      omissions.append(
        "simple: more than \(most) paths; \(min(limit, kept.count)) of them are listed")
    case .patience:
      omissions.append(
        "simple: the search was given up after 16,777,216 steps; there may be more paths")
    }
  }

  private mutating func writeLoops() {
    var count = 0
    var seen: Set<Int32> = []
    for (edge, head) in graph.closingEdges(timeless) where cover.isReached(sources[Int(edge)]) {
      guard seen.insert(graph.labels[Int(edge)]).inserted else { continue }
      guard let inside = graph.way(from: head, to: sources[Int(edge)]) else { continue }
      count += 1
      guard count <= limit else { continue }
      let way = graph.way(to: head, cover)
      let label = graph.labels[Int(edge)]
      add(.loops, .row(label), way.root, way.labels + inside + [label])
    }
    totals[.loops] = count
    tellLeftOut(.loops, of: count)
  }

  private mutating func writeTimers() {
    let goals = labelCover.chosen.enumerated().filter {
      $0.element >= 0 && row(Int32($0.offset)).after != nil
    }
    totals[.timers] = goals.count
    for (label, edge) in goals { add(.timers, .row(Int32(label)), through: edge) }
    tellLeftOut(.timers, of: goals.count)
  }

  private mutating func writeTimes() {
    var seen: Set<String> = []
    for node in cover.order {
      for edge in graph.edges(of: node) {
        let label = graph.labels[edge]
        let counters = machines[Int(node)].counters(seenBy: row(label))
        guard !counters.isEmpty else { continue }
        let name = "\(texts.reference(label))-\(counters.joined(separator: "-"))"
        guard seen.insert(name).inserted, seen.count <= limit else { continue }
        add(.times, .times(name), through: Int32(edge))
      }
    }
    totals[.times] = seen.count
    tellLeftOut(.times, of: seen.count)
  }

  // MARK: Paths

  mutating func tellLeftOut(_ criterion: PathCriterion, of count: Int) {
    let listed = paths[criterion]?.count ?? 0
    guard count > listed else { return }
    omissions.append("\(criterion.rawValue): \(listed) of \(count) paths are listed")
  }

  mutating func add(
    _ criterion: PathCriterion, _ subject: PathBook.Path.Subject, through edge: Int32
  ) {
    let way = graph.way(to: sources[Int(edge)], cover)
    add(criterion, subject, way.root, way.labels + [graph.labels[Int(edge)]])
  }

  mutating func add(
    _ criterion: PathCriterion, _ subject: PathBook.Path.Subject, _ root: Int32,
    _ labels: [Int32]
  ) {
    guard paths[criterion, default: []].count < limit else { return }
    let (start, machine) = start(at: root)
    var path = PathBook.Path(
      criterion: criterion, subject: subject, start: start, labels: labels, ending: .told(""),
      texts: texts)
    if let machine, let end = PathRun(labels, from: machine, texts)?.end {
      path.ending = end
    } else {
      do {
        let run = try ScriptRun.run(path.script, on: program, anyway: true)
        // The timer of a section or flow runs out once, and may come before another one.
        if let entry = run.refused.first(where: { $0.row.after != nil && $0.row.isAnywhere }) {
          omissions.append("\(path.name) cannot be run: \(entry.row.reference) is not due there")
          return
        }
        path.ending = .told(run.ending)
      } catch {
        omissions.append("\(path.name) cannot be run: \(error)")
        return
      }
    }
    paths[criterion, default: []].append(path)
  }

  /// The machine after rows. Nil if they cannot be run.
  private mutating func machine(after labels: [Int32], from root: Int32) -> Machine? {
    let (start, machine) = start(at: root)
    if let machine, let run = PathRun(labels, from: machine, texts) { return run.machine }
    let path = PathBook.Path(
      criterion: .pairs, subject: .whole, start: start, labels: labels, ending: .told(""),
      texts: texts)
    return try? ScriptRun.run(path.script, on: program, anyway: true).machine
  }

  /// How paths from a node start, and the machine with which their scripts would start.
  mutating func start(at root: Int32) -> (PathBook.Path.Start, Machine?) {
    if let known = starts[root] { return known }
    let state = machines[Int(root)]
    let enters = !follow && state.step.index != 0
    let start = PathBook.Path.Start(
      from: enters ? state.step.id : nil,
      facts: zip(program.facts, state.factValues).filter { $1 != 0 }.map {
        ($0.name, $0.values[Int($1)])
      })
    var machine = enters ? program.start(at: state.step) : program.start(flow)
    machine?.facts = state.facts
    machine?.startOver()
    starts[root] = (start, machine)
    return (start, machine)
  }
}
