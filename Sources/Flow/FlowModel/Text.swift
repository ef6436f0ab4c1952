package import Diagnostics

/// A stretch of a flow's text, and where it stands in the file. Empty when the file does not say it.
package struct Text: Sendable {
  package var offset: UInt32
  package var count: UInt32
  package var span: Span

  @inlinable package init(offset: UInt32, count: UInt32, span: Span) {
    self.offset = offset
    self.count = count
    self.span = span
  }

  @inlinable package static var none: Text {
    Text(offset: 0, count: 0, span: .top)
  }
  /// Where its bytes lie in the pool.
  @inlinable package var range: Range<Int> {
    Int(offset)..<Int(offset) + Int(count)
  }
  @inlinable package var isPresent: Bool { count > 0 }
  /// The same text as said elsewhere in the file.
  @inlinable package func said(at span: Span) -> Text {
    Text(offset: offset, count: count, span: span)
  }
}

/// A stretch of one of a flow's tables.
package struct Slice: Sendable {
  package var start: UInt32
  package var count: UInt32

  @inlinable package init(start: Int, count: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.count = UInt32(truncatingIfNeeded: count)
  }

  @inlinable package static var none: Slice { Slice(start: 0, count: 0) }
  @inlinable package var range: Range<Int> {
    Int(start)..<Int(start) + Int(count)
  }
  @inlinable package var isEmpty: Bool { count == 0 }
}
