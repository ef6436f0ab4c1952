/// A range of a source file: from one Unicode scalar to another, counted from 0, without the end.
public struct SourceSpan: Hashable, Sendable {
  /// The index of the first scalar.
  public let start: UInt32
  /// The index after the last scalar.
  public let end: UInt32

  /// A range with these limits.
  @inlinable public init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  /// The beginning of a file.
  @inlinable public static var top: SourceSpan { SourceSpan(start: 0, end: 0) }
}

/// The short name within this package. It is no public one, since Swift's own `Span` is another
/// type.
package typealias Span = SourceSpan
