/// A value of a column, or a parameter of a statement.
public enum SQLValue: Hashable, Sendable {
  /// A number of up to 64 bits.
  case integer(Int64)
  /// A text.
  case text(String)
  /// Bytes.
  case bytes([UInt8])
  /// No value.
  case null

  /// The number. Nil for a value of another kind.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The text. Nil for a value of another kind.
  public var text: String? { if case .text(let value) = self { value } else { nil } }
  /// The bytes. Nil for a value of another kind.
  public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

  init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  init(_ value: [UInt8]?) { self = value.map { .bytes($0) } ?? .null }
}

/// One open connection to a database. Statements run on a thread of its own, one after the other.
protocol SQLConnection: AnyObject, Sendable {
  /// Whether the connection is of no use any more.
  var isBroken: Bool { get }
  /// Where its statements are carried out.
  var thread: ConnectionThread { get }
  /// The rows that a statement gives; its parameters are `$1`, `$2` and so on.
  func rows(_ statement: String, _ values: [SQLValue]) async throws(StoreError) -> [[SQLValue]]
}
