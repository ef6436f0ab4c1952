internal import ISO7816

/// The few forms of DER needed for a certificate (ITU-T X.690).
enum DER {
  static func sequence(_ children: TLV...) -> TLV { TLV(0x30, children) }
  static func sequence(_ children: [TLV]) -> TLV { TLV(0x30, children) }
  static func set(_ children: TLV...) -> TLV { TLV(0x31, children) }
  static func octets(_ object: TLV) -> TLV { TLV(0x04, object.encoded) }
  static func octets(_ bytes: [UInt8]) -> TLV { TLV(0x04, bytes) }
  static func utf8(_ text: String) -> TLV { TLV(0x0C, Array(text.utf8)) }
  static func printable(_ text: String) -> TLV { TLV(0x13, Array(text.utf8)) }
  static func ia5(_ text: String) -> TLV { TLV(0x16, Array(text.utf8)) }
  static func bits(_ bytes: [UInt8], unused: UInt8 = 0) -> TLV { TLV(0x03, [unused] + bytes) }
  static let `true` = TLV(0x01, [0xFF])

  /// A non-negative integer, given as big-endian bytes.
  static func integer(_ bytes: [UInt8]) -> TLV {
    let significant = bytes.drop { $0 == 0 }
    let needsSign = significant.first.map { $0 & 0x80 != 0 } ?? true
    return TLV(0x02, (needsSign ? [0] : []) + significant)
  }

  /// A time given as `YYYYMMDDhhmmssZ`. Up to 2049 it is written without its century (RFC 5280
  /// §4.1.2.5).
  static func time(_ text: String) -> TLV {
    text < "2050" ? TLV(0x17, Array(text.utf8.dropFirst(2))) : TLV(0x18, Array(text.utf8))
  }

  /// An object identifier, given as its arcs. The first two must be below 40.
  static func identifier(_ arcs: UInt32...) -> TLV {
    let first = arcs.prefix(2).reduce(0) { $0 * 40 + $1 }
    return TLV(0x06, ([first] + arcs.dropFirst(2)).flatMap(base128))
  }

  private static func base128(_ arc: UInt32) -> [UInt8] {
    var rest = arc
    var bytes = [UInt8(rest & 0x7F)]
    while rest > 0x7F {
      rest >>= 7
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
    }
    return bytes
  }
}
