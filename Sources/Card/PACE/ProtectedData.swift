import CryptoCore
import ISO7816

/// The data object of a cryptogram: 87 with a padding indicator, or 85 for the BER-TLV data of odd
/// instructions (ICAO 9303-11 §9.8.4).
struct ProtectedData {
  let ciphertext: [UInt8]
  let tag: UInt32

  init(_ ciphertext: [UInt8], oddInstruction: Bool) {
    self.ciphertext = ciphertext
    tag = oddInstruction ? 0x85 : 0x87
  }

  /// Nil unless the object holds whole blocks under a tag that the instruction allows.
  ///
  /// Cards answer odd instructions with either tag, so both are accepted.
  init?(_ object: TLV, oddInstruction: Bool) {
    switch object.tag {
    case 0x87 where object.value.first == 0x01: ciphertext = Array(object.value.dropFirst())
    case 0x85 where oddInstruction: ciphertext = object.value
    default: return nil
    }
    guard !ciphertext.isEmpty, ciphertext.count % AES.blockLength == 0 else { return nil }
    tag = object.tag
  }

  var encoded: [UInt8] {
    TLV(tag, tag == 0x87 ? [0x01] + ciphertext : ciphertext).encoded
  }
}
