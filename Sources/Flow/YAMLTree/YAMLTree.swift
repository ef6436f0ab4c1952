public import Diagnostics

/// A YAML document as located nodes in one flat array, in document order.
///
/// A node is its index. The children of a mapping are key, value, key, value; the children of any
/// collection start right behind it, and `next` of a child is its next sibling. The text of all
/// scalars lies in one pool of bytes, so that a tree of any size is two allocations.
public struct YAMLTree: Sendable {
  public typealias Node = Int

  public enum Kind: UInt8, Sendable {
    case scalar, mapping, sequence
  }

  struct Record: Sendable {
    var kind: Kind
    /// The word of the vocabulary that the key is, 0 for any other scalar.
    var word: UInt8
    var start: UInt32
    var end: UInt32
    /// The line it starts on, from 0.
    var line: UInt32
    /// A scalar's text in the pool. For collections `count` is the number of children.
    var offset: UInt32
    var count: UInt32
    /// The node behind this one and all that it holds.
    var next: UInt32
  }

  var records: [Record] = []
  var pool: [UInt8] = []

  /// Whether there is a document at all. An empty file has none.
  public var isEmpty: Bool { records.isEmpty }
  /// The document's top node. Only when the tree is not empty.
  public var root: Node { 0 }

  public func kind(_ node: Node) -> Kind { records[node].kind }
  /// The word of the vocabulary that a key is, 0 when it is none of them or no key.
  public func word(_ node: Node) -> UInt8 { records[node].word }
  /// The number of children: for a mapping, keys and values together.
  public func count(_ node: Node) -> Int { Int(records[node].count) }
  /// The first child. Only when `count` is not 0.
  public func firstChild(_ node: Node) -> Node { node + 1 }
  /// The sibling that follows.
  public func next(_ node: Node) -> Node { Int(records[node].next) }

  /// The line a node starts on, from 1.
  public func line(_ node: Node) -> UInt32 { records[node].line + 1 }

  public func span(_ node: Node) -> Span {
    Span(start: records[node].start, end: records[node].end)
  }

  /// Where a scalar's bytes lie in ``bytes``.
  public func range(_ node: Node) -> Range<Int> {
    let start = Int(records[node].offset)
    return start..<start + Int(records[node].count)
  }

  /// The text of all scalars, UTF-8.
  public var bytes: [UInt8] { pool }

  /// A scalar's text.
  public func text(_ node: Node) -> String {
    String(decoding: pool[range(node)], as: UTF8.self)
  }
}

extension YAMLTree {
  /// Takes the text of all scalars out of the tree, so that it can grow without being copied.
  /// `text` must not be called afterwards.
  public mutating func takePool() -> [UInt8] {
    let taken = pool
    pool = []
    return taken
  }

  /// Where a node begins: a scalar whole, a collection at its first scalar, so that an excerpt
  /// shows one line and not a whole block.
  public func headSpan(_ node: Node) -> Span {
    guard kind(node) != .scalar else { return span(node) }
    guard count(node) > 0 else { return span(node) }
    return headSpan(firstChild(node))
  }
}
