/// Joins what two sides have made of one list (diff3): what only one of them has changed, and what
/// both have changed in the same way.
struct ThreeWayMerge<Element: Hashable> {
  /// A stretch of the result.
  enum Piece {
    /// Both sides agree, or only one has changed it.
    case joined([Element])
    /// Each has made something else of it.
    case conflict(base: [Element], ours: [Element], theirs: [Element])
  }

  private(set) var pieces: [Piece] = []
  /// How many stretches the other side has changed.
  private(set) var changes = 0

  /// - Parameter key: what tells an element from others, also after it has changed. The elements
  ///   are those of the lists, by their places.
  init(
    base: [Element], ours: [Element], theirs: [Element],
    by key: ([Element]) -> [Element] = { $0 }
  ) {
    let keys = [base, ours, theirs].map(key)
    let left = ThreeWayMerge.places(of: keys[0], in: keys[1])
    let right = ThreeWayMerge.places(of: keys[0], in: keys[2])
    var (start, ourStart, theirStart) = (0, 0, 0)
    for place in base.indices {
      // An element that all three have, maybe changed.
      guard let ourPlace = left[place], let theirPlace = right[place] else { continue }
      add(
        base[start..<place], ours[ourStart..<ourPlace], theirs[theirStart..<theirPlace])
      (start, ourStart, theirStart) = (place + 1, ourPlace + 1, theirPlace + 1)
      add(base[place..<start], ours[ourPlace..<ourStart], theirs[theirPlace..<theirStart])
    }
    add(base[start...], ours[ourStart...], theirs[theirStart...])
  }

  private mutating func add(
    _ base: ArraySlice<Element>, _ ours: ArraySlice<Element>, _ theirs: ArraySlice<Element>
  ) {
    if base != theirs { changes += 1 }
    if ours == theirs || theirs == base {
      if !ours.isEmpty { pieces.append(.joined(Array(ours))) }
    } else if ours == base {
      if !theirs.isEmpty { pieces.append(.joined(Array(theirs))) }
    } else {
      pieces.append(.conflict(base: Array(base), ours: Array(ours), theirs: Array(theirs)))
    }
  }

  /// Where each element of a list is in another one that was made of it. Nil for one that is gone.
  private static func places(of base: [Element], in other: [Element]) -> [Int?] {
    var isGone = [Bool](repeating: false, count: base.count)
    var isNew = [Bool](repeating: false, count: other.count)
    for change in other.difference(from: base) {
      switch change {
      case .remove(let offset, _, _): isGone[offset] = true
      case .insert(let offset, _, _): isNew[offset] = true
      }
    }
    var kept = other.indices.filter { !isNew[$0] }[...]
    return base.indices.map { isGone[$0] ? nil : kept.popFirst() }
  }
}
