import ISO7816

/// The data objects of a protected response, in the only allowed order: 87 or 85 if there is data,
/// 99, 8E (ICAO 9303-11 §9.8.4).
struct ProtectedResponse {
  let ciphertext: [UInt8]?
  let status: StatusWord
  let checksum: [UInt8]
  /// The bytes that the checksum covers.
  let authenticated: [UInt8]

  /// Nil for anything else: another order, another length, bytes after the checksum.
  init?(parsing data: [UInt8], oddInstruction: Bool) {
    var reader = TLVReader(data)
    guard var object = try? reader.next() else { return nil }
    if object.tag == 0x87 || object.tag == 0x85 {
      guard let protected = ProtectedData(object, oddInstruction: oddInstruction),
        let next = try? reader.next()
      else { return nil }
      ciphertext = protected.ciphertext
      object = next
    } else {
      ciphertext = nil
    }
    guard object.tag == 0x99, object.value.count == 2 else { return nil }
    status = StatusWord(object.value[0], object.value[1])
    authenticated = Array(data[..<reader.position])
    guard let last = try? reader.next(), last.tag == 0x8E, last.value.count == 8,
      // Only one encoding is accepted, so that changing any bit of a response is noticed.
      reader.isAtEnd, data.count == authenticated.count + 10
    else { return nil }
    checksum = last.value
  }
}
