/// One BER-TLV data object (ISO/IEC 7816-4 §5.2.2, ISO/IEC 8825-1).
public struct TLV: Hashable, Sendable {
  /// The tag's bytes as a number, first byte highest, such as `0x87` or `0x7F49`. At most four
  /// bytes.
  public var tag: UInt32
  /// The bytes of the value; for a constructed object, its encoded children.
  public var value: [UInt8]

  /// An object with this tag and value.
  public init(_ tag: UInt32, _ value: [UInt8]) {
    self.tag = tag
    self.value = value
  }

  /// A constructed object holding `children` in this order.
  public init(_ tag: UInt32, _ children: [TLV]) {
    self.init(tag, children.flatMap(\.encoded))
  }

  /// The tag, the length in its shortest form, and the value.
  public var encoded: [UInt8] {
    Self.tagBytes(tag) + Self.lengthBytes(value.count) + value
  }

  /// The objects that the value consists of.
  public func children() throws(TLVError) -> [TLV] {
    try TLV.parse(value)
  }

  /// The objects that `bytes` consist of. Bytes left over are an error.
  public static func parse(_ bytes: [UInt8]) throws(TLVError) -> [TLV] {
    var reader = TLVReader(bytes)
    var objects: [TLV] = []
    while let object = try reader.next() { objects.append(object) }
    return objects
  }

  /// Whether the value consists of objects: bit 6 of the first tag byte.
  public var isConstructed: Bool { Self.tagBytes(tag)[0] & 0x20 != 0 }

  static func tagBytes(_ tag: UInt32) -> [UInt8] {
    let bytes = significantBytes(tag)
    return bytes.isEmpty ? [0] : bytes
  }

  static func lengthBytes(_ length: Int) -> [UInt8] {
    guard length > 0x7F else { return [UInt8(length)] }
    let bytes = significantBytes(length)
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  /// The bytes of a number, highest first, without leading zeros.
  private static func significantBytes(_ number: some FixedWidthInteger) -> [UInt8] {
    Array(withUnsafeBytes(of: number.bigEndian, Array.init).drop { $0 == 0 })
  }
}

extension Sequence<TLV> {
  /// The value of the first object with `tag`.
  public func first(tag: UInt32) -> [UInt8]? {
    first { $0.tag == tag }?.value
  }
}
