/// Changes of a file of texts that can be made together: they touch different places.
struct TextsRound {
  /// The edits, in the order of the file.
  private(set) var edits: [TextEdit] = []
  /// The numbers of the changes that have to wait for the next round.
  var left: [Int] = []

  private var draft: YAMLDraft
  private let order: TextsDraft.Order

  init(_ draft: YAMLDraft, _ order: TextsDraft.Order) { (self.draft, self.order) = (draft, order) }

  /// Plans changes, and gives what the file says with them.
  mutating func apply(_ patch: TextsPatch) -> EditValue {
    let value = apply(patch, draft.text.root, [], [])
    // Edits at one place stay in their order: inner ones come first.
    edits = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    return value
  }

  private mutating func apply(
    _ patch: TextsPatch, _ node: YAMLNode, _ path: [Int], _ keys: [String]
  ) -> EditValue {
    if let value = patch.value {
      left += patch.inner.values.flatMap(\.changes)
      return set(value.value, value.change, node, path)
    }
    guard node.isMapping else {
      left += patch.changes
      return node.value
    }
    var patch = patch
    // Between braces one change may move all others to lines of their own.
    if node.style == .inline, let first = sorted(patch.inner.keys, below: keys, order).first {
      left += patch.inner.filter { $0.key != first }.values.flatMap(\.changes)
      patch.inner = patch.inner.filter { $0.key == first }
    }
    var pairs = node.keys.map { EditValue.Pair($0.text, .mapping([])) }
    for (index, child) in node.children.enumerated() {
      let key = pairs[index].key
      let inner = patch.inner.removeValue(forKey: key)
      pairs[index].value =
        inner.map { apply($0, child, path + [index], keys + [key]) } ?? child.value
    }
    return .mapping(patch.inner.isEmpty ? pairs : add(patch, to: pairs, path, keys))
  }

  /// Adds what the file has no keys for.
  private mutating func add(
    _ patch: TextsPatch, to pairs: [EditValue.Pair], _ path: [Int], _ keys: [String]
  ) -> [EditValue.Pair] {
    let places = KeyPlaces(pairs.map(\.key), below: keys, order)
    let all = draft.text.entries(of: draft.text.node(path))
    let owner = draft.key(of: path)
    var added: [Int: [EditValue.Pair]] = [:]
    for entry in patch.entries(below: keys, order) {
      guard case .pair(let key, let value) = entry else { continue }
      let place = places.place(of: key)
      edits += draft.text.inserting(entry, in: path, at: place, owner: owner, among: all)
      added[place, default: []].append(EditValue.Pair(key, value))
    }
    return pairs.indices.flatMap { (added[$0] ?? []) + [pairs[$0]] } + (added[pairs.count] ?? [])
  }

  /// Plans to write a text where there is one. What else is written there waits.
  private mutating func set(
    _ value: EditValue, _ change: Int, _ node: YAMLNode, _ path: [Int]
  ) -> EditValue {
    guard node.value != value else { return value }
    let isPlain = node.isMapping && node.keys.allSatisfy { ["of", "text"].contains($0.text) }
    let edits = try? draft.plan { (draft) throws(EditRefusal) in
      try draft.set(value, at: path)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard node.isScalar || isPlain, let edits,
      zip(edits, edits.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound })
    else {
      left.append(change)
      return node.value
    }
    self.edits += edits
    return value.ordered(as: node)
  }
}

extension EditValue {
  /// The value of a mapping with the keys in the order of those that are there, and new ones last.
  fileprivate func ordered(as node: YAMLNode) -> EditValue {
    guard case .mapping(let pairs) = self, node.isMapping else { return self }
    let old = node.keys.compactMap { key in pairs.first { $0.key == key.text } }
    return .mapping(old + pairs.filter { pair in !node.keys.contains { $0.text == pair.key } })
  }
}

/// Where keys are added to a mapping.
struct KeyPlaces {
  private let order: TextsDraft.Order
  private let above: [String]
  /// For each key that is there, the least number of it and all after it.
  private var least: [Int] = []
  /// Where a key is added that comes before all others: after the words of the table.
  private let first: Int

  init(_ keys: [String], below above: [String], _ order: TextsDraft.Order) {
    (self.order, self.above) = (order, above)
    first = keys.first == "words" ? 1 : 0
    for key in keys.reversed() {
      least.append(min(least.last ?? .max, order[above + [key]] ?? .max))
    }
    least.reverse()
  }

  /// The index of a new key: after the last one that comes before it.
  func place(of key: String) -> Int {
    let number = order[above + [key]] ?? .max
    // The numbers do not fall, so the last one below is found by halves.
    var (low, high) = (0, least.count)
    while low < high {
      let middle = (low + high) / 2
      if least[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : low
  }
}
