public import Diagnostics

/// A stretch of a flow's text, and where it stands in the file. Empty when the file does not say it.
public struct PooledText: Sendable {
  public var offset: UInt32
  public var count: UInt32
  public var span: Span

  @inlinable public init(offset: UInt32, count: UInt32, span: Span) {
    self.offset = offset
    self.count = count
    self.span = span
  }

  @inlinable public static var none: PooledText {
    PooledText(offset: 0, count: 0, span: .top)
  }
  /// Where its bytes lie in the pool.
  @inlinable public var range: Range<Int> {
    Int(offset)..<Int(offset) + Int(count)
  }
  @inlinable public var isPresent: Bool { count > 0 }
  /// The same text as said elsewhere in the file.
  @inlinable public func said(at span: Span) -> PooledText {
    PooledText(offset: offset, count: count, span: span)
  }
}

/// A stretch of one of a flow's tables.
public struct Slice: Sendable {
  public var start: UInt32
  public var count: UInt32

  @inlinable public init(start: Int, count: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
  }

  @inlinable public static var none: Slice { Slice(start: 0, count: 0) }
  @inlinable public var range: Range<Int> {
    Int(start)..<Int(start) + Int(count)
  }
  @inlinable public var isEmpty: Bool { count == 0 }
}
