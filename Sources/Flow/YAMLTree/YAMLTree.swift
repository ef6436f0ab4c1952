public import Diagnostics

/// A YAML document as located nodes in one flat array, in document order.
///
/// A node is its index. The children of a mapping are key, value, key, value; the children of any
/// collection start right behind it, and `next` of a child is its next sibling. The text of all
/// scalars lies in one pool of bytes, so that a tree of any size is two allocations; both stay for the
/// next file.
public struct YAMLTree: ~Copyable {
  public typealias Node = Int

  /// One bit each, so that several make a set.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    case scalar = 1
    case mapping = 2
    case sequence = 4
  }

  @usableFromInline struct Record: Sendable, BitwiseCopyable {
    @usableFromInline var kind: Kind
    /// The word of the vocabulary that the key is, 0 for any other scalar.
    @usableFromInline var word: UInt8
    @usableFromInline var start: UInt32
    @usableFromInline var end: UInt32
    /// The line it starts on, from 0.
    @usableFromInline var line: UInt32
    /// A scalar's text in the pool, which lacks the words of the vocabulary. For collections `count`
    /// is the number of children.
    @usableFromInline var offset: UInt32
    @usableFromInline var count: UInt32
    /// The node behind this one and all that it holds.
    @usableFromInline var next: UInt32
  }

  // The loader asks for these a dozen times a node, so they are open to it.
  @usableFromInline var records = Pool<Record>()
  var pool = Pool<UInt8>()

  /// A tree of nothing.
  public init() {}

  mutating func clear() {
    records.clear()
    pool.clear()
  }

  mutating func reserve(nodes: Int, bytes: Int) {
    records.reserve(nodes)
    pool.reserve(bytes)
  }

  /// Whether there is a document at all. An empty file has none.
  @inlinable public var isEmpty: Bool { records.count == 0 }
  /// How many nodes it has.
  public var nodeCount: Int { records.count }
  /// The document's top node. Only when the tree is not empty.
  @inlinable public var root: Node { 0 }

  @inlinable public func kind(_ node: Node) -> Kind { records[node].kind }
  /// The word of the vocabulary that a key is, 0 when it is none of them or no key.
  @inlinable public func word(_ node: Node) -> UInt8 { records[node].word }
  /// The number of children: for a mapping, keys and values together.
  @inlinable public func count(_ node: Node) -> Int { Int(records[node].count) }
  /// Whether it is anything but an empty scalar.
  @inlinable public func saysSomething(_ node: Node) -> Bool {
    records[node].kind != .scalar || records[node].count > 0
  }
  /// The first child. Only when `count` is not 0.
  @inlinable public func firstChild(_ node: Node) -> Node { node + 1 }
  /// The sibling that follows.
  @inlinable public func next(_ node: Node) -> Node { Int(records[node].next) }

  /// The line a node starts on, from 1.
  @inlinable public func line(_ node: Node) -> UInt32 { records[node].line + 1 }

  @inlinable public func span(_ node: Node) -> Span {
    Span(start: records[node].start, end: records[node].end)
  }

  /// Where a scalar's bytes lie in the pool. Not for a word of the vocabulary.
  @inlinable public func range(_ node: Node) -> Range<Int> {
    let start = Int(records[node].offset)
    return start..<start + Int(records[node].count)
  }

  /// Makes a word of the vocabulary an ordinary scalar, whose bytes the pool has at a place.
  public mutating func spell(_ node: Node, at offset: Int) {
    records[node].word = 0
    records[node].offset = UInt32(truncatingIfNeeded: offset)
  }
}

extension YAMLTree {
  /// Appends the text of all scalars, UTF-8.
  public func copyPool(to bytes: inout [UInt8]) { pool.copy(to: &bytes) }

  /// Where a node begins: a scalar whole, a collection at its first scalar, so that an excerpt
  /// shows one line and not a whole block.
  public func headSpan(_ node: Node) -> Span {
    guard kind(node) != .scalar else { return span(node) }
    guard count(node) > 0 else { return span(node) }
    return headSpan(firstChild(node))
  }
}
