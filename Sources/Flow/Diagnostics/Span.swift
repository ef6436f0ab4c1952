/// A stretch of a source file: from one Unicode scalar to another, counted from 0, the end exclusive.
public struct Span: Hashable, Sendable {
  public let start: UInt32
  public let end: UInt32

  @inlinable public init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  /// The beginning of a file.
  @inlinable public static var top: Span { Span(start: 0, end: 0) }
}
