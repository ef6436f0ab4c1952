internal import Diagnostics
internal import FlowModel
internal import YAMLTree

/// Iterates over the entries of a list, or over a single scalar in its place.
struct EntryCursor {
  fileprivate var next: YAMLTree.Node
  fileprivate let end: YAMLTree.Node
}

/// Iterates over the pairs of a mapping with free keys.
struct PairCursor {
  fileprivate let first: YAMLTree.Node
  fileprivate var next: YAMLTree.Node
  fileprivate let end: YAMLTree.Node
  /// The keys so far, once there are too many to compare one by one.
  fileprivate var seen: Set<String> = []
  fileprivate let isLarge: Bool
}

// Cursors instead of arrays, since files are full of short lists and small mappings.
extension TreeReader {
  func entries(_ node: YAMLTree.Node) -> EntryCursor {
    guard tree.kind(node) == .sequence else { return EntryCursor(next: node, end: node + 1) }
    return EntryCursor(next: tree.firstChild(node), end: tree.next(node))
  }

  func next(_ cursor: inout EntryCursor) -> YAMLTree.Node? {
    let entry = cursor.next
    guard entry < cursor.end else { return nil }
    cursor.next = tree.next(entry)
    return entry
  }

  func pairs(_ node: YAMLTree.Node) -> PairCursor {
    let first = tree.firstChild(node)
    return PairCursor(
      first: first, next: first, end: tree.next(node), isLarge: tree.count(node) > 32)
  }

  /// The next pair. Keys that are not texts, and duplicates, are reported and skipped.
  mutating func next(
    _ cursor: inout PairCursor
  ) -> (key: YAMLTree.Node, value: YAMLTree.Node)? {
    while cursor.next < cursor.end {
      let key = cursor.next
      let value = tree.next(key)
      cursor.next = tree.next(value)
      guard isText(key) else {
        report(
          .wrongKind, at: tree.span(key), "a key must be a text, not \(describe(key))",
          help: "write `name: value`")
        continue
      }
      if tree.word(key) != 0 { spellOut(key) }
      guard isNew(key, &cursor) else {
        duplicate(key)
        continue
      }
      return (key, value)
    }
    return nil
  }

  private func isNew(_ key: YAMLTree.Node, _ cursor: inout PairCursor) -> Bool {
    if cursor.isLarge { return cursor.seen.insert(string(key)).inserted }
    var other = cursor.first
    while other < key {
      if tree.kind(other) == .scalar, equal(tree.range(other), tree.range(key)) { return false }
      other = tree.next(tree.next(other))
    }
    return true
  }

  /// The index of a scalar's text in a range of `texts`.
  func place(of node: YAMLTree.Node, among slice: TableRange) -> Int? {
    let written = tree.range(node)
    for index in slice.range where equal(texts[index].range, written) {
      return index - slice.range.lowerBound
    }
    return nil
  }

  /// Whether two ranges of the pool hold the same text.
  func equal(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where pool[a.lowerBound + index] != pool[b.lowerBound + index] {
      return false
    }
    return true
  }
}

// Arrays of the same, for scripts and worlds, which are small and read once.
extension TreeReader {
  func allEntries(_ node: YAMLTree.Node) -> [YAMLTree.Node] {
    var cursor = entries(node)
    var all: [YAMLTree.Node] = []
    while let entry = next(&cursor) { all.append(entry) }
    return all
  }

  mutating func allPairs(_ node: YAMLTree.Node) -> [(key: YAMLTree.Node, value: YAMLTree.Node)] {
    var cursor = pairs(node)
    var all: [(key: YAMLTree.Node, value: YAMLTree.Node)] = []
    while let pair = next(&cursor) { all.append(pair) }
    return all
  }
}
