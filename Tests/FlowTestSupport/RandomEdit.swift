internal import TestSupport

/// Changes of flows such as people make between two versions. The flows may be broken afterwards.
public struct RandomEdit {
  private var random: SplitMix
  private var trees: [FlowTree]

  /// The flows of a seed after `count` changes.
  public static func edited(_ trees: [FlowTree], seed: UInt64, count: Int) -> [FlowTree] {
    var edit = RandomEdit(random: SplitMix(seed: seed), trees: trees)
    for _ in 0..<count { edit.change() }
    return edit.trees
  }

  /// A node of one of the flows: the number of the flow, then the path in its tree.
  private typealias Place = [Int]

  private subscript(place: Place) -> FlowTree {
    get { trees[place[0]][place.dropFirst()] }
    set { trees[place[0]][place.dropFirst()] = newValue }
  }

  /// A random node of those that fit.
  private mutating func place(
    where fits: (_ kind: String?, _ node: FlowTree) -> Bool
  ) -> Place? {
    let all = trees.indices.flatMap { index in
      trees[index].nodes.filter { fits($0.kind, $0.node) }.map { [index] + $0.path }
    }
    return all.isEmpty ? nil : random.pick(all)
  }

  private mutating func change() {
    switch random.next(12) {
    case 0: copy()
    case 1: remove()
    case 2: move()
    case 3: renameRow()
    case 4: renumber()
    case 5: insertStep()
    case 6: reword()
    case 7: set("next", ["row", "step", "line"])
    case 8: set("if", ["row", "extension"])
    case 9: set("after", ["row", "step", "extension"])
    case 10: set(random.pick(["meant", "unless", "on", "why", "call", "count", "values"]), nil)
    default: changeFlow()
    }
  }

  // MARK: Rows and steps

  /// Whether a node has the entries that people add, remove and move.
  private static func hasEntries(_ kind: String?, _ node: FlowTree) -> Bool {
    kind?.hasPrefix("of ") == true && kind != "of input" && !node.children.isEmpty
  }

  /// Adds a row or a step that is like another one, under a new id.
  private mutating func copy() {
    guard let place = place(where: Self.hasEntries) else { return }
    let at = random.next(self[place].children.count + 1)
    switch self[place] {
    case .text: break
    case .list(var entries):
      var entry = random.pick(entries).unnamed
      if let key = entry.keys.first { entry[key] = .text("\(entry[key]?.word ?? "")9") }
      entries.insert(entry, at: at)
      self[place] = .list(entries)
    case .map(var pairs):
      var pair = random.pick(pairs)
      pair.key += random.pick(["x", "#2", "b"])
      pair.value = pair.value.unnamed
      pairs.insert(pair, at: at)
      self[place] = .map(pairs)
    }
  }

  private mutating func remove() {
    guard let place = place(where: Self.hasEntries) else { return }
    let at = random.next(self[place].children.count)
    switch self[place] {
    case .text: break
    case .list(var entries):
      entries.remove(at: at)
      self[place] = .list(entries)
    case .map(var pairs):
      pairs.remove(at: at)
      self[place] = .map(pairs)
    }
  }

  /// Moves a row or a step, at times to another step, section or flow.
  private mutating func move() {
    guard let from = place(where: Self.hasEntries) else { return }
    let kind = trees[from[0]].nodes.first { $0.path == Array(from.dropFirst()) }?.kind
    let at = random.next(self[from].children.count)
    switch self[from] {
    case .text: break
    case .list(var entries):
      let entry = entries.remove(at: at)
      self[from] = .list(entries)
      guard
        let to = random.next(2) == 0 ? from : place(where: { $0 == kind && $1 != .list([]) }),
        case .list(var others) = self[to]
      else { return }
      others.insert(entry, at: random.next(others.count + 1))
      self[to] = .list(others)
    case .map(var pairs):
      let pair = pairs.remove(at: at)
      self[from] = .map(pairs)
      guard let to = random.next(2) == 0 ? from : place(where: { kind, _ in kind == "of row" }),
        case .map(var others) = self[to]
      else { return }
      others.removeAll { $0.key == pair.key }
      others.insert(pair, at: random.next(others.count + 1))
      self[to] = .map(others)
    }
  }

  private mutating func renameRow() {
    guard let place = place(where: { kind, node in kind == "of row" && !node.keys.isEmpty }),
      case .map(var pairs) = self[place]
    else { return }
    let at = random.next(pairs.count)
    let letter = random.pick(["a", "b", "c", "f", "g"])
    let name = pairs[at].key.hasPrefix("*") ? "*" + letter : letter
    // Two rows that change their letters, as when one is put before the other.
    if let other = pairs.firstIndex(where: { $0.key == name }) { pairs[other].key = pairs[at].key }
    pairs[at].key = name
    self[place] = .map(pairs)
  }

  // MARK: Numbers

  /// Gives a step or section another id, at times without telling those that lead to it.
  private mutating func renumber() {
    guard let place = place(where: { kind, _ in kind == "step" || kind == "section" }) else {
      return
    }
    let key = self[place]["step"] == nil ? "section" : "step"
    let old = self[place][key]?.word ?? ""
    let id = old.prefix { $0 != "." } + (key == "step" ? ".\(random.next(9))" : "7")
    self[place][key] = .text(String(id))
    if random.next(3) != 0 { lead(from: [old: String(id)], in: place[0]) }
  }

  /// Puts a step before others of a section, whose numbers go up by one.
  private mutating func insertStep() {
    guard let place = place(where: { kind, node in kind == "of step" && !node.children.isEmpty }),
      case .list(var steps) = self[place]
    else { return }
    let at = random.next(steps.count)
    var ids: [String: String] = [:]
    func id(_ step: FlowTree) -> String { step["step"]?.word ?? "" }
    for (step, following) in zip(steps[at...], steps.dropFirst(at + 1)) {
      ids[id(step)] = id(following)
    }
    let last = steps.last.map(id) ?? ""
    ids[last] = last + "9"
    let first = id(steps[at])
    for index in steps[at...].indices { steps[index]["step"] = .text(ids[id(steps[index])] ?? "") }
    steps.insert(["step": .text(first), "system": "does something new"], at: at)
    self[place] = .list(steps)
    lead(from: ids, in: place[0])
  }

  /// Changes the targets of a flow.
  private mutating func lead(from ids: [String: String], in flow: Int) {
    for (_, path, node) in trees[flow].nodes {
      for key in ["next", "meant", "at"] {
        if let word = node[key]?.word, let id = ids[word] {
          trees[flow][path[...]][key] = .text(id)
        }
      }
    }
  }

  // MARK: Values

  private static let sentences = [
    "user", "case", "result", "event", "error", "screen", "prompt", "notice", "determine",
    "validate", "execute", "system", "os", "await", "outside", "title", "message", "why", "note",
  ]

  private mutating func reword() {
    let keys = Self.sentences
    guard let place = place(where: { $1.keys.contains { keys.contains($0) } }) else { return }
    let key = random.pick(self[place].keys.filter { keys.contains($0) })
    let text = self[place][key]?.word ?? ""
    let words = [text + " at once", "something quite different", "õ \(text)", "A"]
    self[place][key] = .text(random.pick(words))
  }

  /// Gives a key the value that it has elsewhere, or none.
  private mutating func set(_ key: String, _ kinds: [String]?) {
    guard let from = place(where: { $1[key] != nil }) else { return }
    let value = self[from][key]
    let possible = kinds ?? ["row", "step", "line"]
    guard
      let to = random.next(3) == 0
        ? from : place(where: { kind, _ in kind.map { possible.contains($0) } ?? false })
    else { return }
    self[to][key] = to == from ? nil : value
  }

  // MARK: Flows

  private mutating func changeFlow() {
    let index = random.next(trees.count)
    switch random.next(6) {
    case 0: trees[index]["title"] = .text("Flow \(random.next(9))")
    case 1: trees[index]["flow"] = .text("\(trees[index]["flow"]?.word ?? "")X")
    case 2 where trees.count > 2: trees.remove(at: index)
    case 3:
      var other = trees[index]
      other["flow"] = .text("NEW\(random.next(1000))")
      trees.append(other)
    case 4: trees[index]["facts"] = ["mode": ["plain", "fast"], "tries": "0..5", "lang": ["et"]]
    default: trees.swapAt(index, random.next(trees.count))
    }
  }
}
