package import ISO7816

/// GENERAL AUTHENTICATE with its dynamic authentication data, tag 7C (ICAO 9303-11 §4.4.4.2).
package enum DynamicAuthentication {
  /// The command with one data object, or with none to ask for the nonce. Chained except for the
  /// last.
  static func command(_ object: TLV?, isLast: Bool = false) -> CommandAPDU {
    CommandAPDU(
      isLast ? 0x00 : 0x10, 0x86, 0x00, 0x00,
      data: TLV(0x7C, object.map { [$0] } ?? []).encoded, expectedLength: 256)
  }

  /// The value under `tag` in a response's data, or nil if the data is anything else.
  static func value(of tag: UInt32, in data: [UInt8]) -> [UInt8]? {
    objects(in: data)?.first(tag: tag)
  }

  /// The objects in the template 7C. Nil if there is anything else.
  package static func objects(in data: [UInt8]) -> [TLV]? {
    guard let outer = try? TLV.parse(data), outer.count == 1, outer[0].tag == 0x7C else {
      return nil
    }
    return try? outer[0].children()
  }
}
