public import Diagnostics

/// A text in a flow's pool, with its place in the file. Empty if the file does not have it.
public struct PooledText: Sendable {
  /// The offset of its first byte in the pool.
  public var offset: UInt32
  /// The number of its bytes.
  public var count: UInt32
  /// The place in the file.
  public var span: SourceSpan

  /// A text with these values.
  @inlinable public init(offset: UInt32, count: UInt32, span: SourceSpan) {
    self.offset = offset
    self.count = count
    self.span = span
  }

  /// The text at a range of the pool.
  @inlinable public init(_ range: Range<Int>, span: SourceSpan) {
    offset = UInt32(truncatingIfNeeded: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
    self.span = span
  }

  /// No text.
  @inlinable public static var none: PooledText {
    PooledText(offset: 0, count: 0, span: .top)
  }
  /// Its bytes in the pool.
  @inlinable public var range: Range<Int> {
    Int(offset)..<Int(offset) + Int(count)
  }
  /// Whether there is a text.
  @inlinable public var isPresent: Bool { count > 0 }
  /// The same text at another place in the file.
  @inlinable public func said(at span: SourceSpan) -> PooledText {
    PooledText(offset: offset, count: count, span: span)
  }
}

/// A range of one of a flow's tables.
package struct TableRange: Sendable {
  /// The index of the first entry.
  package var start: UInt32
  /// The number of entries.
  package var count: UInt32

  /// A range with these limits.
  @inlinable package init(start: Int, count: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
  }

  /// An empty range.
  @inlinable package static var none: TableRange { TableRange(start: 0, count: 0) }
  /// The indices of the entries.
  @inlinable package var range: Range<Int> {
    Int(start)..<Int(start) + Int(count)
  }
  /// Whether the range is empty.
  @inlinable package var isEmpty: Bool { count == 0 }
}
