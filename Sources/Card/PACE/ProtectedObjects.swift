import ISO7816

/// The data objects of a protected command or response, in the only allowed order: 87 or 85 if
/// there is data; 97, the expected length, or 99, the status; 8E (ICAO 9303-11 §9.8.4).
struct ProtectedObjects {
  let ciphertext: [UInt8]?
  /// The value of 97 or 99.
  let plain: [UInt8]?
  let checksum: [UInt8]
  /// The bytes that the checksum covers, after a command's header.
  let authenticated: [UInt8]

  /// Nil for anything else: another order, another length, bytes after the checksum. `tag` is 97 or
  /// 99.
  init?(parsing data: [UInt8], with tag: UInt32, oddInstruction: Bool) {
    guard var objects = (try? TLV.parse(data))?[...], let last = objects.popLast(),
      last.tag == 0x8E, last.value.count == 8,
      // Only one encoding is accepted, so that changing any bit is noticed.
      data.suffix(10).starts(with: [0x8E, 0x08])
    else { return nil }
    ciphertext = objects.first.flatMap {
      ProtectedData($0, oddInstruction: oddInstruction)?.ciphertext
    }
    if ciphertext != nil { objects.removeFirst() }
    plain = objects.first { $0.tag == tag }?.value
    guard objects.count == (plain == nil ? 0 : 1) else { return nil }
    checksum = last.value
    authenticated = Array(data.dropLast(10))
  }
}
