import ISO7816

/// The data objects of a protected command, in the only allowed order: 87 or 85, 97, 8E (ICAO
/// 9303-11 §9.8.4).
struct ProtectedCommand {
  let ciphertext: [UInt8]?
  let expectedLength: Int?
  let checksum: [UInt8]
  /// The bytes after the header that the checksum covers.
  let authenticated: [UInt8]

  init?(_ objects: [TLV], in data: [UInt8], oddInstruction: Bool) {
    var rest = objects[...]
    if let first = rest.first, let found = ProtectedData(first, oddInstruction: oddInstruction) {
      ciphertext = found.ciphertext
      rest.removeFirst()
    } else {
      ciphertext = nil
    }
    if let length = rest.first, length.tag == 0x97 {
      guard length.value.count == 1 else { return nil }
      expectedLength = length.value[0] == 0 ? 0x100 : Int(length.value[0])
      rest.removeFirst()
    } else {
      expectedLength = nil
    }
    guard rest.count == 1, rest[rest.startIndex].tag == 0x8E,
      rest[rest.startIndex].value.count == 8, data.count >= 10
    else { return nil }
    checksum = rest[rest.startIndex].value
    authenticated = Array(data.dropLast(10))
    // Only one encoding is accepted, as for responses.
    guard data[data.count - 10] == 0x8E, data[data.count - 9] == 0x08 else { return nil }
  }
}
