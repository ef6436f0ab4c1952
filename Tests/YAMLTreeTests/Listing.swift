import Diagnostics
import JSON
import YAMLTree

/// The nodes of a tree as text, one per line, as `Fixtures/describe.py` writes them.
struct Listing: CustomStringConvertible {
  private(set) var description = ""
  private(set) var nodes = 0

  init(_ tree: borrowing YAMLTree) {
    var pool: [UInt8] = []
    tree.copyPool(to: &pool)
    nodes = tree.nodeCount
    if !tree.isEmpty { add(tree.root, depth: 0, of: tree, pool) }
  }

  private mutating func add(
    _ node: YAMLTree.Node, depth: Int, of tree: borrowing YAMLTree, _ pool: [UInt8]
  ) {
    let span = tree.span(node)
    let place = "\(span.start)..<\(span.end) line \(tree.line(node))"
    description += String(repeating: "  ", count: depth) + "\(tree.kind(node)) \(place)"
    if tree.kind(node) == .scalar {
      let text = String(decoding: pool[tree.range(node)], as: UTF8.self)
      description += " " + JSONValue.string(text).text
    }
    description += "\n"
    guard tree.kind(node) != .scalar, tree.count(node) > 0 else { return }
    var child = tree.firstChild(node)
    for _ in 0..<tree.count(node) {
      add(child, depth: depth + 1, of: tree, pool)
      child = tree.next(child)
    }
  }
}

/// The nodes of a text, and its diagnostics.
func parsed(_ bytes: [UInt8]) -> (tree: Listing, diagnostics: [Diagnostic]) {
  var tree = YAMLTree()
  let parser = YAMLParser(vocabulary: Vocabulary([]))
  let diagnostics = parser.parse(SourceFile(path: "a.yaml", bytes: bytes), into: &tree)
  return (Listing(tree), diagnostics)
}
