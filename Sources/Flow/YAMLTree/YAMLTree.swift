public import Diagnostics

/// A YAML document as located nodes in one flat array, in document order.
///
/// A node is its index. The children of a mapping are key, value, key, value. The first child of a
/// collection is the node after it, and `next` of a child is its next sibling. The text of all
/// scalars is in one pool of bytes, so a tree of any size is two allocations, which the next file
/// reuses.
public struct YAMLTree: ~Copyable {
  /// The index of a node.
  public typealias Node = Int

  /// The kind of a node. One bit each, so that several kinds make a set.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A text.
    case scalar = 1
    /// Keys and values.
    case mapping = 2
    /// A list.
    case sequence = 4
  }

  @usableFromInline struct Record: Sendable, BitwiseCopyable {
    @usableFromInline var kind: Kind
    /// The word of the vocabulary that the key is. 0 for any other scalar.
    @usableFromInline var word: UInt8
    @usableFromInline var start: UInt32
    @usableFromInline var end: UInt32
    /// The line on which it starts, from 0.
    @usableFromInline var line: UInt32
    /// A scalar's text in the pool, which does not contain words of the vocabulary. For a
    /// collection `count` is the number of children.
    @usableFromInline var offset: UInt32
    @usableFromInline var count: UInt32
    /// The node after this one and its descendants.
    @usableFromInline var next: UInt32
  }

  // Inlinable, since the loader asks for these a dozen times per node.
  @usableFromInline var records = Pool<Record>()
  var pool = Pool<UInt8>()
  /// Whether reading had to stop before the end of the file.
  public internal(set) var isCut = false

  /// An empty tree.
  public init() {}

  mutating func clear() {
    records.clear()
    pool.clear()
    isCut = false
  }

  mutating func reserve(nodes: Int, bytes: Int) {
    records.reserve(nodes)
    pool.reserve(bytes)
  }

  /// Whether the file has no document, as an empty file.
  @inlinable public var isEmpty: Bool { records.count == 0 }
  /// The number of nodes.
  public var nodeCount: Int { records.count }
  /// The document's top node. Only if the tree is not empty.
  @inlinable public var root: Node { 0 }

  /// The kind of a node.
  @inlinable public func kind(_ node: Node) -> Kind { records[node].kind }
  /// The word of the vocabulary that a key is. 0 for a key that is not a word, and for all other
  /// nodes.
  @inlinable public func word(_ node: Node) -> UInt8 { records[node].word }
  /// The number of children: for a mapping, keys and values together.
  @inlinable public func count(_ node: Node) -> Int { Int(records[node].count) }
  /// Whether the node is not an empty scalar.
  @inlinable public func saysSomething(_ node: Node) -> Bool {
    records[node].kind != .scalar || records[node].count > 0
  }
  /// The first child. Only if `count` is not 0.
  @inlinable public func firstChild(_ node: Node) -> Node { node + 1 }
  /// The next sibling.
  @inlinable public func next(_ node: Node) -> Node { Int(records[node].next) }

  /// The line on which a node starts, from 1.
  @inlinable public func line(_ node: Node) -> UInt32 { records[node].line + 1 }

  /// The place of a node in its file.
  @inlinable public func span(_ node: Node) -> SourceSpan {
    SourceSpan(start: records[node].start, end: records[node].end)
  }

  /// The place of a scalar's bytes in the pool. Not for words of the vocabulary.
  @inlinable public func range(_ node: Node) -> Range<Int> {
    let start = Int(records[node].offset)
    return start..<start + Int(records[node].count)
  }

  /// Turns a word of the vocabulary into an ordinary scalar whose bytes are at `offset` of the
  /// pool.
  public mutating func spell(_ node: Node, at offset: Int) {
    records[node].word = 0
    records[node].offset = UInt32(truncatingIfNeeded: offset)
  }
}

extension YAMLTree {
  /// Appends the text of all scalars, in UTF-8.
  public func copyPool(to bytes: inout [UInt8]) { pool.copy(to: &bytes) }

  /// The place to show for a node: a whole scalar, but of a collection only its first scalar, so
  /// that an excerpt shows one line instead of a whole block.
  public func headSpan(_ node: Node) -> SourceSpan {
    guard kind(node) != .scalar, count(node) > 0 else { return span(node) }
    return headSpan(firstChild(node))
  }
}
