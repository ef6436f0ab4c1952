internal import FlowModel
internal import FlowRuntime

/// Writes the paths of a book.
struct PathWriter {
  let flow: Flow
  let program: Program
  let follow: Bool
  let limit: Int
  private let graph: PathGraph
  private let cover: TransitionCover
  private let labelCover: LabelCover
  private let sources: [Int32]
  private let machines: [Machine]
  private let plainStages: Int
  private(set) var paths: [PathCriterion: [PathBook.Path]] = [:]
  private(set) var totals: [PathCriterion: Int] = [:]
  private(set) var omissions: [String]

  init(_ flow: Flow, on program: Program, follow: Bool, limit: Int) {
    self.flow = flow
    self.program = program
    self.follow = follow
    self.limit = limit
    let states = RunStates(flow, on: program, follow: follow)
    graph = states.graph
    machines = states.machines
    plainStages = follow ? graph.stages.count : states.plainStages
    omissions = states.omissions
    cover = graph.transitionCover()
    labelCover = graph.labelCover(cover)
    sources = graph.sources()
  }

  var stepCount: Int { Set(graph.places).count }
  var rowCount: Int { Set(graph.labels).count }

  private func row(_ label: Int32) -> Row {
    follow ? program.row(label) : Row(tables: flow.tables, index: Int(label))
  }

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

  private mutating func writeRows() {
    totals[.rows] = labelCover.chosen.count { $0 >= 0 }
    for goal in labelCover.goals {
      add(.rows, named: reference(graph.labels[Int(goal)]), through: goal)
    }
    tellLeftOut(.rows, of: labelCover.goals.count)
  }

  /// Two labels, one right after the other.
  private struct Pair: Hashable {
    var first: Int32
    var second: Int32
  }

  /// The rows that can follow each other.
  func pairs() -> [RowPair] {
    var seen: Set<RowPair> = []
    return followingPairs().found
      .map { RowPair(first: row($0.first).original, second: row($0.second).original) }
      .filter { seen.insert($0).inserted }
  }

  /// The pairs in the order in which a search finds them, and for each the edge of its first row.
  private func followingPairs() -> (found: [Pair], ways: [Pair: Int32]) {
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
      add(.pairs, named: "\(reference(pair.first))-\(reference(pair.second))", root, labels)
    }
    tellLeftOut(.pairs, of: chosen.count)
  }

  /// The rows that can come right after an edge. After Back, those of the screen to which the
  /// shortest path leads back.
  private func followers(of edge: Int) -> [Int32] {
    let target = graph.targets[edge]
    if target >= 0 { return graph.edges(of: target).map { graph.labels[$0] } }
    let label = graph.labels[edge]
    guard !follow, row(label).target(program.reading)?.kind == .back else { return [] }
    let way = graph.way(to: sources[edge], cover)
    let script = script(way.root, way.labels + [label])
    guard let run = try? ScriptRun.run(script, on: program, anyway: true), run.machine.end == nil,
      run.machine.step.flow == flow
    else { return [] }
    return run.machine.step.rows(program.reading).filter { $0.conditions.isEmpty }
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
      add(.simple, named: hash(labels), root, labels)
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
    for edge in graph.closingEdges() where cover.isReached(sources[Int(edge)]) {
      guard seen.insert(graph.labels[Int(edge)]).inserted else { continue }
      let head = graph.targets[Int(edge)]
      guard let inside = graph.way(from: head, to: sources[Int(edge)]) else { continue }
      count += 1
      guard count <= limit else { continue }
      let way = graph.way(to: head, cover)
      let label = graph.labels[Int(edge)]
      add(.loops, named: reference(label), way.root, way.labels + inside + [label])
    }
    totals[.loops] = count
    tellLeftOut(.loops, of: count)
  }

  private mutating func writeTimers() {
    let goals = labelCover.chosen.enumerated().filter {
      $0.element >= 0 && row(Int32($0.offset)).after != nil
    }
    totals[.timers] = goals.count
    for (label, edge) in goals { add(.timers, named: reference(Int32(label)), through: edge) }
    tellLeftOut(.timers, of: goals.count)
  }

  private mutating func writeTimes() {
    var seen: Set<String> = []
    for node in cover.order {
      for edge in graph.edges(of: node) {
        let label = graph.labels[edge]
        let counters = machines[Int(node)].counters(seenBy: row(label))
        guard !counters.isEmpty else { continue }
        let name = "\(reference(label))-\(counters.joined(separator: "-"))"
        guard seen.insert(name).inserted, seen.count <= limit else { continue }
        add(.times, named: name, through: Int32(edge))
      }
    }
    totals[.times] = seen.count
    tellLeftOut(.times, of: seen.count)
  }

  // MARK: Paths

  private mutating func tellLeftOut(_ criterion: PathCriterion, of count: Int) {
    let listed = paths[criterion]?.count ?? 0
    guard count > listed else { return }
    omissions.append("\(criterion.rawValue): \(listed) of \(count) paths are listed")
  }

  private func reference(_ label: Int32) -> String {
    let row = row(label)
    return row.flow == flow ? row.reference : row.qualified
  }

  /// A checksum of the ids of the rows, so that a path keeps its name.
  private func hash(_ labels: [Int32]) -> String {
    var sum = Checksum()
    for label in labels { sum.add((row(label).qualified + "\0")[...]) }
    return sum.text
  }

  private mutating func add(_ criterion: PathCriterion, named name: String, through edge: Int32) {
    let way = graph.way(to: sources[Int(edge)], cover)
    add(criterion, named: name, way.root, way.labels + [graph.labels[Int(edge)]])
  }

  private mutating func add(
    _ criterion: PathCriterion, named name: String, _ root: Int32, _ labels: [Int32]
  ) {
    guard paths[criterion, default: []].count < limit else { return }
    var script = script(root, labels)
    script.name = "\(criterion.prefix)-\(name)"
    do {
      let run = try ScriptRun.run(script, on: program, anyway: true)
      // The timer of a section or flow runs out once, and may come before another one.
      if let entry = run.refused.first(where: { $0.row.after != nil && $0.row.isAnywhere }) {
        omissions.append("\(script.name) cannot be run: \(entry.row.reference) is not due there")
        return
      }
      script.end = run.ending
    } catch {
      omissions.append("\(script.name) cannot be run: \(error)")
      return
    }
    paths[criterion, default: []].append(
      PathBook.Path(name: script.name, criterion: criterion, script: script))
  }

  private func script(_ root: Int32, _ labels: [Int32]) -> Script {
    var script = Script(flow: flow.id, reading: program.reading, only: !follow, moves: [])
    script.moves = labels.map { .row(follow ? row($0).qualified : row($0).reference) }
    let machine = machines[Int(root)]
    if !follow, machine.step.index != 0 { script.from = machine.step.id }
    script.facts = zip(program.facts, machine.factValues).filter { $1 != 0 }.map {
      ($0.name, $0.values[Int($1)])
    }
    return script
  }
}
