/// The open and the known places of a search for an alignment.
struct AlignmentSearch {
  /// A place: how many events were used, and the state of the run.
  struct Node {
    let event: Int32
    let state: Int32
    let cost: Int32
    let kind: Alignment.Kind
    let cell: Int32
    /// The index of the place before; -1 for a beginning.
    let from: Int32
    let index: Int32
  }

  /// What a deviation costs. More rows than this are never filled in for one.
  static let deviation: Int32 = 10_000

  private let limit: Int
  private var nodes: [Node] = []
  private var best: [UInt64: Int32] = [:]
  private var heap: [Int32] = []
  private var expanded = 0

  init(limit: Int) { self.limit = limit }

  /// Whether the search has to be given up.
  var isExhausted: Bool { expanded > limit || nodes.count > 4 * limit }

  func node(_ index: Int32) -> Node { nodes[Int(index)] }

  /// Adds a place, unless it is known for no more.
  mutating func add(
    event: Int, state: Int32, cost: Int32, kind: Alignment.Kind, cell: Int32, from: Int32
  ) {
    // The place after a wrong end is not that before it.
    let place = kind == .end ? event + 1 : event
    let key = UInt64(place) << 32 | UInt64(UInt32(bitPattern: state))
    if let known = best[key], nodes[Int(known)].cost <= cost { return }
    let index = Int32(nodes.count)
    best[key] = index
    nodes.append(
      Node(
        event: Int32(event), state: state, cost: cost, kind: kind, cell: cell, from: from,
        index: index))
    push(index)
  }

  /// The open place that costs the least; of several, the one with the most events.
  mutating func next() -> Node? {
    while let first = heap.first {
      pop()
      let node = nodes[Int(first)]
      let place = Int(node.event) + (node.kind == .end ? 1 : 0)
      let key = UInt64(place) << 32 | UInt64(UInt32(bitPattern: node.state))
      // A cheaper way to the place was found since.
      guard best[key] == first else { continue }
      expanded += 1
      return node
    }
    return nil
  }

  private func isBefore(_ a: Int32, _ b: Int32) -> Bool {
    let (left, right) = (nodes[Int(a)], nodes[Int(b)])
    return (left.cost, -left.event, left.index) < (right.cost, -right.event, right.index)
  }

  private mutating func push(_ node: Int32) {
    heap.append(node)
    var place = heap.count - 1
    while place > 0, isBefore(heap[place], heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func pop() {
    heap[0] = heap[heap.count - 1]
    heap.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if isBefore(heap[child], heap[least]) { least = child }
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
