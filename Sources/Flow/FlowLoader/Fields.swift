internal import YAMLTree

/// The values of one mapping, by key. A key that is not there has no node.
struct Fields {
  private var nodes = InlineArray<96, Int32>(repeating: 0)
  /// The mapping itself.
  let node: YAMLTree.Node

  init(node: YAMLTree.Node) {
    self.node = node
  }

  /// The value under a key. The document's top node is never a value, so 0 stands for none.
  subscript(_ key: Key) -> YAMLTree.Node? {
    get {
      let node = nodes[Int(key.rawValue)]
      return node == 0 ? nil : Int(node)
    }
    set { nodes[Int(key.rawValue)] = Int32(truncatingIfNeeded: newValue ?? 0) }
  }
}
