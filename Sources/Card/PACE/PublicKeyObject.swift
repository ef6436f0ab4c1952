import CryptoCore
import ISO7816

/// The public key data object, over which authentication tokens are computed (ICAO 9303-11 §9.4.5).
enum PublicKeyObject {
  /// `7F49 { 06 protocol, 86 point }`.
  static func encoded(_ point: CurvePoint, protocol identifier: [UInt8]) -> [UInt8] {
    TLV(0x7F49, [TLV(0x06, identifier), TLV(0x86, point.encoded)]).encoded
  }
}
