/// Scenarios that begin with the same lines, joined where they part.
struct GherkinTree {
  struct Node {
    var item: GherkinFeature.Item
    /// The scenarios that pass, by their names.
    var names: [String]
    /// The nodes that follow.
    var next: [Int] = []
  }

  private(set) var nodes: [Node] = []
  /// The nodes at the beginning.
  private(set) var roots: [Int] = []
  private let sentences: GherkinSentence

  init(_ scenarios: [GherkinFeature.Scenario], _ sentences: GherkinSentence) {
    self.sentences = sentences
    for scenario in scenarios { add(scenario) }
  }

  private mutating func add(_ scenario: GherkinFeature.Scenario) {
    let givens = scenario.items.prefix { $0.kind == .given }
    var rest = Array(scenario.items.dropFirst(givens.count))
    var others = Array(givens)
    var place: Int?
    // `Given the price is shown` goes on where another scenario has shown the price.
    for (index, given) in givens.enumerated() where place == nil {
      let name = sentences.place(given.text)
      place = nodes.indices.first {
        nodes[$0].item.kind == .then && sentences.place(nodes[$0].item.text) == name
      }.map(lastShown)
      if place != nil { others.remove(at: index) }
    }
    if var first = others.first {
      first.text = others.map(\.text).joined(separator: "; ")
      first.detail = others.compactMap(\.detail).joinedOrNil
      rest.insert(first, at: 0)
    }
    for item in rest { place = child(saying: item, below: place, of: scenario.name) }
  }

  /// The last of what is seen together with a node.
  private func lastShown(_ node: Int) -> Int {
    guard let next = nodes[node].next.first(where: { nodes[$0].item.kind == .then }) else {
      return node
    }
    return lastShown(next)
  }

  private mutating func child(
    saying item: GherkinFeature.Item, below place: Int?, of name: String
  ) -> Int {
    let known = place.map { nodes[$0].next } ?? roots
    if let same = known.first(where: { nodes[$0].item.says(item) }) {
      if !nodes[same].names.contains(name) { nodes[same].names.append(name) }
      return same
    }
    nodes.append(Node(item: item, names: [name]))
    if let place {
      nodes[place].next.append(nodes.count - 1)
    } else {
      roots.append(nodes.count - 1)
    }
    return nodes.count - 1
  }
}
