// Shortest runs to the places that a search has found.
extension RunSearch {
  /// For every level, the length of a shortest run that enters it, and the place from where.
  struct Entrances {
    fileprivate(set) var distance: [Int]
    fileprivate var from: [(node: Int32, deed: Deed)?]

    /// The place from which a level is entered. Nil for a level that holds the starts.
    func caller(of level: Int) -> (node: Int32, deed: Deed)? { from[level] }
  }

  /// Longer runs are not told apart, and not shown: a run grows by a factor where flows call each
  /// other more than once, and nobody could read its script.
  static let longest = 10_000

  /// The shortest ways into all levels.
  func entrances() -> Entrances {
    var result = Entrances(
      distance: Array(repeating: Int.max, count: levels.count),
      from: Array(repeating: nil, count: levels.count))
    var inside: [[(level: Int, node: Int32, deed: Deed)]] = Array(
      repeating: [], count: levels.count)
    for (number, level) in levels.enumerated() {
      for caller in level.callers {
        inside[Int(nodes[Int(caller.node)].level)].append((number, caller.node, caller.deed))
      }
    }
    // A level without an entrance of its own holds the starts.
    var buckets: [[Int]] = [levels.indices.filter { levels[$0].entry < 0 }]
    for level in buckets[0] { result.distance[level] = 0 }
    var place = 0
    while place < buckets.count, place < RunSearch.longest {
      var next = 0
      while next < buckets[place].count {
        let level = buckets[place][next]
        next += 1
        guard result.distance[level] == place else { continue }
        for entrance in inside[level] {
          let distance =
            place + Int(nodes[Int(entrance.node)].distance) + Int(entrance.deed.weight)
          guard distance < result.distance[entrance.level], distance < RunSearch.longest else {
            continue
          }
          result.distance[entrance.level] = distance
          result.from[entrance.level] = (entrance.node, entrance.deed)
          while buckets.count <= distance { buckets.append([]) }
          buckets[distance].append(entrance.level)
        }
      }
      place += 1
    }
    return result
  }

  /// The length of a shortest run to a place. `Int.max` if it is too long to be shown.
  func distance(of node: Int32, _ entrances: Entrances) -> Int {
    let level = entrances.distance[Int(nodes[Int(node)].level)]
    let inside = Int(nodes[Int(node)].distance)
    return level == Int.max || inside >= RunSearch.longest ? Int.max : level + inside
  }

  /// What a shortest run to a place does, and where it starts.
  func path(to node: Int32, _ entrances: Entrances) -> (start: Control, deeds: [Deed]) {
    var chain: [(node: Int32, deed: Deed)] = []
    var level = Int(nodes[Int(node)].level)
    while let from = entrances.from[level] {
      chain.append(from)
      level = Int(nodes[Int(from.node)].level)
    }
    return path(to: node, through: chain)
  }

  /// What a run to a place does whose levels were entered from these places, the innermost first.
  func path(
    to node: Int32, through chain: [(node: Int32, deed: Deed)]
  ) -> (start: Control, deeds: [Deed]) {
    var deeds: [Deed] = []
    var root = node
    for (node, deed) in chain.reversed() {
      let (first, part) = inside(node)
      if deeds.isEmpty { root = first }
      deeds += part + [deed]
    }
    let (first, part) = inside(node)
    return (control(of: chain.isEmpty ? first : root), (deeds + part).filter { $0 != .none })
  }

  /// What a shortest run does on the level of a place until there, and where the level begins.
  private func inside(_ node: Int32) -> (first: Int32, deeds: [Deed]) {
    var first = node
    while true {
      switch nodes[Int(first)].origin {
      case .entry: return (first, self.deeds(.deed(.none, from: node)))
      case .deed(_, let from), .through(_, let from, _): first = from
      }
    }
  }

  /// The deeds of an origin, with everything on the levels before and in between.
  func deeds(_ origin: Origin, sinceFrom isShort: Bool = false) -> [Deed] {
    enum Task {
      case node(Int32)
      case deed(Deed)
    }
    var reversed: [Deed] = []
    var tasks: [Task] = []
    func add(_ origin: Origin, withFrom: Bool) {
      switch origin {
      case .entry: break
      case .deed(let deed, let from):
        if withFrom { tasks.append(.node(from)) }
        tasks.append(.deed(deed))
      case .through(let deed, let from, let exit):
        if withFrom { tasks.append(.node(from)) }
        tasks.append(.deed(deed))
        tasks.append(.node(exit))
      }
    }
    add(origin, withFrom: !isShort)
    while let task = tasks.popLast(), reversed.count < RunSearch.longest {
      switch task {
      case .deed(let deed): if deed != .none { reversed.append(deed) }
      case .node(let node): add(nodes[Int(node)].origin, withFrom: true)
      }
    }
    return reversed.reversed()
  }

  /// Why not everything was searched.
  var limit: String {
    nodes.count > model.mostPlaces
      ? "its runs come to more than \(model.mostPlaces) places"
      : "its runs have more than \(model.mostWays) ways between their places"
  }
}
