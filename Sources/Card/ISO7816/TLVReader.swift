/// Why bytes are not BER-TLV.
public enum TLVError: Error, Hashable, Sendable {
  /// The bytes end inside a tag, a length or a value.
  case truncated
  /// A tag of more than four bytes.
  case tagTooLong
  /// The length is indefinite, or has more than four bytes.
  case unsupportedLength
}

/// Reads data objects one after the other. Any input is safe. After an error, the reader is at the
/// end.
public struct TLVReader: Sendable {
  private let bytes: [UInt8]
  /// The offset of the next object's tag.
  public private(set) var position = 0

  /// A reader at the beginning of `bytes`.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether all bytes are read.
  public var isAtEnd: Bool { position == bytes.count }

  /// The next object, or nil at the end.
  public mutating func next() throws(TLVError) -> TLV? {
    guard let header = try nextHeader() else { return nil }
    guard header.length <= bytes.count - position else { throw fail(.truncated) }
    let value = Array(bytes[position..<position + header.length])
    position += header.length
    return TLV(header.tag, value)
  }

  /// Reads the tag and length of the next object and moves to the first byte of its value. Nil at
  /// the end.
  ///
  /// The value may be missing, so the length of a file can be found from its first bytes.
  public mutating func nextHeader() throws(TLVError) -> (tag: UInt32, length: Int)? {
    if isAtEnd { return nil }
    let tag = try readTag()
    return (tag, try readLength())
  }

  private mutating func readTag() throws(TLVError) -> UInt32 {
    let first = try readByte()
    guard first & 0x1F == 0x1F else { return UInt32(first) }
    var tag = UInt32(first)
    for _ in 0..<3 {
      let byte = try readByte()
      tag = tag << 8 | UInt32(byte)
      if byte & 0x80 == 0 { return tag }
    }
    throw fail(.tagTooLong)
  }

  private mutating func readLength() throws(TLVError) -> Int {
    let first = try readByte()
    guard first & 0x80 != 0 else { return Int(first) }
    let count = Int(first & 0x7F)
    guard 1...4 ~= count else { throw fail(.unsupportedLength) }
    var length = 0
    for _ in 0..<count { length = length << 8 | Int(try readByte()) }
    return length
  }

  private mutating func readByte() throws(TLVError) -> UInt8 {
    guard position < bytes.count else { throw fail(.truncated) }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func fail(_ error: TLVError) -> TLVError {
    position = bytes.count
    return error
  }
}
