import ISO7816

/// GENERAL AUTHENTICATE with its dynamic authentication data, tag 7C (ICAO 9303-11 §4.4.4.2).
enum DynamicAuthentication {
  /// The command with one data object, or with none to ask for the nonce. Chained except for the
  /// last.
  static func command(_ object: TLV?, isLast: Bool = false) -> CommandAPDU {
    CommandAPDU(
      isLast ? 0x00 : 0x10, 0x86, 0x00, 0x00,
      data: TLV(0x7C, object.map { [$0] } ?? []).encoded, expectedLength: 256)
  }

  /// The value under `tag` in a response's data, or nil if the data is anything else.
  static func value(of tag: UInt32, in data: [UInt8]) -> [UInt8]? {
    guard let objects = try? TLV.parse(data), objects.count == 1, objects[0].tag == 0x7C,
      let inner = try? objects[0].children()
    else { return nil }
    return inner.first(tag: tag)
  }
}
