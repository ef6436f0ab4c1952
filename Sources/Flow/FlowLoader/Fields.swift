internal import YAMLTree

/// The values of one mapping, by key. A key that is not there has no node.
///
/// Lent, never copied: it is as large as the language has keys.
struct Fields: ~Copyable {
  private var nodes = InlineArray<128, Int32>(repeating: 0)
  /// The keys that are there.
  private(set) var keys = KeySet()
  /// The mapping itself.
  private(set) var node: YAMLTree.Node = 0

  /// Those of no mapping yet.
  init() {}

  mutating func begin(_ node: YAMLTree.Node) {
    self.node = node
  }

  /// The value under a key. The document's top node is never a value, so 0 stands for none.
  subscript(_ key: Key) -> YAMLTree.Node? {
    let node = nodes[Int(key.rawValue)]
    return node == 0 ? nil : Int(node)
  }

  mutating func set(_ key: Key, to node: YAMLTree.Node) {
    nodes[Int(key.rawValue)] = Int32(truncatingIfNeeded: node)
    keys.insert(key)
  }
}
