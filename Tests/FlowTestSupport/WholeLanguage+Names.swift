// Names in code. They are not drawn, so that a seed gives the same flows with and without them.
extension FlowTree {
  /// The flow with names for some of its steps, rows and inputs.
  var named: FlowTree {
    let flow = (self["flow"]?.word ?? "").lowercased()
    var tree = self
    for (number, (kind, path, node)) in nodes.enumerated() {
      guard case .map = node, let kind else { continue }
      switch kind {
      case "step", "line", "extension", "row":
        guard number % 3 == 0 else { continue }
        tree[path[...]]["name"] = .text("\(flow)x\(number)")
      case "input":
        // Both steps that ask for it say the same.
        guard flow == "ms1", let last = path.last else { continue }
        let key = self[path.dropLast()].keys[last]
        tree[path[...]]["name"] = .text("the" + key.prefix(1).uppercased() + key.dropFirst())
      default: continue
      }
    }
    return tree
  }

  /// The node without names, as somebody writes a copy.
  var unnamed: FlowTree {
    switch self {
    case .text: self
    case .list(let entries): .list(entries.map(\.unnamed))
    case .map(let pairs):
      .map(
        pairs.filter { $0.key != "name" || $0.value.word == nil }.map {
          Pair(key: $0.key, value: $0.value.unnamed)
        })
    }
  }
}
