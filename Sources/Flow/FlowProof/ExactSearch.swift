/// Follows runs with their whole stacks, the shortest first, as long as there are not too many.
///
/// Stacks share their lower parts. A rule that is broken is usually broken by a short run, which
/// this finds long before a ``RunSearch`` is done.
struct ExactSearch {
  private struct Place {
    let control: Control
    let stack: Int32
  }

  private struct Entry {
    let top: Top
    let below: Int32
  }

  private let model: RunModel
  private var controls = Numbers()
  private var numbers = Numbers()
  private var nodes: [(place: Place, from: Int32, deed: Deed, isDone: Bool)] = []
  private var stacks: [Entry] = []
  private var stackNumbers = Numbers()
  private var current: [Int32] = []
  private var following: [Int32] = []
  /// Everything of the sentence that happens in the runs that were followed.
  private(set) var seen: Monitor.Letter = []
  /// The place where the rule is broken first.
  private var broken: Int32?
  /// Whether all runs were followed.
  private(set) var isComplete = false
  var count: Int { nodes.count }

  /// - Parameters:
  ///   - most: how many places to follow at most.
  ///   - enough: the parts of the sentence to see before it may stop without a broken rule.
  init(_ model: RunModel, most: Int, enough: Monitor.Letter?) {
    self.model = model
    for start in model.starts {
      seen.formUnion(start.seen)
      reach(start.control, -1, from: -1, .none)
    }
    var ways: [Way] = []
    while true {
      guard let node = current.popLast() else {
        guard !following.isEmpty else {
          isComplete = true
          return
        }
        current = following.reversed()
        following = []
        continue
      }
      guard !nodes[Int(node)].isDone else { continue }
      nodes[Int(node)].isDone = true
      let place = nodes[Int(node)].place
      if place.control.isBroken {
        broken = node
        return
      }
      if nodes.count > most || enough.map(seen.isSuperset) ?? false { return }
      ways.removeAll(keepingCapacity: true)
      let top = place.stack < 0 ? Top.bottom : stacks[Int(place.stack)].top
      model.expand(place.control, on: top, into: &ways)
      for way in ways { follow(way, from: node, place.stack) }
    }
  }

  /// What the shortest run does that breaks the rule, and where it starts. Nil without one.
  var path: (start: Control, deeds: [Deed])? {
    guard var node = broken else { return nil }
    var deeds: [Deed] = []
    while nodes[Int(node)].from >= 0 {
      if nodes[Int(node)].deed != .none { deeds.append(nodes[Int(node)].deed) }
      node = nodes[Int(node)].from
    }
    return (nodes[Int(node)].place.control, deeds.reversed())
  }

  private mutating func follow(_ way: Way, from node: Int32, _ stack: Int32) {
    seen.formUnion(way.seen)
    switch way.kind {
    case .goes: reach(way.control, stack, from: node, way.deed)
    case .pushes:
      reach(way.control, push(Entry(top: way.top, below: stack)), from: node, way.deed)
    case .leaves:
      let entry = stacks[Int(stack)]
      let landing = model.landing(way.control, from: entry.top)
      seen.formUnion(landing.seen)
      reach(landing.control, entry.below, from: node, way.deed)
    }
  }

  private mutating func push(_ entry: Entry) -> Int32 {
    let (number, isNew) = stackNumbers.number(
      of: entry.top.word, UInt64(UInt32(bitPattern: entry.below)))
    if isNew { stacks.append(entry) }
    return number
  }

  /// A place that is reached without a deed is as near as the one before it.
  private mutating func reach(
    _ control: Control, _ stack: Int32, from: Int32, _ deed: Deed
  ) {
    let isFree = deed == .none
    let number = controls.number(of: control.word, control.facts).number
    let (node, isNew) = numbers.number(
      of: UInt64(UInt32(bitPattern: number)), UInt64(UInt32(bitPattern: stack)))
    guard isNew else {
      guard isFree, !nodes[Int(node)].isDone else { return }
      nodes[Int(node)].from = from
      nodes[Int(node)].deed = deed
      current.append(node)
      return
    }
    nodes.append((Place(control: control, stack: stack), from, deed, false))
    if isFree, from >= 0 { current.append(node) } else { following.append(node) }
  }
}
