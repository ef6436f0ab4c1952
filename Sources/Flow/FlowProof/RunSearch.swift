/// Finds all places that runs can come to, with the shortest way to each.
///
/// The stack of a run has no limit, so places are found by levels. A level is what happens from the
/// moment an entry is put on the stack until it is removed; it is searched once, whoever put the
/// entry there. The distances within a level are final in increasing order (Knuth's generalisation
/// of Dijkstra's algorithm), and so are those of whole runs. Those of very long runs are not told
/// apart, so that the work does not grow with them.
struct RunSearch {
  /// A place on a level.
  struct Node: Sendable {
    let level: Int32
    let control: Int32
    /// The number of deeds since the level began, at most ``RunSearch/longest``.
    var distance: Int32
    var origin: Origin
    var isDone = false
    /// Whether a way from here is not followed.
    var escapes = false
  }

  /// How a place is reached.
  enum Origin: Sendable {
    /// The level begins here.
    case entry
    /// From a place of the level.
    case deed(Deed, from: Int32)
    /// From a place of the level, through another one: it was entered by a deed, and left at
    /// `exit`.
    case through(Deed, from: Int32, exit: Int32)
  }

  /// A way between places, for what cannot be told from the shortest ways.
  struct Edge: Sendable {
    let from: Int32
    let to: Int32
    let origin: Origin
    let isSubject: Bool
    /// Whether it puts an entry on the stack.
    let isPush: Bool
  }

  /// The place from which a level is entered, what is done, and the entry that is put on the stack.
  struct Caller: Sendable {
    let node: Int32
    let deed: Deed
    let top: Top
  }

  struct Level: Sendable {
    let top: Top
    var callers: [Caller] = []
    /// The places at which it is left.
    var exits: [Int32] = []
    /// If stacks are merged, the screens that were shown on the level, and the places that go back.
    var screens: [Top] = []
    var returns: [Int32] = []
    var entry: Int32 = -1
  }

  /// The most places that are searched.
  static let mostNodes = 2_000_000
  /// The most ways between places that are followed. Where a flow is called at many steps and can
  /// be left with many facts, there are far more of them.
  static let mostWays = 20_000_000

  let model: RunModel
  /// Which ways are taken; nil for all.
  private let follows: ((Way) -> Bool)?
  private let keepsEdges: Bool
  /// Whether stacks are merged, so that more can happen than in a run; see `RunSearch+Merging`.
  let isMerged: Bool
  /// If stacks are merged, the callers of flows that were left by `goto`.
  var abandoned: Set<Top> = []
  /// If stacks are merged, the places that give a result after a `goto` was taken back.
  var lateResults: [Int32] = []
  private(set) var nodes: [Node] = []
  var levels: [Level] = []
  private(set) var controls: [Control] = []
  private(set) var edges: [Edge] = []
  /// Everything of the sentence that happens in some run.
  var seen: Monitor.Letter = []
  private(set) var isCut = false
  /// How many ways were followed.
  var wayCount = 0
  private var numbers = Numbers()
  private var levelNumbers = Numbers()
  private var nodeNumbers = Numbers()
  /// If stacks are merged, the screens of all levels.
  var shown = Numbers()
  /// The places to search next, by their distance, and how many of each list were searched.
  private var buckets: [(nodes: [Int32], done: Int)] = []
  private var cursor = 0

  /// Searches from the starts of the model.
  init(_ model: RunModel, keepsEdges: Bool = false, isMerged: Bool = false) {
    self.init(model, keepsEdges, isMerged, follows: nil)
    for start in model.starts {
      seen.formUnion(start.seen)
      reach(start.control, on: level(.bottom), 0, .entry)
    }
    run()
  }

  /// Searches from given places on as if nothing below their newest entries mattered.
  init(
    _ model: RunModel, from heads: some Sequence<(Control, Top)>, follows: @escaping (Way) -> Bool
  ) {
    self.init(model, true, false, follows: follows)
    for (control, top) in heads { reach(control, on: level(top.withoutReturn), 0, .entry) }
    run()
  }

  private init(
    _ model: RunModel, _ keepsEdges: Bool, _ isMerged: Bool, follows: ((Way) -> Bool)?
  ) {
    self.model = model
    self.isMerged = isMerged
    self.keepsEdges = keepsEdges
    self.follows = follows
  }

  func control(of node: Int32) -> Control { controls[Int(nodes[Int(node)].control)] }

  func top(of node: Int32) -> Top { levels[Int(nodes[Int(node)].level)].top }

  /// The number of a place, as far as runs come to it.
  func controlNumber(_ control: Control) -> Int32? {
    numbers.find(control.word, control.facts)
  }

  /// The place with this control on a level.
  func nodeNumber(_ control: Int32, on level: Int32) -> Int32? {
    nodeNumbers.find(RunSearch.key(control, level))
  }

  /// The place with this control and this newest entry that is nearest by `distance`.
  func nodes(at control: Control, on top: Top) -> [Int32] {
    guard let number = controlNumber(control) else { return [] }
    return levels.indices.filter { levels[$0].top == top }
      .compactMap { nodeNumber(number, on: Int32($0)) }
  }

  // MARK: The search

  private mutating func run() {
    var ways: [Way] = []
    while let node = nextNode() {
      nodes[Int(node)].isDone = true
      guard nodes.count <= model.mostPlaces, wayCount <= model.mostWays
      else {
        isCut = true
        return
      }
      ways.removeAll(keepingCapacity: true)
      model.expand(control(of: node), on: top(of: node), into: &ways)
      if isMerged { merge(node, &ways) }
      for way in ways {
        seen.formUnion(way.seen)
        if let follows, !follows(way) {
          nodes[Int(node)].escapes = true
          continue
        }
        switch way.kind {
        case .goes: go(node, way)
        case .pushes: push(node, way)
        case .leaves: leave(node)
        }
      }
    }
  }

  private mutating func nextNode() -> Int32? {
    while cursor < buckets.count {
      let place = buckets[cursor].done
      guard place < buckets[cursor].nodes.count else {
        buckets[cursor] = ([], 0)
        cursor += 1
        continue
      }
      // In the order of discovery, so that of equally short runs the one with the first values of
      // facts is found.
      let node = buckets[cursor].nodes[place]
      buckets[cursor].done += 1
      if !nodes[Int(node)].isDone, Int(nodes[Int(node)].distance) == cursor { return node }
    }
    return nil
  }

  private mutating func go(_ node: Int32, _ way: Way) {
    let from = nodes[Int(node)]
    let next = reach(
      way.control, on: from.level, from.distance + way.deed.weight, .deed(way.deed, from: node))
    note(node, next, .deed(way.deed, from: node), way)
  }

  private mutating func push(_ node: Int32, _ way: Way) {
    if isMerged { abandon(way.top) }
    let level = level(way.top, enteredAt: way.control)
    let isNew = levels[level].entry < 0
    if isNew {
      let entry = reach(way.control, on: Int32(level), 0, .entry)
      levels[level].entry = entry
    }
    note(node, levels[level].entry, .deed(way.deed, from: node), way, isPush: true)
    let caller = Caller(node: node, deed: way.deed, top: way.top)
    levels[level].callers.append(caller)
    for exit in levels[level].exits { come(back: caller, from: exit) }
  }

  private mutating func leave(_ node: Int32) {
    let level = Int(nodes[Int(node)].level)
    levels[level].exits.append(node)
    for caller in levels[level].callers { come(back: caller, from: node) }
  }

  /// A level was left: its caller goes on.
  private mutating func come(back caller: Caller, from exit: Int32) {
    let way = model.landing(control(of: exit), from: caller.top)
    seen.formUnion(way.seen)
    if let follows, !follows(way) {
      nodes[Int(caller.node)].escapes = true
      nodes[Int(exit)].escapes = true
      return
    }
    let from = nodes[Int(caller.node)]
    let origin = Origin.through(caller.deed, from: caller.node, exit: exit)
    let distance = from.distance + caller.deed.weight + nodes[Int(exit)].distance
    let next = reach(way.control, on: from.level, distance, origin)
    note(caller.node, next, origin, way)
  }

  private mutating func note(
    _ from: Int32, _ to: Int32, _ origin: Origin, _ way: Way, isPush: Bool = false
  ) {
    wayCount += 1
    guard keepsEdges else { return }
    edges.append(
      Edge(
        from: from, to: to, origin: origin, isSubject: way.seen.contains(.subject),
        isPush: isPush))
  }

  // MARK: Numbers

  private static func key(_ control: Int32, _ level: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: level)) << 32 | UInt64(UInt32(bitPattern: control))
  }

  @discardableResult
  mutating func reach(
    _ control: Control, on level: Int32, _ distance: Int32, _ origin: Origin
  ) -> Int32 {
    let number = number(of: control)
    let distance = min(distance, Int32(RunSearch.longest))
    let (node, isNew) = nodeNumbers.number(of: RunSearch.key(number, level))
    guard isNew else {
      if !nodes[Int(node)].isDone, distance < nodes[Int(node)].distance {
        nodes[Int(node)].distance = distance
        nodes[Int(node)].origin = origin
        wait(node, distance)
      }
      return node
    }
    nodes.append(Node(level: level, control: number, distance: distance, origin: origin))
    wait(node, distance)
    return node
  }

  private mutating func wait(_ node: Int32, _ distance: Int32) {
    let place = Int(distance)
    while buckets.count <= place { buckets.append(([], 0)) }
    buckets[place].nodes.append(node)
    cursor = min(cursor, place)
  }

  private mutating func number(of control: Control) -> Int32 {
    let (number, isNew) = numbers.number(of: control.word, control.facts)
    if isNew { controls.append(control) }
    return number
  }

  /// The level of an entry that is put on the stack by arriving at a place.
  private mutating func level(_ top: Top, enteredAt control: Control) -> Int {
    level(top.withoutReturn, number(of: control))
  }

  /// The level below which nothing is known.
  private mutating func level(_ top: Top) -> Int32 {
    Int32(level(top, -1))
  }

  private mutating func level(_ top: Top, _ control: Int32) -> Int {
    let (level, isNew) = levelNumbers.number(of: top.word, UInt64(UInt32(bitPattern: control)))
    if isNew { levels.append(Level(top: top)) }
    return Int(level)
  }
}
